"""The cages assignment: its reader, outputs checked by a second method, its handout."""

from __future__ import annotations

import itertools
import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from autograder.assignment import Case, load
from tests.conftest import ROOT

ASSIGNMENT = load("cages")
REFERENCE = ROOT / "reference" / "cages"
CASES = [case for kind in ("sample", "secret") for case in ASSIGNMENT.cases(kind)]
FIGURE = next(case for case in CASES if case.name == "figure")
HANDOUT = (ROOT / "handout" / "cages.md").read_text(encoding="utf-8")

# The only solutions, found independently by two other programs.
KNOWN = {
    "figure": "623415 532641 264153 351264 145326 416532",
    "easy_0": "563412 425163 154326 312645 631254 246531",
    "extreme_0": "132645 456132 524316 243561 361254 615423",
    "hard_0": "425631 561324 134256 356142 213465 642513",
    "normal_0": "645321 456132 562413 314256 123645 231564",
    "unreasonable_10": "154236 531462 326514 465321 213645 642153",
    "easy_16": "246351 124563 531624 352146 615432 463215",
    "easy_30": "634251 146523 421365 352614 215436 563142",
    "easy_46": "513426 246513 354162 625341 132654 461235",
    "extreme_22": "451362 635421 124635 342156 263514 516243",
    "extreme_44": "651324 513246 435162 162435 246513 324651",
    "extreme_46": "431256 324615 613542 562431 245163 156324",
    "extreme_48": "364215 152346 536421 413652 245163 621534",
    "hard_2": "125346 356124 234651 463512 541263 612435",
    "hard_28": "236145 521364 413652 645213 364521 152436",
    "hard_4": "514263 143526 235641 426315 362154 651432",
    "hard_40": "352614 534126 621453 143562 265341 416235",
    "normal_2": "523164 146325 365241 214536 452613 631452",
    "normal_20": "543162 631425 352614 214536 426351 165243",
    "normal_26": "643215 361542 234156 512463 425631 156324",
    "normal_28": "265134 432561 146352 513246 651423 324615",
    "unreasonable_0": "612543 145632 351264 263415 534126 426351",
    "unreasonable_28": "364125 125463 613254 251346 436512 542631",
    "unreasonable_38": "512643 245136 153264 361425 624351 436512",
    "unreasonable_44": "143562 561423 216354 634215 452136 325641",
}


def run_solve(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "solve.py"],
        cwd=REFERENCE,
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


# The second method: remove comments and whitespace, then fill in whole cages, always the one with
# the fewest combinations. In the cases every cell is in a cage.

Cell = tuple[int, int]
Cage = tuple[str, int, list[Cell]]


def parse(text: str) -> list[Cage]:
    bare = re.sub(r"\s|%.*", "", re.sub(r"/\*[\s\S]*?\*/", "", text))
    found = re.findall(r"cage\((\w+),(\d+),(\[\[[\d,\[\]]*\]\])\)\.", bare)
    cages = [(op, int(target), [(y, x) for y, x in json.loads(c)]) for op, target, c in found]
    assert len(cages) == bare.count("cage(")
    return cages


def fits(op: str, target: int, numbers: tuple[int, ...]) -> bool:
    pairs = set(itertools.permutations(numbers))
    return {
        "add": sum(numbers) == target,
        "mult": math.prod(numbers) == target,
        "sub": any(pair[0] - pair[-1] == target for pair in pairs),
        "div": any(pair[0] == pair[-1] * target for pair in pairs),
        "id": numbers[0] == target,
    }[op]


def ways(cage: Cage) -> list[tuple[int, ...]]:
    op, target, cells = cage
    together = [
        (i, j)
        for (i, one), (j, other) in itertools.combinations(enumerate(cells), 2)
        if one[0] == other[0] or one[1] == other[1]
    ]
    return [
        numbers
        for numbers in itertools.product(range(1, 7), repeat=len(cells))
        if fits(op, target, numbers) and all(numbers[i] != numbers[j] for i, j in together)
    ]


def agree(numbers: dict[Cell, int], others: dict[Cell, int]) -> bool:
    return not any(
        number == other and (y == v or x == u)
        for (y, x), number in numbers.items()
        for (v, u), other in others.items()
    )


def solutions(left: list[list[dict[Cell, int]]], grid: dict[Cell, int]) -> Iterator[str]:
    """Yield the grids made of one combination of each remaining cage."""
    if not left:
        yield "\n".join("".join(str(grid[y, x]) for x in range(6)) for y in range(6))
        return
    fewest = min(left, key=len)
    for way in fewest:
        rest = [[other for other in cage if agree(way, other)] for cage in left if cage != fewest]
        yield from solutions(rest, grid | way)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.input.parent.name}-{case.name}")
