"""The public tests as files of the students' zip, with pytest and with check.pyz."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.assignment import Assignment, AssignmentError, load
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.public_tests import public_tests
from autograder.authoring.release.student_bundle import student_bundle
from autograder.intake.hand_in import files_to_hand_in
from autograder.intake.intake import receive
from tests.authoring.sound_kit import make_sound_kit, put
from tests.authoring.test_release_pyz import run_pyz
from tests.conftest import DOUBLE

WRONG = DOUBLE.replace("return 2 * number", "return min(2 * number, 5)")
TESTS = '''\
import unittest

import boards
import pytest
from double import double


@pytest.mark.parametrize("number", boards.NUMBERS)
def test_numbers(number, two):
    """double doubles numbers"""
    assert double(number) == two * number


class Zero(unittest.TestCase):
    def setUp(self):
        self.zero = 0

    def test_zero(self):
        """double keeps 0"""
        self.assertEqual(double(self.zero), 0)


def test_limit(measured):
    """double stays below the limit"""
    assert double(1) < measured["limit"]
'''
CONFTEST = """\
from pathlib import Path

import pytest


@pytest.fixture
def two():
    return int(Path(__file__).with_name("two.txt").read_text())
"""
BOARDS = "NUMBERS = [1, 3]\nHIDDEN = [4711]\n"


def make_kit(folder: Path) -> Assignment:
    """Make a kit with tests of pytest's and of unittest's style, a helper module and data."""
    assignment = make_sound_kit(folder)
    put(assignment.public_tests / "test_double.py", TESTS)
    put(assignment.public_tests / "conftest.py", CONFTEST)
    put(assignment.public_tests / "two.txt", "2\n")
    put(assignment.folder / "boards.py", BOARDS)
    settings, *parts = assignment.toml.read_text("utf-8").split("[[part]]")
    settings += "[measured]\nlimit = 4\n"
    put(assignment.toml, "\n[[part]]".join([settings, *reversed(parts)]))
    return load("double", folder)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The students' zip, unpacked."""
    assignment = make_kit(tmp_path_factory.mktemp("kit"))
    folder = tmp_path_factory.mktemp("unpacked")
    for path, content in student_bundle(assignment, check_pyz(assignment)).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


@pytest.fixture
def folder(unpacked: Path, tmp_path: Path) -> Path:
    return shutil.copytree(unpacked, tmp_path / "double")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def plain_pytest(folder: Path) -> list[str]:
    """Return the summary that pytest prints, without plugins that are installed here."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    summary = done.stdout.partition("short test summary info")[2].splitlines()[1:]
    return [*summary[:-1], summary[-1].partition(" in ")[0]]


FAILED = "FAILED tests/test_double.py::"
SKIPPED = ["SKIPPED [1] tests/test_program.py:1: run by check.pyz"]
SKIPPED += ["SKIPPED [1] tests/test_double.py:23: run by check.pyz"]
"""In the order of the parts in assignment.toml."""
RUNS = {
    "starter": (
        "",
        [
            f"{FAILED}test_numbers[1] - NotImplementedError",
            f"{FAILED}test_numbers[3] - NotImplementedError",
            f"{FAILED}Zero::test_zero - NotImplementedError",
            *SKIPPED,
            "3 failed, 2 skipped",
        ],
        0,
    ),
    "reference": (DOUBLE, [*SKIPPED, "3 passed, 2 skipped"], 90),
    "wrong": (
        WRONG,
        [
            f"{FAILED}test_numbers[3] - assert 5 == (2 * 3)",
            *SKIPPED,
            "1 failed, 2 passed, 2 skipped",
        ],
        75,
    ),
}


@pytest.mark.parametrize(("source", "summary", "score"), RUNS.values(), ids=RUNS)
def test_pytest_and_check_pyz_in_the_unpacked_folder(
    source: str, summary: list[str], score: float, folder: Path, home: Path
) -> None:
    if source:
        put(folder / "double.py", source)
    assert plain_pytest(folder) == summary
    ran = run_pyz(folder, home, "--json", "-")
    assert json.loads(ran.out)["score"] == score


def test_nothing_that_students_edit_counts(folder: Path, home: Path) -> None:
    put(folder / "double.py", WRONG)
    before = run_pyz(folder, home)
    for path in [*(folder / "tests").glob("*.*"), folder / "conftest.py"]:
        put(path, "raise SystemExit('edited')\n")
    put(folder / "tests/test_double.py", "def test_all(): pass\n")
    put(folder / "pytest.ini", "[pytest]\naddopts = --collect-only\n")
    put(folder / "interface.json", "{}")
    put(folder / ".vscode/settings.json", "{}")
    after = run_pyz(folder, home)
    assert "✗ double     45/60" in before.out
    assert after == before


def test_files_of_the_zip_are_not_handed_in(folder: Path, tmp_path: Path) -> None:
    """Neither by check.pyz, nor by a student who packs the whole folder."""
    assignment = make_kit(tmp_path / "kit")
    put(folder / "test_mine.py", "def test_mine(): pass\n")
    files, faults = files_to_hand_in(assignment, folder)
    assert (set(files), faults) == ({"double.py", "test_mine.py"}, [])
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path, "double")
    with receive(assignment, Path(archive)) as received:
        assert (set(received.contents), received.unusable) == ({"double.py"}, {})
        assert {path.name for path in received.box.iterdir()} == {"double.py"}


def test_helper_modules_are_without_what_hidden_tests_use(tmp_path: Path) -> None:
    files = public_tests(make_kit(tmp_path))
    assert files["tests/boards.py"] == b"NUMBERS = [1, 3]\n"
    assert json.loads(files[".vscode/settings.json"]) == {
        "python.testing.pytestEnabled": True,
        "python.testing.pytestArgs": ["."],
    }


def test_reference_must_pass_with_pytest_too(tmp_path: Path) -> None:
    """Here, a module finds its data only where it is next to tests/, as in check.pyz."""
    assignment = make_kit(tmp_path)
    put(
        assignment.folder / "boards.py",
        "from pathlib import Path\n\nDATA = Path(__file__).parent / 'tests/two.txt'\n"
        "NUMBERS = [int(DATA.read_text())]\n",
    )
    with pytest.raises(AssignmentError) as raised:
        student_bundle(assignment, check_pyz(assignment))
    assert str(raised.value) == (
        f"{assignment.public_tests}: with pytest, as students may run these tests, the reference "
        "fails (ERROR tests/test_double.py - FileNotFoundError: [Errno 2] No such file or "
        "directory: 'tests/tests/two.txt'); put files that tests read into this folder"
    )
