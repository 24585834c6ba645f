"""`check --watch` checks again after each save."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.cli.files import UnusableError
from autograder.cli.watch import watch
from autograder.intake.entries import IntakeError
from tests.conftest import DOUBLE as RIGHT
from tests.conftest import KITS, run_autograder

DOUBLE = load("double", KITS / "double")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "double.py").write_text("1")
    return tmp_path


def user_does(monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object]) -> None:
    """Do one step each time that the files are looked at; press Ctrl-C after the last."""
    left = list(steps)

    def sleep(_seconds: float) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    monkeypatch.setattr("time.sleep", sleep)


def nothing() -> None:
    """Let the files rest."""


def test_each_save_is_checked_when_the_files_rest(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = work.rename(f"{work}\u00a0x")  # Messages show this blank in another way.
    file, checked = work / "double.py", list[str]()
    saves = [partial(file.write_text, text) for text in ("12", "123")]
    user_does(monkeypatch, nothing, *saves, nothing, partial(file.write_text, "4"), nothing)
    with pytest.raises(KeyboardInterrupt):
        watch(DOUBLE, work, lambda: checked.append(file.read_text()))
    assert checked == ["1", "123", "4"]


def test_file_of_another_name(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is watched, also after it was given its right name."""
    file, checked = work / "double.py", list[list[str]]()
    copy = file.rename(work / "double (1).py")
    rename = partial(copy.rename, file)
    saves = partial(copy.write_text, "12"), partial(file.write_text, "123")
    user_does(monkeypatch, saves[0], nothing, rename, nothing, saves[1], nothing)
    with pytest.raises(KeyboardInterrupt):
        watch(DOUBLE, work, lambda: checked.append([path.name for path in work.iterdir()]))
    assert checked == [["double (1).py"]] * 2 + [["double.py"]] * 2


def test_file_that_is_gone_for_a_moment(
    work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = work / "double.py"

    def check() -> None:
        if not file.exists():
            raise IntakeError("double.py is missing")

    user_does(monkeypatch, file.unlink, nothing)
    with pytest.raises(KeyboardInterrupt):
        watch(DOUBLE, work, check)
    assert "double.py is missing\n" in capsys.readouterr().out
    with pytest.raises(IntakeError):
        watch(DOUBLE, work, check)


def test_what_has_changed_is_said(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "double.py"
    file.write_text("def double(number):\n    return 3\n")
    right, wrong = partial(file.write_text, RIGHT), partial(file.write_text, "double = 3\n")
    user_does(monkeypatch, nothing, right, nothing, nothing, wrong, nothing)
    ran = run_autograder("check", "--watch", "--kit", tiny, cwd=tmp_path)
    first, second, third, *_ = ran.out.split("Waiting for you")
    assert "passes now" not in first
    assert "\n✓ double passes now (+60)\n" in second
    assert "\n✗ double no longer passes\n" in third


def test_archive_cannot_be_watched(work: Path) -> None:
    (work / "ada.zip").write_bytes(b"")
    with pytest.raises(UnusableError, match=r"ada\.zip: is an archive; --watch needs a folder"):
        watch(DOUBLE, work / "ada.zip", lambda: None)
