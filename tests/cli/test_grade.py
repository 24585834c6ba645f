"""`autograder grade`: scores, options, and reports as files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import DOUBLE, copy_kit, run_autograder


def test_folder_archive_and_file_of_any_name(tiny: Path, tmp_path: Path) -> None:
    """For students as for instructors; the report says how a file was called."""
    file = tmp_path / "ada.py"
    file.write_text(DOUBLE, encoding="utf-8")
    packed = shutil.make_archive(str(tmp_path / "ada"), "zip", tiny / "reference", "double")
    for path in (tiny / "reference/double", packed, file):
        ran = run_autograder("grade", "double", path, "--kit", tiny)
        assert (ran.status, ran.err, "Score: 90 of 90" in ran.out) == (0, "", True)
        assert ran.out.startswith(f"double: {path}\n")
    assert ran.out.splitlines()[1] == "! ada.py was read as double.py"
    file = file.rename(tmp_path / "d\u043euble.py")
    ran = run_autograder("check", "double", file, "--kit", tiny)
    odd = "(\u043e is a cyrillic small letter o)"
    assert f"\n! {file.name} {odd} was read as double.py\n" in ran.out


@pytest.mark.parametrize("option", ["--json", "--html"])
@pytest.mark.parametrize("command", ["check", "grade"])
def test_report_never_replaces_a_file_of_the_submission(
    tiny: Path, command: str, option: str
) -> None:
    own = tiny / "reference/double/double.py"
    before = own.read_text(encoding="utf-8")
    ran = run_autograder(command, "double", own.parent, "--kit", tiny, option, own)
    says = f"autograder: {own}: is read by this command; name another file for the report\n"
    assert (ran.status, ran.out, ran.err) == (2, "", says)
    assert own.read_text(encoding="utf-8") == before


def test_own_cases_replace_the_secret_ones(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "three.in").write_text("3\n")
    (tmp_path / "three.out").write_text("7\n")
    command = ("grade", "double", tiny / "reference/double", "--cases", tmp_path, "--kit", tiny)
    ran = run_autograder(*command)
    assert "double.py prints the double: three (hidden): wrong" in ran.out
    assert "ten" not in ran.out
    (tmp_path / "three.in").write_bytes(b"\xff")
    ran = run_autograder(*command)
    fault = f"{tmp_path / 'three.in'}: not UTF-8 text; save it as UTF-8"
    assert (ran.status, ran.err) == (2, f"autograder: {fault}\n")


@pytest.mark.parametrize(("mode", "score"), [("exact", 60), ("lenient", 90)])
def test_whitespace(tmp_path: Path, mode: str, score: int) -> None:
    """Lenient comparison forgives more dashes in a header where the assignment says so."""
    kit = copy_kit("double", tmp_path / "kit")
    run_autograder("expected", "--kit", kit)
    toml = kit / "autograder/assignments/double/assignment.toml"
    lenient = toml.read_text("utf-8").replace("[program]", "[program]\nlenient_dashes = true")
    toml.write_text(lenient, encoding="utf-8")
    for path in (kit / "expected/double").rglob("*.out"):
        path.write_text(f"--Double--\n{path.read_text('utf-8')}", encoding="utf-8")
    printing = "print('---Double---\\n'); print('', double(int(input())))"
    source = DOUBLE.replace("print(double(int(input())))", printing)
    (tmp_path / "double.py").write_text(source, encoding="utf-8")
    ran = run_autograder(
        "grade", "double", tmp_path / "double.py", "--whitespace", mode, "--kit", kit
    )
    assert f"Score: {score} of 90" in ran.out


def test_grader_that_fails_costs_no_score(tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path)
    run_autograder("expected", "--kit", kit)
    tests = kit / "autograder/assignments/double/tests/test_double.py"
    tests.write_text("import nope\n")
    ran = run_autograder("grade", "double", kit / "reference/double", "--kit", kit)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.startswith("autograder: the grader failed, not the submission: ")
    assert "No module named 'nope'" in ran.err
