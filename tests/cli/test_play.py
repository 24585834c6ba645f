"""`autograder play`: the first step of a run that differs, in the terminal and on the page."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import AssignmentError, load
from autograder.authoring.folder import write
from autograder.authoring.release.kit_files import student_kit
from autograder.authoring.verify.solutions import submission_with
from autograder.judge.chaffs import with_chaff
from autograder.reports.played import reference_calls, steps_file
from tests.conftest import ROOT, Ran, run_autograder
from tests.puzzles.trace.test_page import data_of

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


def test_first_steps_are_shown_while_it_runs(bundled: Path, tmp_path: Path) -> None:
    """On a terminal, each in the place of the one before."""
    (tmp_path / "kenken.py").write_text(with_chaff(REFERENCE, LOOPS), encoding="utf-8")
    command = [sys.executable, "-m", "autograder", "play", "three_by_three", "--no-open"]
    main, terminal = os.openpty()
    options = ["--assignment", "kenken", "--kit", str(bundled)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(
        [*command, *options], cwd=tmp_path, stderr=terminal, env=environment, check=False
    )
    shown = os.read(main, 10_000).decode()
    os.close(terminal)
    os.close(main)
    steps = shown.split("\r\x1b[K")
    assert steps[1] == "1: find_blank returned Posn(0, 0)"
    assert "4: used_in_row for Posn(0, 0) returned []" in steps


def numberless(said: str) -> str:
    """Leave out which step it is, which depends on the order of the calls of a reference."""
    return re.sub(r"^(✗ Step |✗ After |✓ )\d+", r"\1N", said)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "✓ N steps: no difference from what the algorithm does."),
        (
            FORGETS_GUESSES,
            "✗ Step N: used_in_row for Posn(1, 0) returned []; the algorithm returned [1].",
        ),
        (
            RETURNS_A_PUZZLE,
            "✗ Step N: neighbours returned something of the type Puzzle; the algorithm returned 3"
            " puzzles, with 1, 2 and 3.",
        ),
        (
            COUNTS_FROM_ZERO,
            "✗ Step N: available_vals for Posn(0, 0) returned [0, 1, 2]; the algorithm returned"
            " [1, 2, 3].",
        ),
        (
            RETURNS_NOTHING,
            "✗ Step N: find_blank returned None (is a return missing?); the algorithm returned"
            " Posn(0, 0).",
        ),
        (
            RETURNS_A_NUMBER,
            "✗ Step N: neighbours returned 7; the algorithm returned 3 puzzles, with 1, 2 and 3.",
        ),
        (
            CHANGES_ITS_ARGUMENT,
            "✗ Step N: apply_guess for the board that is shown changed an argument; it has to stay"
            " as it was.",
        ),
        (
            "_neighbours = neighbours\n" + APPLIES_ALL,
            "✗ Step N: neighbours returned 1 puzzle, with 3 constraints and no guess; the"
            " algorithm returned no puzzle.",
        ),
        (
            COUNTS_ALL,
            "✗ Step N: neighbours returned 3 puzzles, with 1, 2 and 3; the algorithm returned 2"
            " puzzles, with 2 and 3.",
        ),
        (
            DIVIDES,
            "✗ Step N: available_vals for Posn(0, 0) raised ZeroDivisionError: division by zero"
            " (available_vals, kenken.py, line 120); the algorithm returned [1, 2, 3].",
        ),
        (
            CLAIMS_ODD_VALUES,
            "✗ Step N: find_blank returned Posn(1000000000000, 0); the algorithm returned",
        ),
        (
            RECURSES,
            "✗ Step N: apply_guess did not finish: apply_guess (kenken.py, line 120) called",
        ),
        (
            RETURNS_TOO_MUCH,
            "✗ Step N: available_vals for Posn(0, 0) returned a value that is too large; the",
        ),
        (PRINTS_WITHOUT_END, "✗ After N step: solve.py printed"),
        (
            LOOPS,
            "✗ After N steps: solve.py did not finish: it was still computing after 0.5 s"
            " (guess_valid, kenken.py, line 120).",
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
    assert numberless(said).startswith(sentence)
    assert (ran.status, path) == (
        said[0] == "✗",
        "The page that plays your run is three_by_three-played.html",
    )
    page = (tmp_path / "three_by_three-played.html").read_text(encoding="utf-8")
    data = data_of(page)
    assert data["sentences"][data["steps"][-1][0]].endswith(said[2:])
    number = re.search(r"(?:Step|After|✓) (\d+)", said)
    assert number
    assert len(data["steps"]) == int(number[1])


@pytest.mark.parametrize(
    ("assignment", "solution", "case", "sentence"),
    [
        ("ac3", "wheats/large_values_first", "two_solutions", "✓ N steps: no difference"),
        (
            "ac3",
            "chaffs/search_no_mrv",
            "four_hard",
            "✗ Step N: select_variable returned (0, 0), whose domain has 4 values; the algorithm"
            " returned (0, 3), whose domain has 3 values.",
        ),
        (
            "cages",
            "chaffs/check_constraint_mult_adds",
            "extreme_0",
            "✗ Step N: check_constraint for mult 6 with 1 and 5 returned True; these numbers do"
            " not satisfy it.",
        ),
        (
            "calcudoku",
            "chaffs/check_rows_valid_compares_sums",
            "few_backtracks",
            "✗ Step N: check_rows_valid for the board that ends with 1 in cell 1 returned True; a"
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
    assert numberless(ran.out).startswith(sentence)


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
            " returned [0, 1, 2]; the algorithm returned [",
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
    said = "The run, step by step: Step 11 is check_valid for the board that ends with 5 in cell 3;"
    assert ran.out.count(f"{said} it should be check_valid for the board that ends with 4") == 1
    command = ran.out.partition("To play this run, step by step: autograder ")[2].splitlines()[0]
    assert run_autograder(*shlex.split(command), "--no-open", cwd=tmp_path).out.startswith(
        "✗ Step 11 "
    )


ALIASED = ("[[0] * SIZE for _ in range(SIZE)]", "[[0] * SIZE] * SIZE")
SWAPPED = ("return Posn(x, y)", "return Posn(y, x)")
WITHOUT_ROWS = ("    for row in puzzle:\n        print(*row)\n", "")
WITHOUT_COUNTS = ('    print(f"checks: {checks} backtracks: {backtracks}")\n', "")
PRINTS_MORE = (WITHOUT_COUNTS[0], f'{WITHOUT_COUNTS[0]}    print("done")\n')
BOARD_BEFORE = "    puzzle[-1][-1] -= 1\n    for row in puzzle:\n        print"
COUNTS_TWICE = ("checks += 1", "checks += 2")
APPLIES = "[apply_guess(puzzle)] if guess_valid(puzzle) else []"


def play_changed(folder: Path, name: str, case: str, *changes: tuple[str, str]) -> tuple[str, Any]:
    """Play the reference with changes to its text; return the sentence, and the page's data."""
    assignment, left = load(name, ROOT), dict(changes)
    for file in assignment.files:
        text = (assignment.reference / file).read_text(encoding="utf-8")
        for old in [old for old in left if text.count(old) == 1]:
            text = text.replace(old, left.pop(old))
        (folder / file).write_text(text, encoding="utf-8")
    assert not left
    ran = run_autograder("play", case, "--assignment", name, "--no-open", cwd=folder)
    page = (folder / f"{case}-played.html").read_text(encoding="utf-8")
    return ran.out.splitlines()[0], data_of(page)


