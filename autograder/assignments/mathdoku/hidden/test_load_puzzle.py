import io

import boards
import pytest
from mathdoku import Mathdoku

NO_PUZZLE = {
    "blank lines only": "\n   \n\n",
    "fewer rows than columns": "aab\naab\n",
    "more rows than columns": "ab\nab\nab\na 3 +\nb 3 +\n",
    "a space in a row": "a b\nabb\nabb\na 6 +\nb 12 +\n",
    "a space in a later row": "abb\na b\nabb\na 6 +\nb 12 +\n",
    "a space between the characters of a later row": "abb\nab b\nabb\na 6 +\nb 12 +\n",
    "constraints only": "a 3 +\nb 3 +\n",
    "no spaces": "ab\nab\na3+\nb 3 +\n",
    "a group of two characters": "ab\nab\naa 3 +\nb 3 +\n",
    "one field, at the end": "ab\nab\na 3 +\nb 3 +\nc\n",
    "a group of two characters, at the end": "ab\nab\na 3 +\nbb 3 +\n",
    "the last row is short": "aab\naab\nbb\na 8 +\nb 10 +\n",
    "the last row is long": "aab\naab\nbbbb\na 8 +\nb 10 +\n",
    "the first row is short": "a\nab\na 3 +\n",
    "a tab in a row": "a\tb\nabb\nabb\na 6 +\nb 12 +\n",
}


@pytest.mark.parametrize("text", NO_PUZZLE.values(), ids=NO_PUZZLE)
def test_no_puzzle(text):
    """load_puzzle returns False for a text that is not a puzzle, and can be called again"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO(text)) is False
    assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True


PUZZLES = {
    "tabs": "ab\nab\na\t3\t+\nb\t3\t+\n",
    "carriage returns": "ab\r\nab\r\na 3 +\r\nb 3 +\r\n",
    "no end of the last line": "ab\nab\na 3 +\nb 3 +",
    "a blank line first": "\nab\nab\na 3 +\nb 3 +\n",
    "a blank line in the square": "ab\n\nab\na 3 +\nb 3 +\n",
    "blank lines of spaces and tabs": "  \nab\n   \nab\n\t\na 3 +\n \t \nb 3 +\n",
    "spaces around a row": " ab\nab  \na 3 +\nb 3 +\n",
    "tabs around a row": "\tab\nab\t\na 3 +\nb 3 +\n",
    "one cell": "a\na 1 =\n",
    "one cell and nothing else": "a\n",
    "digits for groups": "12\n12\n1 3 +\n2 3 +\n",
    "signs for groups": "+-\n+-\n+ 3 +\n- 3 +\n",
    "# for a group": "#b\n#b\n# 3 +\nb 3 +\n",
    "é for a group": "éb\néb\né 3 +\nb 3 +\n",
    "a target in superscript digits": "ab\nab\na ²³ +\nb 3 +\n",
    "a target of Arabic digits": "ab\nab\na ٣ +\nb 3 +\n",
    "a target of 5000 digits": f"ab\nab\na {'3' * 5000} +\nb 3 +\n",
    "two constraints for one group": "aa\naa\na 6 +\na 4 *\n",
    "a constraint without a group": "aa\naa\na 6 +\nb 4 *\n",
    "a negative target": "ab\nab\na -3 +\nb 3 +\n",
    "a long operator": "ab\nab\na 3 plus\nb 3 +\n",
    "a target and operator swapped": "ab\nab\na + 3\nb 3 +\n",
    "nine rows": "abcdefghi\n" * 9 + "".join(f"{group} 45 +\n" for group in "abcdefghi"),
}


@pytest.mark.parametrize("text", PUZZLES.values(), ids=PUZZLES)
def test_puzzle(text):
    """load_puzzle checks only the shape of a puzzle, and leaves the rest to ready_to_solve"""
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO("")) is False
    assert puzzle.load_puzzle(io.StringIO(text)) is True


def test_constraints_of_earlier_puzzle_gone():
    """load_puzzle keeps no constraint of an earlier puzzle"""
    puzzle = boards.loaded("ab\nab\na 3 +\nb 3 +\n")
    assert puzzle.load_puzzle(io.StringIO("ab\nab\na 3 +\n")) is True
    boards.check_holds(puzzle, "ab\nab\n", ready=False)


def test_solution_of_earlier_puzzle_gone():
    """load_puzzle keeps no number of an earlier puzzle"""
    puzzle = boards.loaded(boards.FIGURE)
    puzzle.solve()
    assert puzzle.load_puzzle(io.StringIO("wxyz\nwxyz\nwxyz\nwxyz\n")) is True
    boards.check_holds(puzzle, "wxyz\nwxyz\nwxyz\nwxyz\n", ready=False)


def test_failure_leaves_no_puzzle():
    """load_puzzle leaves no puzzle behind when it returns False"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.load_puzzle(io.StringIO("aab\n")) is False
    boards.check_holds(puzzle, "", ready=False)


def test_two_objects():
    """load_puzzle changes only the object that it is called on"""
    first = boards.loaded(boards.FIGURE)
    boards.loaded("z\nz 1 =\n")
    boards.check_holds(first, "aabb\ncdee\ncfeg\nffhg\n", ready=True)


def test_failure_leaves_nothing_for_the_next():
    """load_puzzle keeps no line of a text that is not a puzzle"""
    puzzle = Mathdoku()
    for text in ("ab\nab\na 3 +\nb 3\n", "abc\nabc\n"):
        assert puzzle.load_puzzle(io.StringIO(text)) is False
        assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True
        boards.check_holds(puzzle, "aabb\ncdee\ncfeg\nffhg\n", ready=True)


def test_white_space_is_no_part_of_a_row():
    """load_puzzle ignores whitespace around the rows and lines"""
    puzzle = boards.loaded("  ab\nab \n \n\ta 3 +\n b 3 + \n")
    boards.check_holds(puzzle, "ab\nab\n", ready=True)
