"""The calcudoku assignment: counts by a second method, wrong ways of counting, its handout."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from autograder.assignment import KINDS, load
from tests.assignments.references import handout, printed, sample, texts_of

ASSIGNMENT = load("calcudoku")
EXAMPLE, OUTPUT = sample("calcudoku", "example")
HANDOUT = handout("calcudoku")

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
    assert OUTPUT == (
        "Number of cages: Cage number 0: Cage number 1: Cage number 2: Cage number 3: "
        "Cage number 4: Cage number 5: Cage number 6: Cage number 7: Cage number 8: --Solution--\n"
        "4 1 2 5 3\n1 5 4 3 2\n2 3 5 4 1\n3 4 1 2 5\n5 2 3 1 4\n"
        "checks: 2265 backtracks: 438\n"
    )


def test_counts_agree_with_a_second_method(counting: ModuleType) -> None:
    for case in [case for kind in KINDS for case in ASSIGNMENT.cases(kind)]:
        text, output = texts_of(case)
        cages = counting.read_cages(text)
        prompts, *rows, last = output.splitlines()
        assert prompts.count("Cage number ") == len(cages)
        checks, backtracks = map(int, re.findall(r"\d+", last))
        assert checks == 5 * backtracks + sum(map(int, " ".join(rows).split()))
        assert (checks, backtracks) == counting.search(cages).counts


@pytest.mark.parametrize(("counts", "mistake"), WRONG_COUNTS.items())
def test_wrong_ways_of_counting_are_recognised(
    counts: tuple[int, int], mistake: str, counting: ModuleType
) -> None:
    text = EXAMPLE
    message = counting.explain(text, "checks: {} backtracks: {}\n".format(*counts))
    assert message.startswith(f"A program prints these counts if it {mistake}")


def test_handout_lists_every_wrong_count() -> None:
    for checks, backtracks in WRONG_COUNTS:
        assert f"| {checks} | {backtracks} |" in HANDOUT


def python(code: str, typed: str = "") -> str:
    return printed("calcudoku", f"from solver_funcs import *\nfrom solver import *\n{code}", typed)


EXAMPLES = re.findall(r" \| `(check_\w+\([^`]+)` is `(\w+)`[ :]", HANDOUT)


def test_examples_of_the_handout() -> None:
    functions = [part.name for part in ASSIGNMENT.parts if part.file == "solver_funcs.py"]
    assert [call.partition("(")[0] for call, _ in EXAMPLES] == functions
    code = "".join(f"print({call} is {value})\n" for call, value in EXAMPLES)
    assert python(code) == "True\n" * len(functions)


def test_example_of_get_cages_in_the_handout() -> None:
    sentence = re.search(
        r"When (.+?) are entered, it returns `(.+?)` and has printed (.+)\.", HANDOUT
    )
    assert sentence
    typed, prompts = (re.findall(r"`([^`]+)`", sentence[part]) for part in (1, 3))
    assert len(typed) == len(prompts) == 3
    shown = python("print(get_cages())", "\n".join([*typed, ""]))
    assert shown == f"{''.join(prompts)}{sentence[2]}\n"


def test_example_of_a_test_in_the_handout() -> None:
    """It passes, and the opposite assertion fails."""
    code = re.findall(r"```python\n(.*?)```", HANDOUT, re.DOTALL)[0]
    call = "test_check_columns_valid_last_column()"
    assert python(f"{code}\nprint({call})") == "None\n"
    opposite = code.replace("is False", "is True")
    attempt = f"try:\n    {call}\nexcept AssertionError:\n    print('fails')\n"
    assert python(f"{opposite}\n{attempt}") == "fails\n"


def test_handout_shows_files_as_they_are() -> None:
    assert f"```text\n{EXAMPLE}```\n" in HANDOUT
    assert f"```text\n{OUTPUT}```\n" in HANDOUT


def test_number_of_wrong_functions_in_the_handout() -> None:
    functions = [part.name for part in ASSIGNMENT.parts if part.file == "solver_funcs.py"]
    chaffs = [path for name in functions for path in ASSIGNMENT.folder.glob(f"chaffs/{name}_*.py")]
    assert f"for each of {len(chaffs)} wrong functions" in HANDOUT
