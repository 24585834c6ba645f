"""`autograder check`: which files, which parts, and what is printed."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from autograder.assignment import names
from tests.conftest import DOUBLE, ROOT, run_autograder


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    (tmp_path / "double.py").write_text(DOUBLE.replace("2 *", "3 *"), encoding="utf-8")
    return tmp_path


def test_reference_passes_without_hidden_tests() -> None:
    ran = run_autograder("check", cwd=ROOT / "reference/kenken")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("Your instructor may run more.\n")


def test_all_parts_then_the_failure_to_fix_first(tiny: Path, wrong: Path) -> None:
    ran = run_autograder("check", "--kit", tiny, cwd=wrong)
    assert (ran.status, ran.err) == (1, "")
    shown = ran.out.splitlines()
    assert shown[2:5] == ["✗ double   0/60  ✗ program  0/30", "", "Begin here: double"]
    assert "program depends on this." in shown
    assert "(hidden)" not in ran.out


def test_all_failures(tiny: Path, wrong: Path) -> None:
    ran = run_autograder("check", "--all", "--kit", tiny, cwd=wrong)
    assert "Begin here" not in ran.out
    assert len(re.findall(r"^✗ ", ran.out, re.MULTILINE)) == 2


def test_assignment_is_inferred(tiny: Path, tmp_path: Path) -> None:
    """From the files in the folder, else from its name or one above it."""
    folder = tmp_path / "kenken"
    folder.mkdir()
    (folder / "double.py").write_text(DOUBLE)
    assert run_autograder("check", "--kit", tiny, cwd=folder).status == 0
    assert run_autograder("check", folder / "double.py", "--kit", tiny).status == 0
    packed = shutil.make_archive(str(tmp_path / "ada"), "zip", folder)
    assert run_autograder("check", packed, "--kit", tiny).status == 0
    (tmp_path / "double").mkdir()
    says = f"double.py is missing in {tmp_path / 'double'}; found: nothing"
    for named in ([], ["double"]):
        ran = run_autograder("check", *named, "--kit", tiny, cwd=tmp_path / "double")
        assert (ran.status, ran.err) == (2, f"autograder: {says}\n")


def test_assignment_that_cannot_be_inferred(tmp_path: Path) -> None:
    ran = run_autograder("check", cwd=tmp_path)
    known = ", ".join(names(ROOT))
    says = f"autograder: {tmp_path}: which assignment is this? Name one of: {known}\n"
    assert (ran.status, ran.err) == (2, says)


def test_command_for_all_details_can_be_pasted(tmp_path: Path) -> None:
    folder = tmp_path / "My Work"
    folder.mkdir()
    reference = (ROOT / "reference" / "kenken" / "kenken.py").read_text(encoding="utf-8")
    wrong = "def find_blank(puzzle):\n    return Posn(9, 9)\n"
    (folder / "kenken.py").write_text(f"{reference}\n\n{wrong}", encoding="utf-8")
    ran = run_autograder("check", "kenken", folder)
    [command] = re.findall(r"(?m)autograder (check .* --part find_blank)$", ran.out)
    assert run_autograder(*shlex.split(command)).out.startswith(f"kenken: {folder}\n")


def test_lines_of_a_folder_whose_name_is_shown_in_another_way(tiny: Path, tmp_path: Path) -> None:
    work = tmp_path / "my\u00a0work"
    work.mkdir()
    (work / "double.py").write_text("def double(number):\n    return 0\n")
    ran = run_autograder("check", "double", work, "--lines", "--kit", tiny)
    assert f"\n{work}/double.py:1: " in ran.out


def test_page_and_lines(tiny: Path, wrong: Path) -> None:
    ran = run_autograder("check", "--html", "a.html", "--lines", "--kit", tiny, cwd=wrong)
    assert (ran.status, ran.err) == (1, "wrote the page to a-step.html\nwrote the page to a.html\n")
    line = DOUBLE[: DOUBLE.index("def double")].count("\n") + 1
    assert f"\ndouble.py:{line}: " in ran.out
    assert (wrong / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
