import io

import boards
from mathdoku import Mathdoku


def test_no_puzzle():
    """print returns an empty string when no puzzle was loaded"""
    assert Mathdoku().print() == ""


def test_before_solve():
    """print shows the groups before the puzzle is solved"""
    assert boards.loaded("ab\nab\na 3 +\nb 3 +\n").print() == "ab\nab\n"


def test_solved():
    """print shows the numbers after the puzzle is solved"""
    assert boards.solved(boards.GIVEN).print() == boards.GIVEN_SOLVED


def test_no_solution():
    """print shows the groups when there is no solution"""
    assert boards.unsolved(boards.NO_SOLUTION).print() == "aab\nccb\nddd\n"


def test_next_puzzle():
    """print shows the groups of the next puzzle after one that was solved"""
    puzzle = boards.solved("z\nz 1 =\n")
    assert puzzle.load_puzzle(io.StringIO("y\ny 1 =\n")) is True
    assert puzzle.print() == "y\n"


def test_after_failed_load():
    """print returns an empty string after a failed load"""
    puzzle = boards.loaded("z\nz 1 =\n")
    puzzle.solve()
    assert puzzle.load_puzzle(io.StringIO("ab\n")) is False
    assert puzzle.print() == ""


def test_again():
    """print returns the same when it is called again"""
    puzzle = boards.solved("z\nz 1 =\n")
    assert puzzle.print() == "1\n"
    assert puzzle.print() == "1\n"


def test_after_ready_to_solve():
    """print shows the numbers until the next load"""
    puzzle = boards.solved("z\nz 1 =\n")
    puzzle.ready_to_solve()
    assert puzzle.print() == "1\n"


def test_any_character():
    """print shows any character that stands for a group"""
    assert boards.loaded("#1\n.%\n# 1 =\n1 2 =\n. 2 =\n% 1 =\n").print() == "#1\n.%\n"


def test_figure():
    """print shows the groups of the figure's puzzle before it is solved"""
    assert boards.loaded(boards.FIGURE).print() == "aabb\ncdee\ncfeg\nffhg\n"
