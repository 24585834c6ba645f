"""`autograder play`: the first step of a run that differs, in the terminal and on the page."""

from __future__ import annotations

import re
import shlex
import shutil
from html import unescape
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from autograder.authoring.folder import write
from autograder.authoring.release.kit_files import student_kit
from autograder.authoring.verify.solutions import submission_with
from autograder.judge.chaffs import with_chaff
from autograder.reports.played import reference_calls, steps_file
from tests.conftest import ROOT, Ran, run_autograder

REFERENCE = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")
FORGETS_GUESSES = """
def used_in_row(puzzle, posn):
    return sorted(entry.number for entry in puzzle.board[posn.y] if entry.number)
"""
RETURNS_A_PUZZLE = """
def neighbours(puzzle):
    return puzzle
"""
COUNTS_FROM_ZERO = """
def available_vals(puzzle, posn):
    return [0, 1, 2]
"""
RETURNS_NOTHING = """
def find_blank(puzzle):
    Posn(0, 0)
"""
RETURNS_A_NUMBER = """
def neighbours(puzzle):
    return 7
"""
CHANGES_ITS_ARGUMENT = """
def apply_guess(puzzle):
    puzzle.constraints.pop()
    return puzzle
"""
APPLIES_ALL = """
def neighbours(puzzle):
    guessed = find_blank(puzzle) == Posn(-1, -1)
    return [apply_guess(puzzle)] if guessed else _neighbours(puzzle)
"""
COUNTS_ALL = """
def neighbours(puzzle):
    posn = find_blank(puzzle)
    if posn == Posn(-1, -1):
        return [apply_guess(puzzle)] if guess_valid(puzzle) else []
    return [fill_in_guess(puzzle, posn, value) for value in (1, 2, 3)]
"""
DIVIDES = """
def available_vals(puzzle, posn):
    return 1 / 0
"""
CLAIMS_ODD_VALUES = """
def used_in_row(puzzle, posn):
    return [10 ** 5000, 1.5]

def find_blank(puzzle):
    return Posn(10 ** 12, 0)
"""
RECURSES = """
def apply_guess(puzzle):
    return apply_guess(puzzle)
"""
RETURNS_TOO_MUCH = """
def available_vals(puzzle, posn):
    return ["x" * 1000] * 7000
"""
PRINTS_WITHOUT_END = """
def available_vals(puzzle, posn):
    while True: print("x" * 1000)
"""
LOOPS = """
def guess_valid(puzzle):
    while True: pass
"""


def play(folder: Path, code: str, kit: Path) -> Ran:
    (folder / "kenken.py").write_text(with_chaff(REFERENCE, code), encoding="utf-8")
    options = ("--assignment", "kenken", "--no-open", "--kit", kit)
    return run_autograder("play", "three_by_three", *options, cwd=folder)


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What students get of the assignment, with the steps of one case and short limits."""
    assignment, kit = load("kenken", ROOT), tmp_path_factory.mktemp("bundled")
    [case] = [each for each in assignment.cases("sample") if each.name == "three_by_three"]
    steps = assignment.steps_of(case).relative_to(ROOT).as_posix()
    write(kit, student_kit(assignment) | {steps: steps_file(assignment, case)})
    toml = load("kenken", kit).toml
    short = "[limits]\ncall_seconds = 0.5\nprogram_seconds = 0.5\n"
    toml.write_text(f"{toml.read_text()}\n{short}")
    return kit


def test_forged_name(tmp_path: Path) -> None:
    """A program that reports calls itself can name them as it likes."""
    code = """
def find_blank(puzzle):
    import sys
    recorder = sys._getframe(1).f_locals["self"]
    recorder.report([["\\x1b[31m\\u202e", 0, recorder.encode([puzzle]), None, "", False], {}])
    return Posn(0, 0)
