import io

import boards
import pytest
from mathdoku import Mathdoku

NO_PUZZLE = {
    "nothing": "",
    "blank lines": "\n  \n\n",
    "one row of two": "ab\n",
    "a short row": "aab\ncb\nccb\na 3 +\nb 6 +\nc 6 +\n",
    "a long row": "ab\nabb\na 3 +\nb 3 +\n",
    "spaces in a row": "a b\n",
    "a space in the square": "aab\nc b\nccb\na 3 +\nb 6 +\nc 6 +\n",
    "a space in a later row": "ab\na b\na 3 +\nb 3 +\n",
    "a tab in a row": "a\tb\nabb\nabb\na 6 +\nb 12 +\n",
    "two fields": "ab\nab\na 3\nb 3 +\n",
    "four fields": "ab\nab\na 3 + +\nb 3 +\n",
    "two characters for a group": "ab\nab\na 3 +\nab 3 +\n",
    "more rows than columns": "ab\nab\nab\na 3 +\nb 3 +\n",
}


@pytest.mark.parametrize("text", NO_PUZZLE.values(), ids=NO_PUZZLE)
def test_no_puzzle(text):
    """load_puzzle returns False for a text that is not a puzzle, and can read the next one"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO(text)) is False
    assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True


PUZZLES = {
    "one cell": "a\na 1 =\n",
    "more than one space": "ab\nab\na   3    +\nb 3  +\n",
    "spaces around": "ab\nab\n  a 3 +\nb 3 +  \n",
    "spaces around a row": "  ab\nab  \na 3 +\nb 3 +\n",
    "tabs": "ab\nab\na\t3\t+\nb\t3\t+\n",
    "blank lines": "ab\nab\n\na 3 +\n\nb 3 +\n\n",
    "blank lines before and in the square": "\nab\n  \nab\na 3 +\nb 3 +\n",
    "digits for groups": "12\n12\n1 3 +\n2 3 +\n",
    "tabs around a row": "\tab\nab\t\na 3 +\nb 3 +\n",
    "# for a group": "#b\n#b\n# 3 +\nb 3 +\n",
    "é for a group": "éb\néb\né 3 +\nb 3 +\n",
    "operators for groups": "+-\n+-\n+ 3 +\n- 3 +\n",
    "two constraints for one group": "aa\naa\na 6 +\na 4 *\n",
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
    """load_puzzle replaces the earlier puzzle, its constraints and its solution"""
    puzzle = boards.loaded("z\nz 1 =\n")
    puzzle.solve()
    assert puzzle.load_puzzle(io.StringIO("z\n")) is True
    boards.check_holds(puzzle, "z\n", ready=False)


def test_failure_leaves_no_puzzle():
    """load_puzzle leaves no puzzle in the object when it returns False"""
    puzzle = boards.loaded("z\nz 1 =\n")
    assert puzzle.load_puzzle(io.StringIO("ab\n")) is False
    boards.check_holds(puzzle, "", ready=False)


def test_failure_leaves_nothing_for_the_next():
    """load_puzzle keeps no line of a text that is not a puzzle"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO("y\ny 1 =\ny 1\n")) is False
    assert puzzle.load_puzzle(io.StringIO("z\nz 1 =\n")) is True
    boards.check_holds(puzzle, "z\n", ready=True)


def test_upper_and_lower_case():
    """load_puzzle keeps groups apart that differ in case only"""
    puzzle = boards.loaded("zZ\nzZ\nz 3 +\nZ 3 +\n")
    boards.check_holds(puzzle, "zZ\nzZ\n", ready=True)


def test_figure():
    """load_puzzle reads the figure's puzzle"""
    puzzle = boards.loaded(boards.FIGURE)
    boards.check_holds(puzzle, "aabb\ncdee\ncfeg\nffhg\n", ready=True)
