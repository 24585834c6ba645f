"""The formats of the assignments, compared with the readers that the assignments provide."""

from __future__ import annotations

import importlib.util
import io
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Cell, Grid, Puzzle
from autograder.puzzles.formats import FormatError, detect, read, write
from autograder.puzzles.model import cells_of, empty_grid
from tests.conftest import ROOT
from tests.puzzles.strategies import puzzles

INPUTS = ROOT / "inputs"


def case_name(path: Path) -> str:
    return path.relative_to(INPUTS).with_suffix("").as_posix()


PATHS = sorted(INPUTS.glob("*/*/*.in"))


@pytest.mark.parametrize("path", PATHS, ids=case_name)
def test_inputs_are_read_as_by_the_reference(path: Path) -> None:
    """Those that are refused are listed in tests/assignments/test_expected.py."""
    name = path.relative_to(INPUTS).parts[0]
    text = path.read_text(encoding="utf-8")
    try:
        board = read(text, name)
    except FormatError:
        return
    assert detect(text) == name
    assert facts(board) == REFERENCE_READERS[name](text)
    assert read(write(board, name), name) == board


@settings(max_examples=30)
@given(st.data())
@pytest.mark.parametrize("name", ["kenken", "calcudoku", "mathdoku", "cages", "ac3"])
def test_references_read_what_is_written(name: str, data: st.DataObject) -> None:
    sizes = {"calcudoku": (5, 5), "cages": (6, 6)}.get(name, (1, 6))
    operations = "+" if name == "calcudoku" else "+-*/"
    puzzle, solution = data.draw(puzzles(*sizes, operations))
    filled_in = name == "kenken" and data.draw(st.booleans())
    board = Board(puzzle, solution if filled_in else empty_grid(puzzle.size))
    assert REFERENCE_READERS[name](write(board, name)) == facts(board)


@pytest.mark.parametrize(("name", "letters"), [("kenken", 83), ("mathdoku", 94)])
def test_references_read_all_the_letters(name: str, letters: int) -> None:
    cells = cells_of(10)
    cages = [Cage("=", 1, (cell,)) for cell in cells[: letters - 1]]
    cages.append(Cage("+", 50, tuple(cells[letters - 1 :])))
    number = 7 if name == "kenken" else 0
    board = Board(Puzzle(10, tuple(cages)), ((number,) * 10,) * 10)
    assert REFERENCE_READERS[name](write(board, name)) == facts(board)


Facts = tuple[set[tuple[str, int, frozenset[Cell]]], Grid]
"""What a reader returns: cages with operation and target, and the numbers filled in."""


def facts(board: Board) -> Facts:
    cages = {(cage.operation, cage.target, frozenset(cage.cells)) for cage in board.puzzle.cages}
    return cages, board.grid


@cache
def module(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path, ROOT / "reference" / path)
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str((ROOT / "reference" / path).parent))
    try:
        spec.loader.exec_module(loaded)
    finally:
        del sys.path[0]
        sys.modules.pop("solver_funcs", None)
    return loaded


def read_kenken(text: str) -> Facts:
    puzzle = module("kenken/provided.py").read_puzzle(text)
    cells: dict[str, set[Cell]] = {}
    given = set()
    grid = [[0] * puzzle.board_size for _ in range(puzzle.board_size)]
    for row, column in cells_of(puzzle.board_size):
        entry = puzzle.board[row][column]
        grid[row][column] = entry.g.number if entry.guess else entry.number
        if entry.guess or not entry.number:
            cells.setdefault(entry.letter, set()).add((row, column))
        else:
            given.add(("=", entry.number, frozenset({(row, column)})))
    cages = {(c.symbol, c.number, frozenset(cells[c.letter])) for c in puzzle.constraints}
    return cages | given, tuple(map(tuple, grid))


def read_calcudoku(text: str) -> Facts:
    stdin, stdout = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.StringIO(text), io.StringIO()
    try:
        listed = module("calcudoku/solver.py").get_cages()
    finally:
        sys.stdin, sys.stdout = stdin, stdout
    cages = set()
    for target, count, *cells in listed:
        assert len(cells) == count
        positions = frozenset(divmod(cell, 5) for cell in cells)
        cages.add(("=" if count == 1 else "+", target, positions))
    return cages, empty_grid(5)


def read_mathdoku(text: str) -> Facts:
    puzzle = module("mathdoku/mathdoku.py").Mathdoku()
    assert puzzle.load_puzzle(io.StringIO(text))
    rows = puzzle.print().splitlines()
    cells: dict[str, set[Cell]] = {}
    for row, column in cells_of(len(rows)):
        cells.setdefault(rows[row][column], set()).add((row, column))
    groups = puzzle._groups
    assert {group.character: set(group.cells) for group in groups} == cells
    cages = {(group.operator, group.target, frozenset(group.cells)) for group in groups}
    return cages, empty_grid(len(rows))


def read_cages(text: str) -> Facts:
    signs = {"add": "+", "mult": "*", "sub": "-", "div": "/", "id": "="}
    terms = module("cages/provided.py").read_cages(text)
    return {(signs[c.op], c.target, frozenset(c.cells)) for c in terms}, empty_grid(6)


def read_ac3(text: str) -> Facts:
    signs = {"Single": "=", "Add": "+", "Sub": "-", "Mul": "*", "Div": "/"}
    puzzle = module("ac3/provided.py").read_puzzle(text)
    cages = {(signs[c.kind], c.target, frozenset(c.positions)) for c in puzzle.cages}
    return cages, empty_grid(puzzle.size)


REFERENCE_READERS: dict[str, Callable[[str], Facts]] = {
    "kenken": read_kenken,
    "calcudoku": read_calcudoku,
    "mathdoku": read_mathdoku,
    "cages": read_cages,
    "ac3": read_ac3,
}
