"""Where a report is written, and what is there if that fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from unittest.mock import patch

import pytest

from autograder.cli.main import main
from autograder.saving import save, try_saving
from tests.conftest import DOUBLE, ROOT, files_up_to, run_autograder


def grade_command(kit: Path, *options: object) -> list[str]:
    command = ["-m", "autograder", "grade", "double", kit / "reference/double", "--kit", kit]
    return [sys.executable, *map(str, command), *map(str, options)]


class TestOfSaving:
    def test_new_file_has_the_usual_permissions(self, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            save(str(tmp_path / "new"), b"x")
        finally:
            os.umask(before)
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640

    def test_file_keeps_its_permissions(self, place: Path) -> None:
        place.chmod(0o604)
        save(str(place), b"x")
        assert (place.read_bytes(), place.stat().st_mode & 0o777) == (b"x", 0o604)

    def test_link_stays_a_link(self, place: Path, tmp_path: Path) -> None:
        link = tmp_path / "link"
        link.symlink_to(place)
        save(str(link), b"x")
        assert (place.read_bytes(), link.is_symlink()) == (b"x", True)

    def test_link_to_nothing_yet(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "target")
        save(str(tmp_path / "link"), b"x")
        assert (tmp_path / "target").read_bytes() == b"x"

    def test_file_that_may_not_grow(self, place: Path) -> None:
        """As on a full disk."""
        with files_up_to(1000), pytest.raises(OSError, match="too large"):
            save(str(place), b"x" * 2000)
        assert place.read_text() == "from before"

    @pytest.mark.parametrize("moment", ["fsync", "replace"])
    def test_interrupt_while_writing(self, place: Path, moment: str) -> None:
        stopped = patch.object(os, moment, side_effect=KeyboardInterrupt)
        with stopped, pytest.raises(KeyboardInterrupt):
            save(str(place), b"x")
        assert place.read_text() == "from before"

    def test_content_is_on_the_disk_before_it_is_renamed(self, place: Path) -> None:
        with patch.object(os, "fsync", wraps=os.fsync) as fsync:
            save(str(place), b"x")
        assert fsync.call_count == 1

    def test_trying_changes_nothing(self, place: Path, tmp_path: Path) -> None:
        try_saving(str(place))
        try_saving(str(tmp_path / "new"))
        assert (place.read_text(), (tmp_path / "new").exists()) == ("from before", False)

    def test_read_only_file(self, place: Path) -> None:
        """For root no file is."""
        with patch("autograder.saving.open", side_effect=PermissionError, create=True):
            for write in (try_saving, lambda file: save(file, b"x")):
                with pytest.raises(PermissionError):
                    write(str(place))
        assert place.read_text() == "from before"

    def test_folder_that_takes_no_new_file(self, place: Path) -> None:
        """It is refused before a minute is spent on a grading."""
        with patch.object(os, "access", return_value=False):
            for write in (try_saving, lambda file: save(file, b"x")):
                with pytest.raises(PermissionError):
                    write(str(place))
        assert place.read_text() == "from before"

    @pytest.mark.parametrize("folder", [".", "missing/"])
    def test_folder(self, tmp_path: Path, folder: str) -> None:
        with pytest.raises(IsADirectoryError):
            try_saving(f"{tmp_path}/{folder}")

    def test_pipe_with_a_name(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", str(pipe)], stdout=PIPE) as reader:
            try_saving(str(pipe))
            save(str(pipe), b"x")
            assert reader.communicate(timeout=120)[0] == b"x"
        assert pipe.is_fifo()


def test_report_on_dev_stdout(tiny: Path) -> None:
    """It is a pipe here, and printed before the text."""
    command = grade_command(tiny, "--json", "/dev/stdout")
    ran = subprocess.run(command, cwd=ROOT, stdout=PIPE, check=False)
    assert ran.returncode == 0
    assert json.JSONDecoder().raw_decode(ran.stdout.decode())[0]["score"] == 90
    assert ran.stdout.endswith(b"By hand: style __ / 10\n")


@pytest.mark.parametrize("command", ["grade", "check"])
def test_reader_that_leaves_early(tiny: Path, tmp_path: Path, command: str) -> None:
    """`| head -1`: the report is written, nothing is on standard error, the status is as ever."""
    report = tmp_path / "report.json"
    reading, writing = os.pipe()
    os.close(reading)
    arguments = [command, "double", tiny / "reference/double", "--kit", tiny, "--json", report]
    with os.fdopen(writing, "wb") as output:
        ran = subprocess.run(
            [sys.executable, "-m", "autograder", *map(str, arguments)],
            cwd=ROOT,
            stdout=output,
            stderr=PIPE,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(report.read_text())["parts"]


@pytest.mark.parametrize("target", ["double.py", "link", "same", "ada.zip"])
def test_report_never_replaces_a_file_of_the_submission(
    tiny: Path, tmp_path: Path, target: str
) -> None:
    work = tmp_path / "double.py"
    work.write_text(DOUBLE)
    (tmp_path / "link").symlink_to(work)
    (tmp_path / "same").hardlink_to(work)
    (tmp_path / "ada.zip").write_bytes(b"PK")
    path = tmp_path / target if target == "ada.zip" else tmp_path
    report = tmp_path / target
    content = report.read_bytes()
    ran = run_autograder("grade", "double", path, "--kit", tiny, "--json", report)
    says = f"autograder: {report}: is a file of the submission; name another one\n"
    assert (ran.status, ran.out, ran.err) == (2, "", says)
    assert report.read_bytes() == content


def test_report_next_to_the_files_can_be_replaced(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(DOUBLE)
    command = ("check", "double", tmp_path, "--kit", tiny, "--json", tmp_path / "report.json")
    assert [run_autograder(*command).status for _ in range(2)] == [0, 0]


def test_place_is_tried_before_the_grading(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "no" / "report.json"
    arguments = ["check", "double", tiny / "reference/double", "--kit", tiny, "--json", report]
    graded = patch("autograder.judge.session.grade", side_effect=AssertionError)
    with graded, pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)])
    says = f"autograder: {report}: cannot write the report: No such file or directory\n"
    assert (ended.value.code, capsys.readouterr().err) == (2, says)
