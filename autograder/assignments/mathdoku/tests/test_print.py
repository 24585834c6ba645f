import boards
from mathdoku import Mathdoku


def test_before_solve():
    """print shows the groups before the puzzle is solved"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.print() == "aabb\ncdee\ncfeg\nffhg\n"


def test_solved():
    """print shows the numbers after the puzzle is solved"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.solve() is True
    assert puzzle.print() == "1423\n4231\n2314\n3142\n"


def test_no_solution():
    """print shows the groups when there is no solution"""
    puzzle = boards.loaded(boards.NO_SOLUTION)
    assert puzzle.solve() is False
    assert puzzle.print() == "aab\nccb\nddd\n"


def test_no_puzzle():
    """print returns an empty string when no puzzle was loaded"""
    assert Mathdoku().print() == ""