"""
    assert play(tmp_path, code, ROOT).status == 1
    page = (tmp_path / "three_by_three-played.html").read_text(encoding="utf-8")
    assert "[31m" in page
    assert not {"\x1b", "\u202e"} & {*page}


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "✓ None of the 208 steps differs from what the algorithm does."),
        (
            FORGETS_GUESSES,
            "✗ Step 14: used_in_row for Posn(1, 0) returned []; row 0 holds 1.",
        ),
        (
            RETURNS_A_PUZZLE,
            "✗ Step 3: neighbours returned something of the type Puzzle; available are 1, 2 and 3.",
        ),
        (
            COUNTS_FROM_ZERO,
            "✗ Step 4: available_vals for Posn(0, 0) returned [0, 1, 2]; available are 1, 2 and 3.",
        ),
        (
            RETURNS_NOTHING,
            "✗ Step 1: find_blank returned None (is a return missing?); the first blank cell of"
            " cage a is Posn(0, 0).",
        ),
        (RETURNS_A_NUMBER, "✗ Step 3: neighbours returned 7; available are 1, 2 and 3."),
        (
            CHANGES_ITS_ARGUMENT,
            "✗ Step 48: apply_guess for the board that is shown changed an argument; it has to stay"
            " as it was.",
        ),
        (
            "_neighbours = neighbours\n" + APPLIES_ALL,
            "✗ Step 26: neighbours returned 1 puzzle, with 3 constraints and no guess; this board"
            " has no neighbours: it is a dead end.",
        ),
        (
            COUNTS_ALL,
            "✗ Step 14: neighbours returned 3 puzzles, with 1, 2 and 3; available are 2 and 3.",
        ),
        (
            DIVIDES,
            "✗ Step 4: available_vals for Posn(0, 0) raised ZeroDivisionError: division by zero"
            " (available_vals, line 120); available are 1, 2 and 3.",
        ),
        (
            CLAIMS_ODD_VALUES,
            "✗ Step 1: find_blank returned Posn(1000000000000, 0); the first blank cell of cage",
        ),
        (
            RECURSES,
            "✗ Step 48: apply_guess did not finish: apply_guess (kenken.py, line 120) called",
        ),
        (
            RETURNS_TOO_MUCH,
            "✗ Step 4: available_vals for Posn(0, 0) returned a value that is too large; available",
        ),
        (PRINTS_WITHOUT_END, "✗ After 3 steps: solve.py printed"),
        (
            LOOPS,
            "✗ After 22 steps: solve.py did not finish: it was still computing after 0.5 s"
            " (guess_valid, line 120).",
        ),
    ],
    ids=(
        "right",
        "wrong",
        "puzzle",
        "zero",
        "nothing",
        "type",
        "change",
        "dead end",
        "all",
        "crash",
        "odd",
        "recursion",
        "too large",
        "printing",
        "loop",
    ),
)
def test_first_difference(bundled: Path, tmp_path: Path, code: str, sentence: str) -> None:
    """The page ends with the sentence of the terminal."""
    ran = play(tmp_path, code, bundled if code == LOOPS else ROOT)
    said, path = ran.out.splitlines()
    assert said.startswith(sentence)
    assert (ran.status, path) == (
        said[0] == "✗",
        "The page that plays your run is three_by_three-played.html",
    )
    page = (tmp_path / "three_by_three-played.html").read_text(encoding="utf-8")
    assert page.split('"sentences":[')[1].split('],"steps"')[0].endswith(f'"{said[2:]}"')


@pytest.mark.parametrize(
    ("assignment", "solution", "case", "sentence"),
    [
        ("ac3", "wheats/large_values_first", "two_solutions", "✓ None of the 61 steps differs"),
        (
            "ac3",
            "chaffs/search_no_mrv",
            "four_hard",
            "✗ Step 134: select_variable returned (0, 0), whose domain has 4 values; the smallest"
            " domain with several values has 3.",
        ),
        (
            "cages",
            "chaffs/check_constraint_mult_adds",
            "extreme_0",
            "✗ Step 44: check_constraint for mult 6 with 1 and 5 returned True; these numbers do"
            " not satisfy it.",
        ),
        (
            "calcudoku",
            "chaffs/check_rows_valid_compares_sums",
            "few_backtracks",
            "✗ Step 5: check_rows_valid for the board that ends with 1 in cell 1 returned True; a"
            " row contains a number twice.",
        ),
    ],
)
def test_steps_of_each_assignment(
    tmp_path: Path, assignment: str, solution: str, case: str, sentence: str
) -> None:
    chosen = load(assignment, ROOT)
    for name in chosen.files:
        shutil.copy(chosen.reference / name, tmp_path)
    file, text = submission_with(chosen, chosen.folder / f"{solution}.py")
    (tmp_path / file).write_text(text, encoding="utf-8")
    ran = run_autograder("play", case, "--assignment", assignment, "--no-open", cwd=tmp_path)
    assert ran.out.startswith(sentence)


def test_bundle_has_the_steps_and_no_reference(bundled: Path, tmp_path: Path) -> None:
    assert not load("kenken", bundled).has_reference
    pages = []
    for kit in (ROOT, bundled):
        ran = play(tmp_path, FORGETS_GUESSES, kit)
        pages.append((ran, (tmp_path / "three_by_three-played.html").read_bytes()))
    assert pages[0] == pages[1]


def test_reference_that_fails(tmp_path: Path) -> None:
    """No bundle gets half of its steps."""
    kenken = load("kenken", ROOT)
    vars(kenken)["reference"] = tmp_path
    (tmp_path / "kenken.py").write_text("1 / 0", encoding="utf-8")
    with pytest.raises(AssignmentError, match="the reference failed: "):
        reference_calls(kenken, kenken.cases("sample")[0])


def test_nothing_to_play(tmp_path: Path) -> None:
    folder = ROOT / "reference/mathdoku"
    ran = run_autograder("play", "figure", folder, "--no-open", cwd=tmp_path)
    assert (ran.status, ran.err) == (
        2,
        "autograder: mathdoku has no steps to play: how its program solves a puzzle is up to you"
        " and cannot be seen from outside\n",
    )


@pytest.mark.parametrize(
    ("code", "audience", "sentence"),
    [
        (
            COUNTS_FROM_ZERO,
            "instructor",
            " returned [0, 1, 2]; available are",
        ),
        (COUNTS_FROM_ZERO, "student", ""),
        (FORGETS_GUESSES, "instructor", ""),
    ],
    ids=("failing", "for students", "secret cases only"),
)
def test_report_links_the_first_failing_sample_case(
    tmp_path: Path, code: str, audience: str, sentence: str
) -> None:
    (tmp_path / "kenken.py").write_text(with_chaff(REFERENCE, code), encoding="utf-8")
    options = ("--audience", audience, "--html", tmp_path / "a b.html")
    ran = run_autograder("grade", "kenken", tmp_path, *options)
    assert (ran.status, "solve.py prints the solution" in ran.out) == (0, True)
    played = tmp_path / "a b-begun-played.html"
    page = (tmp_path / "a b.html").read_text(encoding="utf-8")
    links = re.findall('<a href="([^#]*)">Play this run</a>', page)
    assert links == (["a%20b-begun-played.html"] if sentence else [])
    assert {*tmp_path.glob("*-played.html")} == ({played} if sentence else set())
    assert not sentence or sentence in played.read_text(encoding="utf-8")


def test_pages_of_a_class_show_the_command(tmp_path: Path) -> None:
    """The whole class is not played again; the command can be pasted anywhere."""
    for student, code in {"ada": COUNTS_FROM_ZERO, "bob": FORGETS_GUESSES}.items():
        (tmp_path / f"in/{student}").mkdir(parents=True)
        (tmp_path / f"in/{student}/kenken.py").write_text(with_chaff(REFERENCE, code))
    run_autograder("course", "grade", "kenken", "in", "--to", "a", "--kit", ROOT, cwd=tmp_path)
    run_autograder("course", "report", "a", "--to", "the class", "--kit", ROOT, cwd=tmp_path)
    students = tmp_path / "the class/students"
    link = '<a href="ada.files.html#play">Play this run</a>'
    assert link in (students / "ada.html").read_text(encoding="utf-8")
    page = (students / "ada.files.html").read_text(encoding="utf-8")
    command = shlex.split(unescape(page.split('<p id="play">')[1].split("pre>")[1][:-2]))
    assert command[:3] == ["autograder", "grade", "kenken"]
    assert run_autograder(*command[1:], cwd=tmp_path).status == 0
    assert "report-begun-played.html" in (students / "ada/report.html").read_text(encoding="utf-8")
    assert "Play this run" not in (students / "bob.html").read_text(encoding="utf-8")
    assert not (students / "bob").exists()


def test_check_names_the_first_step_that_differs_if_only_a_program_fails(tmp_path: Path) -> None:
    calcudoku = load("calcudoku", ROOT)
    for name in calcudoku.files:
        shutil.copy(calcudoku.reference / name, tmp_path)
    solver = tmp_path / "solver.py"
    right = solver.read_text(encoding="utf-8")
    add = "puzzle[row][column] += "
    wrong = right.replace(f"{add}1", f"{add}2 if puzzle[row][column] == 3 else 1")
    solver.write_text(wrong, encoding="utf-8")
    ran = run_autograder("check", "calcudoku", tmp_path, "--part", "solution")
    said = "The run, step by step: Step 28 is check_valid for the board that ends with 5 in cell 3;"
    assert ran.out.count(f"{said} it should be check_valid for the board that ends with 4") == 1
    command = ran.out.partition("To play this run, step by step: autograder ")[2].splitlines()[0]
    assert run_autograder(*shlex.split(command), "--no-open", cwd=tmp_path).out.startswith(
        "✗ Step 28 "
    )
