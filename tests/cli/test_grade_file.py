"""`autograder grade NAME path/ID.py`: a single file, under any name."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import DOUBLE, run_autograder


def test_single_file_of_any_name_is_graded(tiny: Path, tmp_path: Path) -> None:
    """As in `course grade`. A student has to use the name that the assignment expects."""
    file = tmp_path / "ada.py"
    file.write_text(DOUBLE, encoding="utf-8")
    ran = run_autograder("grade", "double", file, "--kit", tiny)
    assert (ran.status, "Score: 90 of 90" in ran.out) == (0, True)
    heading, note, *_ = ran.out.splitlines()
    assert heading == f"double: {file}"
    assert note == "! For instructors: ada.py was read as double.py"
    ran = run_autograder("check", "double", file, "--kit", tiny)
    says = f"autograder: {file}: the file has to be called double.py; rename it\n"
    assert (ran.status, ran.err) == (2, says)


def test_single_file_where_several_are_expected(tmp_path: Path) -> None:
    file = tmp_path / "ada.py"
    file.write_text(DOUBLE, encoding="utf-8")
    ran = run_autograder("grade", "calcudoku", file)
    files = "solver_funcs.py, funcs_tests.py, solver.py"
    says = f"the assignment expects {files}; put them into a folder or a zip"
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {file}: {says}\n")