def boards_of(data: Any) -> list[list[int]]:
    """Return what the board shows after each step: bits, as in a step's contents."""
    boards = [[0] * data["size"] ** 2]
    for step in data["steps"]:
        changes = step[3]
        after = dict(zip(changes[::3], changes[2::3], strict=True))
        boards.append([after.get(cell, content) for cell, content in enumerate(boards[-1])])
    return boards[1:]


def has_repeated_numbers(board: list[int], size: int) -> bool:
    """Return whether a row or column contains a number twice."""
    lines = [board[i * size : (i + 1) * size] for i in range(size)]
    lines += [board[i::size] for i in range(size)]
    return any(len({*filled}) < len(filled) for line in lines if (filled := [*filter(None, line)]))


def test_board_of_the_algorithm_is_not_the_programs(tmp_path: Path) -> None:
    """A grid whose rows are one list does not show beside it; the search repeats no number."""
    _, data = play_changed(tmp_path, "cages", "single_cells", ALIASED)
    own, beside = boards_of(data), [board for board, _ in data["beside"]]
    assert any(has_repeated_numbers(board, 6) for board in own)
    assert not any(has_repeated_numbers(board, 6) for board in beside)
    assert len(own) == len(beside)


def test_boards_are_copied_when_calls_are_made(tmp_path: Path) -> None:
    """The search fills one list of lists: first 1, then 1 1, then 1 2."""
    _, data = play_changed(tmp_path, "calcudoku", "few_backtracks")
    begun = [[2], [2, 2], [2, 4]]
    expected = [[*cells, *[0] * (25 - len(cells))] for cells in begun]
    assert boards_of(data)[:3] == expected
    assert [board for board, _ in data["beside"]][:3] == expected


