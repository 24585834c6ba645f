"""What the handouts promise of provided.py, which students must not change."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

from tests.assignments.references import messages, run
from tests.conftest import ROOT

FAULTY = (ROOT / "tests/assignments/faulty.jsonl").read_text(encoding="utf-8").splitlines()
READERS = {"ac3": "read_puzzle", "cages": "read_cages", "kenken": "read_puzzle"}


@pytest.mark.parametrize("name", READERS)
def test_faulty_puzzles_are_reported_on_one_line(name: str) -> None:
    lines = [line for line in map(json.loads, FAULTY) if line["assignment"] == name]
    right = [line["message"] for line in lines]
    assert messages(name, READERS[name], [line["text"] for line in lines]) == right
    ran = run(name, "solve.py", typed=lines[0]["text"])
    assert (ran.status, ran.out, ran.err) == (1, "", f"solve.py: {right[0]}\n")


@contextmanager
def provided(assignment: str) -> Iterator[ModuleType]:
    """Load the provided.py of an assignment under a name of its own."""
    name = f"provided_of_{assignment}"
    path = ROOT / "reference" / assignment / "provided.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules[name]


def test_copies_of_kenken_share_nothing() -> None:
    with provided("kenken") as types:
        puzzle = types.read_puzzle("2\nGuess(a,1) b\n2 b\na 1 =\nb 4 +\n")
        copy = types.copy_puzzle(puzzle)
        for board in (copy.board, types.copy_board(puzzle.board)):
            assert board == puzzle.board
            assert board is not puzzle.board
            for row, right in zip(board, puzzle.board, strict=True):
                assert row is not right
                assert [vars(entry) for entry in row] == [vars(entry) for entry in right]
                assert not any(entry is same for entry, same in zip(row, right, strict=True))
        assert (copy.board_size, copy.constraints) == (2, puzzle.constraints)
        assert copy.constraints is not puzzle.constraints
