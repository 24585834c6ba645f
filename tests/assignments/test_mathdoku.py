"""The mathdoku assignment: outputs checked by a second method, measured totals, handout."""

from __future__ import annotations

import importlib
import io
import itertools
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.assignment import Case, load
from tests.assignments.mathdoku_rules import grid_of, is_solution, parse_square, solutions
from tests.conftest import ROOT, run_autograder

ASSIGNMENT = load("mathdoku")
REFERENCE = ROOT / "reference" / "mathdoku"
CASES = [case for kind in ("sample", "secret") for case in ASSIGNMENT.cases(kind)]
HANDOUT = (ROOT / "handout" / "mathdoku.md").read_text(encoding="utf-8")
FIGURE = """\
aabb
cdee
cfeg
ffhg
a 3 -
b 1 -
c 2 /
d 2 =
e 5 +
f 9 *
g 2 /
h 4 =
"""
NO_PUZZLE = {"no_square", "nothing", "row_too_long", "two_fields"}
NOT_READY = {
    *("misprint", "group_without_constraint", "constraint_without_group", "square_only"),
    *("prime_too_large", "two_constraints", "unknown_operator"),
}
NO_SOLUTION = {"no_solution", "no_solution_late", "no_solution_rows"}
REAL = {
    "real_4hard": "3214 4132 2341 1423",
    "real_6": "614253 356142 261534 543621 132465 425316",
    "real_6h": "124536 213465 365241 531624 456312 642153",
    "real_7h": "5137264 3624571 2763415 1475326 6251743 4312657 7546132",
    "real_8": "43186257 32754861 81235476 14873625 58362714 27641538 76528143 65417382",
}


def imported(folder: str, name: str) -> ModuleType:
    """Import one of the assignment's modules without leaving it importable for other tests."""
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(folder)
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def strategies() -> ModuleType:
    return imported(str(ASSIGNMENT.hidden_tests), "strategies")


@pytest.fixture(scope="module")
def boards() -> Iterator[ModuleType]:
    """The module next to the tests, which imports the student's: here, the reference."""
    sys.modules["mathdoku"] = imported(str(REFERENCE), "mathdoku")
    yield imported(str(ASSIGNMENT.folder), "boards")
    sys.modules.pop("mathdoku", None)


@pytest.fixture(scope="module")
def pairs(boards: ModuleType) -> dict[str, list[tuple[str, str]]]:
    """The puzzles of each text file next to the tests, with their solutions."""
    folders = (ASSIGNMENT.public_tests, ASSIGNMENT.hidden_tests)
    paths = [path for folder in folders for path in sorted(folder.glob("*.txt"))]
    return {f"{path.parent.name}/{path.name}": [*boards.puzzles(path).values()] for path in paths}


@pytest.fixture(scope="module")
def solving(boards: ModuleType) -> Iterator[ModuleType]:
    """The module with the hidden tests of solve, for its puzzles."""
    sys.modules["boards"] = boards
    yield imported(str(ASSIGNMENT.hidden_tests), "test_solve")
    del sys.modules["boards"]


@pytest.fixture
def puzzle() -> Any:
    loaded = imported(str(REFERENCE), "mathdoku").Mathdoku()
    assert loaded.load_puzzle(io.StringIO(FIGURE))
    return loaded


# The second method: check the rules on a full grid, and search by whole rows.


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.input.parent.name}-{case.name}")
def test_expected_output_agrees_with_a_second_method(case: Case) -> None:
    text = case.input.read_text(encoding="utf-8")
    printed = case.output.read_text(encoding="utf-8")
    if case.name in NO_PUZZLE:
        assert printed == "No Puzzle...\n"
    elif case.name in NOT_READY:
        assert printed == "Not Ready to Solve...\n"
    elif case.name in NO_SOLUTION:
        assert printed == "No Solution...\n"
        assert list(solutions(text)) == []
    else:
        assert printed.endswith("\n")
        assert is_solution(grid_of(printed), text)
        if len(grid_of(printed)) <= 4:
            assert list(solutions(text)) == [grid_of(printed)]


def test_real_puzzles() -> None:
    printed = {case.name: case.output.read_text(encoding="utf-8") for case in CASES}
    for name, solution in REAL.items():
        assert printed[name] == solution.replace(" ", "\n") + "\n"


NUMBERS = {
    "tests/choices.txt": 12,
    "tests/solve.txt": 6,
    "hidden/choices.txt": 12,
    "hidden/large.txt": 7,
    "hidden/real.txt": 5,
    "hidden/small.txt": 5,
}


