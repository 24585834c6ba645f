"""A sixth assignment is new files beside the five, and no line of the engine.

`tests/kits/double` is all there is of it: a function, a program, a rubric item, a public and a
hidden test of each part, a sample and a secret case. tests/test_house.py shows that the engine
names no assignment.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from autograder.assignment import names
from tests.conftest import DOUBLE, KITS, ROOT, copy_kit, run_autograder

STARTER = '''\
def double(number):
    """Twice the number."""
    raise NotImplementedError


if __name__ == "__main__":
    print(double(int(input())))
'''


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """The five assignments of this repository and the files of the sixth."""
    kit = tmp_path / "six"
    for folder in ("reference", "starter", "inputs", "expected", "autograder/assignments"):
        (kit / folder).mkdir(parents=True)
        for name in names(ROOT):
            (kit / folder / name).symlink_to(ROOT / folder / name)
    return copy_kit("double", kit)


def submission(folder: Path, body: str) -> Path:
    source = DOUBLE.replace("return 2 * number", body)
    (folder / "double.py").write_text(source, encoding="utf-8")
    return folder


def test_it_is_new_files_in_folders_of_its_own() -> None:
    kit = KITS / "double"
    files = [path.relative_to(kit) for path in kit.rglob("*") if path.is_file()]
    assert all("double" in file.parts[:-1] for file in files)
    assert "double" not in names(ROOT)


def test_it_is_listed_with_the_five(six: Path) -> None:
    assert names(six) == sorted([*names(ROOT), "double"])
    ran = run_autograder("starter", "--check", "--kit", six)
    assert (ran.status, ran.out) == (1, "starter/double/double.py: missing\n")


def test_it_is_detected_by_its_files(six: Path, tmp_path: Path) -> None:
    folder = submission(tmp_path, "return 2 * number")
    (six / "starter/double").mkdir()
    (six / "starter/double/double.py").write_text(STARTER, encoding="utf-8")
    ran = run_autograder("check", folder, "--part", "double", "--kit", six)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"double: {folder.as_posix()}\n")
    for name in ("cages", "ac3"):
        ran = run_autograder("check", ROOT / "reference" / name, "--part", "solve", "--kit", six)
        assert (ran.status, ran.out.partition(":")[0]) == (0, name)


def test_starter_and_expected_are_generated_from_it(tiny: Path) -> None:
    assert (tiny / "starter/double/double.py").read_text(encoding="utf-8") == STARTER
    made = {path.relative_to(tiny): path.read_text() for path in tiny.glob("expected/*/*/*")}
    assert made == {
        Path("expected/double/sample/two.out"): "4\n",
        Path("expected/double/secret/ten.out"): "20\n",
    }


GRADED = {
    "right": ("return 2 * number", 90, 90),
    "not written": ("raise NotImplementedError", 0, 0),
    "right where students see it": ("return number + 2", 45, 90),
    "right for cases, not for large numbers": ("return min(2 * number, 99)", 60, 90),
    "wrong everywhere": ("return number", 0, 0),
    "a crash": ("return 1 / 0", 0, 0),
}


@pytest.mark.parametrize(("body", "score", "checked"), GRADED.values(), ids=GRADED)
def test_it_is_graded(tiny: Path, tmp_path: Path, body: str, score: int, checked: int) -> None:
    """`check` has the public tests and the sample case, `grade` the hidden and secret ones too."""
    folder = submission(tmp_path, body)
    ran = run_autograder("grade", "double", folder, "--kit", tiny)
    assert (ran.status, ran.err) == (0, "")
    assert f"\nScore: {score} of 90\n" in ran.out
    ran = run_autograder("check", "double", folder, "--kit", tiny)
    assert (ran.status, ran.err) == (int(checked != 90), "")
    ending = "All 2 parts pass: 90 of 90." if checked == 90 else f"Score: {checked} of 90"
    assert f"\n{ending}" in ran.out


REPORT = """\
double: FOLDER

✗ double                                         30 / 60   1 of 2 tests
  ✗ double doubles large numbers (hidden): wrong
      double gave the wrong answer
        call      double(1000000000000000000000000000000)
        returned  1000000000000000000000000000002
        expected  2000000000000000000000000000000
  Hint: Twice.

✗ program                                        15 / 30   1 of 2 tests
  ✗ double.py prints the double: ten (hidden): wrong
      double.py printed wrong output
        call      double.py < ten.in
                  Line 1 differs:
                    expected: 20
                    printed:  12

Score: 45 of 90
By hand: style __ / 10
"""
FOR_STUDENTS = """\
double: FOLDER

✗ double                                         30 / 60   1 of 2 tests
  ✗ double doubles large numbers (hidden): wrong
  Hint: Twice.

✗ program                                        15 / 30   1 of 2 tests
  ✗ double.py prints the double (hidden): wrong

Score: 45 of 90
By hand: style __ / 10
"""


@pytest.mark.parametrize(
    ("audience", "report"), [("instructor", REPORT), ("student", FOR_STUDENTS)]
)
def test_its_report(tiny: Path, tmp_path: Path, audience: str, report: str) -> None:
    folder = submission(tmp_path, "return number + 2")
    ran = run_autograder("grade", "double", folder, "--audience", audience, "--kit", tiny)
    assert ran.out == report.replace("FOLDER", folder.as_posix())


def test_its_json(tiny: Path, tmp_path: Path) -> None:
    folder = submission(tmp_path, "return number + 2")
    ran = run_autograder("grade", "double", folder, "--json", "-", "--kit", tiny)
    report = json.loads(ran.out)
    assert (report["assignment"], report["score"], report["out_of"]) == ("double", 45, 90)
    outcomes = {
        (part["name"], test["name"], test["hidden"]): test["outcome"]
        for part in report["parts"]
        for test in part["tests"]
    }
    assert outcomes == {
        ("double", "test_small", False): "pass",
        ("double", "test_large", True): "wrong",
        ("program", "test_prints[two]", False): "pass",
        ("program", "test_prints[ten]", True): "wrong",
    }
    assert [(item["name"], item["points"]) for item in report["by_hand"]] == [("style", 10)]


def test_asserts_in_modules_next_to_its_tests_are_explained(tiny: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    folder = kit / "autograder/assignments/double"
    asking = "from double import double\n\n\ndef is_doubled(number):\n"
    asking += "    assert double(number) == 2 * number\n"
    (folder / "asking_double.py").write_text(asking, encoding="utf-8")
    tests = "import asking_double\n\n\ndef test_small():\n"
    tests += "    asking_double.is_doubled(3)\n"
    (folder / "tests/test_double.py").write_text(tests, encoding="utf-8")
    ran = run_autograder("check", "double", submission(tmp_path, "return 7"), "--kit", kit)
    assert "        returned  7\n        expected  6\n" in ran.out