def test_expected_output_agrees_with_a_second_method(case: Case) -> None:
    """There is one solution at most, so the order of the search does not matter."""
    cages = parse(case.input.read_text(encoding="utf-8"))
    left = [[dict(zip(cage[2], way, strict=True)) for way in ways(cage)] for cage in cages]
    found = [f"{rows}\n" for rows in solutions(left, {})]
    assert [case.output.read_text(encoding="utf-8")] == (found or ["No Solution...\n"])


def test_figure_has_one_solution_without_its_single_cell() -> None:
    """One of the assignment's tests needs this; a cell that is in no cage may hold any number."""
    caged = [cage for cage in parse(FIGURE.input.read_text(encoding="utf-8")) if cage[0] != "id"]
    left = [[dict(zip(cage[2], way, strict=True)) for way in ways(cage)] for cage in caged]
    free = [[{(0, 3): number} for number in range(1, 7)]]
    found = [rows.replace("\n", " ") for rows in solutions(left + free, {})]
    assert found == [KNOWN["figure"]]


def test_known_solutions() -> None:
    outputs = {case.name: case.output.read_text(encoding="utf-8") for case in CASES}
    assert {name: outputs[name] for name in KNOWN} == {
        name: rows.replace(" ", "\n") + "\n" for name, rows in KNOWN.items()
    }


def test_every_known_puzzle_is_solved_within_two_seconds() -> None:
    code = """\
import sys, time
from cages import solve
from provided import read_cages
for path in sys.argv[1:]:
    start = time.process_time()
    solve(read_cages(open(path, encoding="utf-8").read()))
    print(time.process_time() - start)
"""
    paths = [case.input for case in CASES if case.name in KNOWN]
    seconds = [float(line) for line in run_python(code, *map(str, paths)).splitlines()]
    assert len(seconds) == 25
    assert max(seconds) < 2


