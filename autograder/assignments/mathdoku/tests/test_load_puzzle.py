import io

import boards
import pytest
from mathdoku import Mathdoku


def test_figure():
    """load_puzzle reads the figure's puzzle"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True


NO_PUZZLE = {
    "nothing": "",
    "a short row": "aab\ncb\nccb\na 3 +\nb 6 +\nc 6 +\n",
    "a long row": "ab\nabb\na 3 +\nb 3 +\n",
    "spaces in a row": "a b\n",
    "a space in the square": "aab\nc b\nccb\na 3 +\nb 6 +\nc 6 +\n",
    "two fields": "ab\nab\na 3\nb 3 +\n",
    "four fields": "ab\nab\na 3 + +\nb 3 +\n",
    "two characters for a group": "ab\nab\na 3 +\nab 3 +\n",
}


@pytest.mark.parametrize("text", NO_PUZZLE.values(), ids=NO_PUZZLE)
def test_no_puzzle(text):
    """load_puzzle returns False for a text that is not a puzzle, and can read the next one"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO(text)) is False
    assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True


PUZZLES = {
    "more than one space": "ab\nab\na   3    +\nb 3  +\n",
    "spaces around": "ab\nab\n  a 3 +\nb 3 +  \n",
    "blank lines": "ab\nab\n\na 3 +\n\nb 3 +\n\n",
    "a target that is not a number": "ab\nab\na x +\nb 3 +\n",
    "a target of 10000 digits": f"ab\nab\na {'1' * 10000} +\nb 3 +\n",
    "an unknown operator": "ab\nab\na 3 ^\nb 3 +\n",
    "no constraint": "ab\nab\n",
}


@pytest.mark.parametrize("text", PUZZLES.values(), ids=PUZZLES)
def test_puzzle(text):
    """load_puzzle returns True for a square and constraints of three fields"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO("")) is False
    assert puzzle.load_puzzle(io.StringIO(text)) is True


def test_later_puzzle():
    """load_puzzle replaces the earlier puzzle"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.load_puzzle(io.StringIO("z\nz 1 =\n")) is True
    assert puzzle.print() == "z\n"
