"""NAME-student.zip: its files, its pages, and its tests with pytest and with check.pyz."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.release import student_bundle
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.pages import handout_page
from autograder.authoring.release.practice import without_terminals
from autograder.intake.box import receive
from autograder.intake.packing import packed
from autograder.intake.shortcomings import files_to_hand_in
from autograder.judge.grading_python import PYTHON
from tests.authoring.sound_kit import make_sound_kit, put
from tests.authoring.test_release_pyz import run_pyz
from tests.conftest import DOUBLE, ROOT, Ran, run_program
from tests.submissions import build

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
BOARDS = "NUMBERS = [1, 3]\n"


def make_kit(folder: Path) -> Assignment:
    """Make a kit with tests of pytest's and of unittest's style, a helper module and data."""
    assignment = make_sound_kit(folder)
    put(assignment.public_tests / "test_double.py", TESTS)
    put(assignment.public_tests / "conftest.py", CONFTEST)
    put(assignment.public_tests / "two.txt", "2\n")
    put(assignment.folder / "boards.py", BOARDS)
    put(assignment.folder / "hidden_boards.py", "NUMBERS = [4711]\n")
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


COMMANDS = {
    "": "run all tests; the report begins with the part to work on next",
    " --part NAME": "run the tests of one part",
    " --watch": "run them whenever you save a file, until Ctrl-C",
    " --hint": "get a hint; with --hint 2, the next one",
    " step": "go through the first failing call, line by line",
    " diff CASE": "compare your program's output for inputs/CASE.in with what is expected",
    " --html report.html": "write the report as a page",
    " pytest FILE": "run tests of your own",
    " --hand-in": "see what is missing, and write the zip to hand in",
    " --help": "see all commands and options",
}


def test_files_of_the_zip(unpacked: Path) -> None:
    paths = [path for path in unpacked.rglob("*") if path.is_file()]
    assert {path.relative_to(unpacked).as_posix() for path in paths} == {
        *("double.py", "inputs/two.in", "expected/two.out", "check.pyz"),
        *(f"tests/{name}" for name in ("test_double.py", "test_program.py", "conftest.py")),
        *("tests/boards.py", "tests/two.txt", "conftest.py", "pytest.ini"),
        *("handout.html", "START.html", ".vscode/tasks.json", ".vscode/settings.json"),
    }
    assert (unpacked / "check.pyz").stat().st_size < 6_000_000
    start = html.unescape((unpacked / "START.html").read_text("utf-8"))
    assert '<pre tabindex="0" class="sample">double: double\n\n' in start
    assert "double is not written yet" in start
    assert "write <code>double.py</code>, and run" in start
    assert f"Your\nwork is graded with {PYTHON};" in start
    assert "deleted afterwards. Your functions may not change their arguments, which is" in start
    assert '<pre tabindex="0" class="sample">python double.py < inputs/two.in</pre>' in start
    rows = re.findall(r"<tr><td><code>python check.pyz(.*?)</code></td><td>(.*?)</td></tr>", start)
    assert dict(rows) == COMMANDS


FAILED = "FAILED tests/test_double.py::"
SKIPPED = ["SKIPPED [1] tests/test_program.py:1: needs the grader: run check.pyz"]
SKIPPED += ["SKIPPED [1] tests/test_double.py:23: needs the grader: run check.pyz"]
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
    """Without the plugins that are installed here. `student_bundle` tries the reference."""
    if source:
        put(folder / "double.py", source)
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    environment = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}
    environment["PATH"] = os.environ["PATH"]
    done = run_program(*command, cwd=folder, env=environment)
    *lines, last = done.out.partition("short test summary info")[2].splitlines()[1:]
    assert [*lines, last.partition(" in ")[0]] == summary
    assert json.loads(run_pyz(folder, home, "--json", "-").out)["score"] == score


def test_tests_that_students_edit_do_not_count(folder: Path, home: Path) -> None:
    put(folder / "double.py", WRONG)
    put(folder / "tests/test_double.py", "def test_all(): pass\n")
    put(folder / "pytest.ini", "[pytest]\naddopts = --collect-only\n")
    assert "✗ double   45/60" in run_pyz(folder, home).out


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


# The handout.

HANDOUT = """\
# Doubling & more

![A figure](figures/double/a%20b.svg) [web](https://example.org) [below](#the-program-in-short)

<details><summary>More</summary></details>

## The `program`, in short

Try `double`.
"""


def test_handout_as_a_page(tmp_path: Path) -> None:
    assignment = make_sound_kit(tmp_path)
    put(tmp_path / "handout/double.md", HANDOUT)
    put(tmp_path / "handout/figures/double/a b.svg", "<svg/>")
    page, attachments = handout_page(assignment)
    assert attachments == {}
    assert page.partition("<main>\n")[2].partition("</main>")[0] == (
        '<h1 id="doubling--more">Doubling &amp; more</h1>\n'
        '<p><img src="data:image/svg+xml;base64,PHN2Zy8+" alt="A figure" /> '
        '<a href="https://example.org">web</a> '
        '<a href="#the-program-in-short">below</a></p>\n'
        "<details><summary>More</summary></details>\n"
        '<h2 id="the-program-in-short">The <code>program</code>, in short</h2>\n'
        "<p>Try <code>double</code>.</p>\n"
    )


@pytest.mark.parametrize("name", names(ROOT))
def test_handouts_name_no_path_that_students_lack(name: str) -> None:
    page, attachments = handout_page(load(name, ROOT))
    assert re.findall(r"\.\./|starter/|\bautograder\b", page) == []
    links = set(re.findall(r'<a href="(?!https?:|#)([^"#]*)', page))
    assert links == set(attachments) == {f"figures/{name}/trace.html"}
    assert b"<!doctype html>" in attachments[f"figures/{name}/trace.html"]


@pytest.mark.nightly
def test_check_of_the_workflow_for_other_systems(tmp_path: Path) -> None:
    """It accepts a right and a wrong submission as such, and not the other way round."""
    assignment = load("kenken")
    files = student_bundle(assignment, check_pyz(assignment))
    bundle = tmp_path / "kenken-student.zip"
    bundle.write_bytes(packed({f"kenken/{path}": each for path, each in files.items()}))
    right = assignment.reference / "kenken.py"
    wrong = build("kenken-return_forgotten", tmp_path) / "kenken.py"
    script = (sys.executable, ROOT / "tests/students_side.py", bundle)
    assert run_program(*script, right, wrong) == Ran(0, "", "")
    swapped = run_program(*script, wrong, right)
    assert swapped.status == 1
    assert f"{wrong}: exit status 1 instead of 0" in swapped.out
    assert f"{right}: exit status 0 instead of 1" in swapped.out


@pytest.mark.parametrize("name", names(ROOT))
def test_handout_on_a_practice_page_is_not_about_terminals(name: str) -> None:
    """What is left of check.pyz are commands for which the page has buttons."""
    page = without_terminals(handout_page(load(name, ROOT))[0])
    assert re.findall(r"START|PowerShell|terminal|pytest|diff |--watch|\.py &lt;", page) == []
    commands = set(re.findall(r"<code>python check\.pyz ?([\w-]*)", page))
    assert {"", "step", "--hand-in"} <= commands <= {"", "step", "--hand-in", "play", "--part"}