def run_python(code: str, *arguments: str) -> str:
    """Run code in the reference's folder and return what it prints."""
    command = [sys.executable, "-c", code, *arguments]
    ran = subprocess.run(
        command, cwd=REFERENCE, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


READ = "import sys, provided\nprint(*provided.read_cages(sys.argv[1]), sep='\\n')"
ONE, TWO = "cage(id, 4, [[0, 3]])", "cage(add, 6, [[0, 4], [0, 5]])"

GOOD = {
    "as the specification writes them": f"{ONE}.\n{TWO}.\n",
    "no end of the last line": f"{ONE}.\n{TWO}.",
    "in one line": f"{ONE}. {TWO}.",
    "no whitespace": "cage(id,4,[[0,3]]).\ncage(add,6,[[0,4],[0,5]]).",
    "whitespace everywhere": (
        "\r\n\tcage( id , 4 , [ [ 0 , 3 ] ] ) .\n\fcage(\nadd\n,\n6,[[0\n,4],\n[0,5]]\n)\n.\n"
    ),
    "comments to the end of the line": f"% one\n{ONE}.% two\n%{TWO}.\n{TWO}. % three",
    "comments over lines": f"/* one\n {TWO}. */{ONE}./**/".replace("./", ". /")
    + "cage(add/**/,/* , */6,[[0,4],[0,/***/5]]). /* * / */",
    "comments in comments": f"/* % */ {ONE}. % /*\n{TWO}. /* /* */",
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_layouts(text: str) -> None:
    assert run_python(READ, text) == f"{ONE}\n{TWO}\n"


def test_every_operation_is_read() -> None:
    text = """\
cage(add, 0, [[0, 0]]).
cage(mult, 999999999, [[5, 5], [5, 4], [5, 3]]).
cage(sub, 1, [[1, 0], [2, 0]]).
cage(div, 2, [[1, 1], [1, 2]]).
cage(id, 6, [[3, 3]]).
"""
    assert run_python(READ, text) == text.replace(").", ")")


BAD = {
    "nothing": ("", "line 1, column 1: expected cage(, found the end"),
    "nothing but a comment": ("% none\n", "line 2, column 1: expected cage(, found the end"),
    "another fact": (f"{ONE}.\nbox(1).\n", "line 2, column 1: expected cage(, found box("),
    "a directive": (":- x.", "line 1, column 1: expected cage(, found :"),
    "a space before the bracket": (
        "cage (id, 4, [[0, 3]]).",
        "line 1, column 1: expected cage(, found cage without its bracket",
    ),
    "a strange operation": (
        "cage(pow, 4, [[0, 3]]).",
        "line 1, column 6: expected add, mult, sub, div or id, found pow",
    ),
    "an operation that is an operator": (
        "cage(+, 4, [[0, 3]]).",
        "line 1, column 6: expected add, mult, sub, div or id, found +",
    ),
    "a negative target": ("cage(id, -4", "line 1, column 10: expected a number, found -"),
    "a target with a point": ("cage(id, 4.5, [", "line 1, column 11: expected ,, found .5"),
    "a long target": (
        "cage(id, 1234567890123456789012345, [[0, 3]]).",
        "line 1, column 10: expected a number of at most 9 digits, found 12345678901234567890...",
    ),
    "digits of another script": (
        "cage(id, \u0664, [[0, 3]]).",
        "line 1, column 10: expected a number, found \u0664",
    ),
    "no cells": ("cage(id,\n4,\n[]).", "line 3, column 2: expected [, found ]"),
    "cells without brackets": ("cage(id, 4, [0, 3]).", "line 1, column 14: expected [, found 0"),
    "a cell of three": ("cage(id, 4, [[0, 3, 1", "line 1, column 19: expected ], found ,"),
    "a list that goes on": ("cage(id, 4, [[0, 3] [", "line 1, column 21: expected , or ], found ["),
    "a row too far down": (
        "cage(id, 4, [[6, 3]]).",
        "line 1, column 14: the cell [6, 3] is not on the board",
    ),
    "a column too far right": (
        "cage(add, 4, [[0, 0], [0, 6]]).",
        "line 1, column 23: the cell [0, 6] is not on the board",
    ),
    "a cell twice": (
        "cage(add, 4, [[0, 0], [0, 0]]).",
        "line 1, column 23: the cell [0, 0] is already in a cage",
    ),
    "a cell in two cages": (
        f"{ONE}.\n{ONE}.",
        "line 2, column 14: the cell [0, 3] is already in a cage",
    ),
    "a fourth argument": ("cage(id, 4, [[0, 3]], x", "line 1, column 21: expected ), found ,"),
    "no full stop": (
        f"{ONE}\n{TWO}.",
        "line 2, column 1: expected a full stop and whitespace, found cage(",
    ),
    "the end in place of a full stop": (
        ONE,
        "line 1, column 22: expected a full stop and whitespace, found the end",
    ),
    "no whitespace after a full stop": (
        f"{ONE}.{TWO}.",
        "line 1, column 22: expected a full stop and whitespace, found .c",
    ),
    "a comment right after a full stop": (
        f"{ONE}./* */",
        "line 1, column 22: expected a full stop and whitespace, found ./",
    ),
    "a comment without an end": (
        f"{ONE}.\n  /* {TWO}.\n",
        "line 2, column 3: expected cage(, found a comment without */",
    ),
    "sub of three": (
        "cage(sub, 1, [[0, 0], [0, 1], [0, 2]]).",
        "line 1, column 6: the number of cells for sub is 2, not 3",
    ),
    "div of one": (
        "cage(div, 1, [[0, 0]]).",
        "line 1, column 6: the number of cells for div is 2, not 1",
    ),
    "id of two": (
        "cage(id, 1, [[0, 0], [0, 1]]).",
        "line 1, column 6: the number of cells for id is 1, not 2",
    ),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_bad_cages_are_reported_on_one_line(text: str, message: str) -> None:
    ran = run_solve(text)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"solve.py: {message}\n")


EXAMPLES = re.findall(r"\| `(\w+\([^`]+)` is `([^`]+)` \|", HANDOUT)


def test_handout_has_an_example_of_every_function() -> None:
    functions = [part.name for part in ASSIGNMENT.parts if part.file]
    assert [call.partition("(")[0] for call, _ in EXAMPLES] == functions


@pytest.mark.parametrize(("call", "value"), EXAMPLES)
def test_example_of_the_handout(call: str, value: str) -> None:
    code = "from cages import *\nfrom provided import *\ngrid = [[2, 1], [1, 2]]\n"
    assert "```python\ngrid = [[2, 1], [1, 2]]\n```" in HANDOUT
    assert run_python(f"{code}print({call})") == f"{value}\n"


def test_handout_shows_files_as_they_are() -> None:
    first = "".join(FIGURE.input.read_text(encoding="utf-8").splitlines(keepends=True)[:3])
    assert f"```text\n{first}```" in HANDOUT
    assert f"```text\n{FIGURE.output.read_text(encoding='utf-8')}```" in HANDOUT


def test_handout_s_cage_and_message() -> None:
    examples = re.findall(r"`(Cage\(.+?\))`\.", HANDOUT)
    assert examples == ['Cage("mult", 120, ((0, 0), (0, 1), (1, 0), (2, 0)))']
    first = FIGURE.input.read_text(encoding="utf-8").splitlines()[0]
    assert run_python(f"from provided import *\nprint(f'{{{examples[0]}}}.')") == f"{first}\n"
    message = "line 3, column 6: expected add, mult, sub, div or id, found minus"
    assert f"`solve.py: {message}`" in HANDOUT
    assert run_solve("\n\ncage(minus, 1, [[0, 0]]).").stderr == f"solve.py: {message}\n"
