"""The calcudoku assignment: its expected outputs, wrong ways of counting, and handout."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from autograder.assignment import Case, load
from tests.conftest import ROOT

ASSIGNMENT = load("calcudoku")
CASES = [case for kind in ("sample", "secret") for case in ASSIGNMENT.cases(kind)]
EXAMPLE = next(case for case in CASES if case.name == "example")
HANDOUT = (ROOT / "handout" / "calcudoku.md").read_text(encoding="utf-8")

# Measured, independently of this kit, with programs that count in these ways.
WRONG_COUNTS = {
    (3000, 585): "lets a cage with an empty cell reach its sum",
    (3820, 749): "tests full cages only",
    (1840, 353): "demands room for a 1 in every empty cell",
    (1645, 314): "rejects a cage that 5s in its empty cells would not fill",
    (2703, 438): "counts a check when a cell would go above 5",
    (2265, 1802): "counts a backtrack for every failed check",
    (2265, 338): "counts several backtracks in a row as one",
    (2266, 438): "checks the full board once more",
    (4468, 438): "counts rows, columns and cages as separate checks",
}


@pytest.fixture(scope="module")
def counting() -> Iterator[ModuleType]:
    sys.path.insert(0, str(ASSIGNMENT.folder))
    yield importlib.import_module("counting")
    sys.path.remove(str(ASSIGNMENT.folder))


def test_example_of_the_specification() -> None:
    assert EXAMPLE.output.read_text(encoding="utf-8") == (
        "Number of cages: Cage number 0: Cage number 1: Cage number 2: Cage number 3: "
        "Cage number 4: Cage number 5: Cage number 6: Cage number 7: Cage number 8: --Solution--\n"
        "4 1 2 5 3\n1 5 4 3 2\n2 3 5 4 1\n3 4 1 2 5\n5 2 3 1 4\n"
        "checks: 2265 backtracks: 438\n"
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.input.parent.name}-{case.name}")
def test_expected_output_agrees_with_a_second_method(case: Case, counting: ModuleType) -> None:
    cages = counting.read_cages(case.input.read_text(encoding="utf-8"))
    prompts, *rows, last = case.output.read_text(encoding="utf-8").splitlines()
    grid = [[int(word) for word in row.split(" ")] for row in rows]
    numbers = [number for row in grid for number in row]
    for line in [*grid, *map(list, zip(*grid, strict=True))]:
        assert sorted(line) == [1, 2, 3, 4, 5]
    assert sorted(cell for _, cells in cages for cell in cells) == list(range(25))
    for total, cells in cages:
        assert sum(numbers[cell] for cell in cells) == total
    assert prompts.count("Cage number ") == len(cages)
    checks, backtracks = map(int, re.findall(r"\d+", last))
    assert checks == 5 * backtracks + sum(numbers)
    assert (checks, backtracks) == counting.search(cages).counts


@pytest.mark.parametrize(("counts", "mistake"), WRONG_COUNTS.items())
def test_wrong_ways_of_counting_are_recognised(
    counts: tuple[int, int], mistake: str, counting: ModuleType
) -> None:
    text = EXAMPLE.input.read_text(encoding="utf-8")
    message = counting.explain(text, "checks: {} backtracks: {}\n".format(*counts))
    assert message.startswith(f"A program prints these counts if it {mistake}")


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("checks: 1 backtracks: 2\n", ""),
        ("nothing\n", ""),
        ("checks: 9999999999999 backtracks: 1\n", ""),
        ("Checks: 2265 Backtrack: 438\n", ""),
    ],
)
def test_other_counts_are_not_explained(output: str, message: str, counting: ModuleType) -> None:
    assert counting.explain(EXAMPLE.input.read_text(encoding="utf-8"), output) == message


def test_wrong_counts_in_other_words_are_explained(counting: ModuleType) -> None:
    text = EXAMPLE.input.read_text(encoding="utf-8")
    message = counting.explain(text, "Check: 2266, Backtrack: 438\n")
    assert message.startswith("A program prints these counts if it checks the full board once more")


def test_cell_without_a_cage_may_hold_any_number(counting: ModuleType) -> None:
    assert counting.search([(5, [24])]).counts[0] > 0


def test_handout_lists_every_wrong_count() -> None:
    for checks, backtracks in WRONG_COUNTS:
        assert f"| {checks} | {backtracks} |" in HANDOUT


def run_python(code: str, typed: str = "") -> str:
    """Return what Python prints for this code in the reference's folder."""
    command = [sys.executable, "-c", f"from solver_funcs import *\nfrom solver import *\n{code}"]
    folder = ROOT / "reference" / "calcudoku"
    ran = subprocess.run(
        command, cwd=folder, input=typed, capture_output=True, encoding="utf-8", check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


EXAMPLES = re.findall(r" \| `(check_\w+\([^`]+)` is `(\w+)`[ :]", HANDOUT)


def test_handout_has_an_example_of_every_function() -> None:
    functions = [part.name for part in ASSIGNMENT.parts if part.file == "solver_funcs.py"]
    assert [call.partition("(")[0] for call, _ in EXAMPLES] == functions


@pytest.mark.parametrize(("call", "value"), EXAMPLES)
def test_example_of_the_handout(call: str, value: str) -> None:
    assert run_python(f"print({call})") == f"{value}\n"


def test_example_of_get_cages_in_the_handout() -> None:
    sentence = re.search(
        r"When (.+?) are entered, it returns `(.+?)` and has printed (.+)\.", HANDOUT
    )
    assert sentence
    typed, prompts = (re.findall(r"`([^`]+)`", sentence[part]) for part in (1, 3))
    assert len(typed) == len(prompts) == 3
    printed = run_python("print(get_cages())", "\n".join([*typed, ""]))
    assert printed == f"{''.join(prompts)}{sentence[2]}\n"


def test_example_of_a_test_in_the_handout() -> None:
    """It passes, and the opposite assertion fails."""
    code = re.findall(r"```python\n(.*?)```", HANDOUT, re.DOTALL)[0]
    call = "test_check_columns_valid_last_column()"
    assert run_python(f"{code}\nprint({call})") == "None\n"
    opposite = code.replace("is False", "is True")
    attempt = f"try:\n    {call}\nexcept AssertionError:\n    print('fails')\n"
    assert run_python(f"{opposite}\n{attempt}") == "fails\n"


def test_number_of_wrong_functions_in_the_handout() -> None:
    functions = [part.name for part in ASSIGNMENT.parts if part.file == "solver_funcs.py"]
    chaffs = [path for name in functions for path in ASSIGNMENT.folder.glob(f"chaffs/{name}_*.py")]
    assert f"for each of {len(chaffs)} wrong functions" in HANDOUT


def test_handout_shows_files_as_they_are() -> None:
    shown = EXAMPLE.input.read_text(encoding="utf-8")
    printed = EXAMPLE.output.read_text(encoding="utf-8")
    assert f"```text\n{shown}```\n" in HANDOUT
    assert f"example.in\n{printed}```\n" in HANDOUT


def test_tests_of_the_reference_pass() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "funcs_tests.py"]
    folder = ROOT / "reference" / "calcudoku"
    ran = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, " passed" in ran.stdout) == (0, True), ran.stdout


def test_search_without_a_solution_ends() -> None:
    ran = subprocess.run(
        [sys.executable, "solver.py"],
        cwd=ROOT / "reference" / "calcudoku",
        input="1\n9 1 0\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("--Solution--\n" + "0 0 0 0 0\n" * 5 + "checks: 5 backtracks: 1\n")