def test_puzzles_of_tests_have_their_solutions(
    boards: ModuleType, pairs: dict[str, list[tuple[str, str]]]
) -> None:
    assert {name: len(puzzles) for name, puzzles in pairs.items()} == NUMBERS
    for text, solution in itertools.chain(*pairs.values()):
        assert is_solution(grid_of(solution), text)
    assert list(solutions(boards.NO_SOLUTION)) == []
    assert [*solutions(boards.FIGURE)] == [grid_of(boards.FIGURE_SOLVED)]


def test_division_that_leaves_a_remainder(solving: ModuleType) -> None:
    """The puzzle's first row can be filled only if 5 and 2 are accepted for `2 /`."""
    assert solving.NO_SOLUTION["a division that leaves a remainder"].startswith(
        "aabbb\nccccc\nddddd"
    )
    rows = [row for row in itertools.permutations(range(1, 6)) if sum(row[2:]) == 8]
    assert (5, 2, 1, 3, 4) in rows
    assert not any(max(row[:2]) == 2 * min(row[:2]) for row in rows)


def test_groups_are_no_larger_than_the_handout_says(
    boards: ModuleType, solving: ModuleType, pairs: dict[str, list[tuple[str, str]]]
) -> None:
    texts = [text for text, _ in [*itertools.chain(*pairs.values()), *solving.RULES.values()]]
    texts += [boards.FIGURE, boards.NO_SOLUTION, *solving.NO_SOLUTION.values()]
    texts += [
        case.input.read_text(encoding="utf-8") for case in CASES if case.name not in NO_PUZZLE
    ]
    sizes = [Counter("".join(parse_square(text))).most_common(1)[0][1] for text in texts]
    assert max(sizes) == 5
    assert max(len(parse_square(text)) for text in texts) == 9
    assert "No group in these puzzles has more than 5 cells" in HANDOUT


@pytest.mark.parametrize("name", ["plain", "domains", "combinations"])
def test_measured_totals(
    name: str, strategies: ModuleType, pairs: dict[str, list[tuple[str, str]]]
) -> None:
    sets = {"sample": pairs["tests/choices.txt"], "secret": pairs["hidden/choices.txt"]}
    for kind, puzzles in sets.items():
        solved = [(right, strategies.STRATEGIES[name](text).solve()) for text, right in puzzles]
        assert all(printed == right for right, (printed, _) in solved)
        assert {len(right.split()) for _, right in puzzles} == {4, 5, 6}
        total = sum(undone for _, (_, undone) in solved)
        assert total == ASSIGNMENT.measured[f"{kind}_{name}"]


def test_handout_shows_the_measured_totals() -> None:
    for name in ("plain", "domains", "combinations"):
        sample, secret = (ASSIGNMENT.measured[f"{kind}_{name}"] for kind in ("sample", "secret"))
        assert re.search(rf"^\| `{name}`: .* \| {sample} \| {secret} \|$", HANDOUT, re.MULTILINE)


def test_handout_says_in_which_order_strategies_guess() -> None:
    """With another cell of several, the strategy `combinations` undoes 69 guesses, not 65."""
    plain, domains = re.findall(r"^\| `(?:plain|domains)`: .*", HANDOUT, re.MULTILINE)
    assert "in reading order" in plain
    assert "the smallest first" in plain
    assert "(of several, the first in reading order), the smallest number first" in domains


def test_marks_follow_the_specification() -> None:
    """Its 25: solving 12, choices 3, documentation and style 4, test cases 3, explanation 3."""
    points = {part.name: part.points for part in ASSIGNMENT.parts}
    assert points.pop("choices") == 3 * 4
    assert sum(points.values()) == 12 * 4
    by_hand = {item.name: item.points for item in ASSIGNMENT.by_hand}
    assert by_hand == {"documentation": 4 * 4, "test cases": 3 * 4, "explanation": 3 * 4}


def test_strategies_find_no_solution_if_there_is_none(
    strategies: ModuleType, boards: ModuleType
) -> None:
    for strategy in strategies.STRATEGIES.values():
        assert strategy(boards.NO_SOLUTION).solve()[0] == ""


