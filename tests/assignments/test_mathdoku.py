"""The mathdoku assignment: the puzzles of its tests, measured totals, its handout."""

from __future__ import annotations

import importlib
import io
import itertools
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.assignment import load
from autograder.puzzles import solutions, solve
from autograder.puzzles.formats import read
from autograder.puzzles.grid_text import grids
from tests.assignments.references import handout, run
from tests.conftest import ROOT, run_autograder

ASSIGNMENT = load("mathdoku")
REFERENCE = ROOT / "reference" / "mathdoku"
HANDOUT = handout("mathdoku")
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
def boards() -> ModuleType:
    """The module next to the tests, which imports the student's: here, the reference."""
    sys.modules["mathdoku"] = imported(str(REFERENCE), "mathdoku")
    module = imported(str(ASSIGNMENT.folder), "boards")
    del sys.modules["mathdoku"]  # A grading in this process would find it, not the submission.
    return module


@pytest.fixture(scope="module")
def pairs(boards: ModuleType) -> dict[str, list[tuple[str, str]]]:
    """The puzzles of each text file next to the tests, with their solutions."""
    folders = (ASSIGNMENT.public_tests, ASSIGNMENT.hidden_tests)
    paths = [path for folder in folders for path in sorted(folder.glob("*.txt"))]
    return {f"{path.parent.name}/{path.name}": [*boards.puzzles(path).values()] for path in paths}


@pytest.fixture(scope="module")
def solving(boards: ModuleType) -> ModuleType:
    """The module with the hidden tests of solve, for its puzzles."""
    sys.modules["boards"] = boards
    module = imported(str(ASSIGNMENT.hidden_tests), "test_solve")
    del sys.modules["boards"]
    return module


@pytest.fixture
def puzzle() -> Any:
    loaded = imported(str(REFERENCE), "mathdoku").Mathdoku()
    assert loaded.load_puzzle(io.StringIO(FIGURE))
    return loaded


def test_puzzles_of_tests_have_their_solutions(
    boards: ModuleType, pairs: dict[str, list[tuple[str, str]]]
) -> None:
    assert sum(map(len, pairs.values())) == 47
    for text, solution in itertools.chain(*pairs.values()):
        puzzle = read(text, "mathdoku").puzzle
        assert [*grids(solution, puzzle.size)] == [*solutions(puzzle)]
    assert solve(read(boards.NO_SOLUTION, "mathdoku").puzzle) is None


def test_groups_are_no_larger_than_the_handout_says(
    boards: ModuleType, solving: ModuleType, pairs: dict[str, list[tuple[str, str]]]
) -> None:
    texts = [text for text, _ in [*itertools.chain(*pairs.values()), *solving.RULES.values()]]
    texts += [boards.FIGURE, boards.NO_SOLUTION]
    cages = [cage for text in texts for cage in read(text, "mathdoku").puzzle.cages]
    assert max(len(cage.cells) for cage in cages) == 5
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


def test_solve_prints_choices() -> None:
    ran = run("mathdoku", "solve.py", "--choices", typed=FIGURE)
    assert ran.out == "1423\n4231\n2314\n3142\nchoices: 0\n"


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
        ("40", "sum([40, 40, 40, 40, 40, 40, ...]) <= 65", explanation)
    ]