@pytest.mark.parametrize(
    ("name", "case", "changes", "named"),
    [
        ("kenken", "three_by_three", [SWAPPED], r"Posn\((?P<x>\d+), (?P<y>\d+)\)"),
        ("calcudoku", "few_backtracks", [ALIASED], r"cell (?P<x>\d+)"),
        (
            "ac3",
            "four_hard",
            [
                (
                    "domains[arc.first], domains[arc.second]",
                    "domains[arc.second], domains[arc.first]",
                )
            ],
            r"\((?P<y>\d+), (?P<x>\d+)\)",
        ),
    ],
    ids=("kenken", "calcudoku", "ac3"),
)
def test_cells_that_a_sentence_names_are_marked(
    tmp_path: Path, name: str, case: str, changes: list[tuple[str, str]], named: str
) -> None:
    """Also those that the algorithm has instead, and those of all calls that are one step."""
    said, data = play_changed(tmp_path, name, case, *changes)
    assert said.startswith("✗ Step ")
    names = 0
    for sentence, focus, related, *_ in data["steps"]:
        for found in re.finditer(named, data["sentences"][sentence]):
            groups = found.groupdict()
            names += 1
            assert int(groups.get("y", 0)) * data["size"] + int(groups["x"]) in focus + related
    assert names > 2


@pytest.mark.parametrize(
    ("name", "case", "changes", "steps"),
    [
        (
            "kenken",
            "three_by_three",
            (
                (
                    "used = used_in",
                    "used = [*map(used_in_row, [puzzle] * 2, [posn] * 2)][:0] + used_in",
                ),
            ),
            78,
        ),
        (
            "ac3",
            "two_by_two",
            (
                (
                    "domain = reduce_domain(",
                    "domain = reduce_domain(arc, reduced) and reduce_domain(",
                ),
            ),
            5,
        ),
        (
            "calcudoku",
            "few_backtracks",
            (("if check_valid(", "if check_valid(cages=cages, puzzle=puzzle) and check_valid("),),
            130,
        ),
    ],
    ids=("kenken", "ac3", "calcudoku"),
)
def test_calls_that_change_nothing_are_one_step(
    tmp_path: Path, name: str, case: str, changes: tuple[tuple[str, str], ...], steps: int
) -> None:
    """So a program that makes some again, however written, has the steps of the algorithm."""
    said, data = play_changed(tmp_path, name, case, *changes)
    assert said == f"✓ {steps} steps: no difference from what the algorithm does."
    boards = boards_of(data)
    assert all(before != after for before, after in pairwise(boards))
    assert len(boards) == len(data["beside"]) == steps
    sentences = " ".join(data["sentences"])
    if name == "kenken":
        assert data["sentences"][0] == (
            "find_blank (3 times) returned Posn(0, 0). used_in_row (3 times) and used_in_col for"
            " Posn(0, 0) returned []."
        )
    elif name == "ac3":
        assert "more calls show the same board." in sentences
    else:
        assert "check_valid (2 times) for the board that ends with 1 in cell 0" in sentences