class TestHandout:
    """Every example in the handout."""

    def test_example_of_the_input(self) -> None:
        assert f"```text\n{FIGURE}```" in HANDOUT

    def test_load_puzzle(self, puzzle: Any) -> None:
        assert '`puzzle.load_puzzle(io.StringIO("aab\\n"))` is `False`' in HANDOUT
        assert puzzle.load_puzzle(io.StringIO("aab\n")) is False

    def test_any_target_and_operator(self, puzzle: Any) -> None:
        assert "`a x ?` is a line of three fields" in HANDOUT
        assert puzzle.load_puzzle(io.StringIO("a\na x ?\n")) is True

    def test_ready_to_solve(self, puzzle: Any) -> None:
        assert "`puzzle.ready_to_solve()` is `True`. If the second row were `cede`" in HANDOUT
        assert puzzle.ready_to_solve() is True
        puzzle.load_puzzle(io.StringIO(FIGURE.replace("cdee", "cede")))
        assert puzzle.ready_to_solve() is False

    def test_solve_and_print(self, puzzle: Any) -> None:
        before, after = "aabb\ncdee\ncfeg\nffhg\n", "1423\n4231\n2314\n3142\n"
        for text in (before, after):
            assert '"' + text.replace("\n", "\\n") + '"' in HANDOUT
        assert puzzle.print() == before
        assert puzzle.solve() is True
        assert puzzle.print() == after

    @pytest.mark.parametrize(
        ("text", "solved"),
        [
            ("abb\nacc\nddc\na 6 *\nb 3 +\nc 7 +\nd 2 *\n", True),
            ("aab\nccb\nddd\na 4 +\nb 5 +\nc 1 *\nd 7 +\n", False),
        ],
    )
    def test_choices(self, text: str, solved: bool, strategies: ModuleType) -> None:
        """At first nothing can be ruled out; 1 and 2 fail, and 3 is the solution or fails, too."""
        assert "`choices()` is 2. It stays 2 whatever happens with the 3" in HANDOUT
        search = strategies.Domains(text)
        start = search.reduced({cell: {1, 2, 3} for cell in search.group_of})
        cell = min(start, key=lambda cell: (len(start[cell]), cell))
        assert start[cell] == {1, 2, 3}
        assert [bool(search.search(start | {cell: {n}})) for n in (1, 2, 3)] == [0, 0, solved]
        assert search.undone == 0
        printed, undone = search.solve()
        assert (bool(printed), undone) == (solved, 2)

    def test_common_mistake_split(self) -> None:
        for sentence in ('`line.split(" ")` finds empty fields', "`line.split()` does not"):
            assert sentence in HANDOUT
        line = FIGURE.splitlines()[4].replace(" ", "  ")
        assert (line.split(" "), line.split()) == (["a", "", "3", "", "-"], ["a", "3", "-"])


def test_solve_prints_choices() -> None:
    command = [sys.executable, "solve.py", "--choices"]
    ran = subprocess.run(
        command, cwd=REFERENCE, input=FIGURE, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "1423\n4231\n2314\n3142\nchoices: 0\n"


def test_guesses_that_were_undone_are_counted(puzzle: Any, solving: ModuleType) -> None:
    """The reference cannot solve this puzzle without a guess, and its first guess is wrong."""
    text, solution = solving.SMALL["4 x 4"]
    puzzle.load_puzzle(io.StringIO(text))
    assert puzzle.solve() is True
    assert puzzle.print() == solution
    assert 0 < puzzle.choices() < 20
    puzzle.load_puzzle(io.StringIO(text))
    assert puzzle.choices() == 0


def test_report_explains_the_sum_of_choices(tmp_path: Path) -> None:
    """The puzzle in the report is the last of twelve; the number is the sum for all."""
    source = (REFERENCE / "mathdoku.py").read_text(encoding="utf-8")
    returned = "return self._choices"
    assert returned in source
    more = source.replace(returned, "return 40 if len(self._solution) > 1 else 0")
    (tmp_path / "mathdoku.py").write_text(more, encoding="utf-8")
    ran = run_autograder("check", "mathdoku", tmp_path, "--part", "choices")
    assert ran.status == 1
    numbers = ", ".join(["40"] * 12)
    explanation = f"That is the sum for 12 puzzles; the last one is shown: {numbers}."
    assert re.findall(r"returned  (.*)\n +expected  (.*)\n +(.*)\n", ran.out) == [
        ("480", "<= 65", explanation)
    ]


def test_stream_that_cannot_be_read(puzzle: Any) -> None:
    not_utf8 = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")
    assert puzzle.load_puzzle(not_utf8) is False
    assert puzzle.print() == ""


@pytest.mark.parametrize("size", [4, 6, 9])
def test_one_large_group(puzzle: Any, size: int) -> None:
    """A group of all cells has far too many combinations to list."""
    total = size * size * (size + 1) // 2
    text = "\n".join(["a" * size] * size) + f"\na {total} +\n"
    puzzle.load_puzzle(io.StringIO(text))
    assert puzzle.solve() is True
    assert is_solution(grid_of(puzzle.print()), text)


def test_large_puzzles_take_less_than_two_seconds(puzzle: Any, solving: ModuleType) -> None:
    for text, solution in [*solving.REAL.values(), *solving.LARGE.values()]:
        puzzle.load_puzzle(io.StringIO(text))
        begun = time.process_time()
        assert puzzle.solve() is True
        assert time.process_time() - begun < 2
        assert puzzle.print() == solution