@pytest.mark.parametrize(
    ("changes", "steps", "lacks"),
    [
        (
            [("cell < SIZE * SIZE", "cell < SIZE * SIZE - 1")],
            126,
            "the algorithm goes on with check_valid for the board that ends with 1 in cell 24; ",
        ),
        (
            [("if check_valid(", "if True or check_valid(")],
            0,
            "the algorithm begins with check_valid for the board that ends with 1 in cell 0; ",
        ),
        ([('print("--Solution--")', "return")], 130, "it ends before --Solution--; "),
        (
            [
                ('input("Number of cages: ")', "input()"),
                ('input(f"Cage number {i}: ")', "input()"),
                ('print("--Solution--")', "return"),
            ],
            130,
            "it is empty; ",
        ),
        ([WITHOUT_COUNTS], 130, "it ends before checks: 130 backtracks: 11; "),
        ([WITHOUT_ROWS], 130, "step 130 shows a solution, but its rows are not in the output; "),
        (
            [("    for row in puzzle:\n        print", BOARD_BEFORE)],
            130,
            "step 130 shows a solution, but the last board that was printed is that of step 129; ",
        ),
        ([COUNTS_TWICE], 130, "without the line with the counts, it is as expected; "),
        ([PRINTS_MORE], 130, "it has 1 line besides the expected ones; "),
        # Nothing is left out that could be named.
        ([("print(*row)", "print(row)")], 130, ""),
        ([COUNTS_TWICE, ('print("--Solution--")', 'print("Solution")')], 130, ""),
    ],
    ids=(
        "last cell",
        "no call",
        "prompts only",
        "no output",
        "no counts",
        "no rows",
        "board before",
        "counts",
        "more",
        "as lists",
        "words",
    ),
)
def test_what_the_output_of_right_steps_lacks(
    tmp_path: Path, changes: list[tuple[str, str]], steps: int, lacks: str
) -> None:
    said, data = play_changed(tmp_path, "calcudoku", "few_backtracks", *changes)
    wrong = f"✗ {steps} steps: no difference found, but the output is wrong: "
    assert said == f"{wrong}{lacks}see the command diff."
    assert data["end"] == ""


def test_rest_of_a_run_that_was_cut_is_not_said_to_be_missing(tmp_path: Path) -> None:
    """More calls inside of others fill the record before the algorithm's is full."""
    twice = (
        "        check_rows_valid(puzzle)\n",
        "        check_rows_valid(puzzle) and check_rows_valid(puzzle)\n",
    )
    said, _ = play_changed(tmp_path, "calcudoku", "example", twice, COUNTS_TWICE)
    lacks = "without the line with the counts, it is as expected"
    assert re.fullmatch(rf"✗ The first [\d,]+ steps: [^:]+: {lacks}; see the command diff\.", said)


@pytest.mark.parametrize(
    ("name", "case", "change", "sentence"),
    [
        (
            "ac3",
            "two_solutions",
            ("                return solution", "                solution"),
            "step 5 shows a solution, but its rows are not in the output; see the command diff.",
        ),
        (
            "kenken",
            "three_by_three",
            (
                f"return {APPLIES}",
                "return apply_guess(puzzle) and [] if guess_valid(puzzle) else []",
            ),
            "no guess. Step 17 shows the right board.",
        ),
        ("kenken", "three_by_three", (f"return {APPLIES}", "return []"), "and no guess."),
    ],
    ids=("recursion", "apply_guess", "never made"),
)
def test_result_that_is_dropped(
    tmp_path: Path, name: str, case: str, change: tuple[str, str], sentence: str
) -> None:
    """The step that has it is named, if there is one."""
    said, _ = play_changed(tmp_path, name, case, change)
    assert said.endswith(sentence)


def test_search_that_ends_early_has_fewer_steps_than_the_algorithm(tmp_path: Path) -> None:
    """A search may make its calls in any order, so none of them is the wrong one."""
    gives_up = (
        "    if not cells:\n",
        "    if len(cells) == 30:\n        return False\n    if not cells:\n",
    )
    said, _ = play_changed(tmp_path, "cages", "figure", gives_up)
    ends = "no difference found, but the output is wrong: see the command diff."
    form = rf"✗ ([\d,]+) steps, where the algorithm takes at least ([\d,]+) steps: {ends}"
    found = re.fullmatch(form, said)
    assert found, said
    own, steps = (int(number.replace(",", "")) for number in found.groups())
    assert own < steps
