import io

import boards


def test_characters_as_they_are():
    """print shows every character as it is, upper and lower case kept apart"""
    puzzle = boards.loaded("aA1\n+A1\n++1\na 1 +\nA 5 +\n1 6 +\n+ 6 +\n")
    assert puzzle.print() == "aA1\n+A1\n++1\n"


def test_not_ready():
    """print shows the groups of a puzzle that is not ready"""
    puzzle = boards.unsolved(boards.MISPRINT)
    assert puzzle.print() == "aabb\ncede\ncfeg\nffhg\n"


def test_no_solution_found_late():
    """print shows no number that was guessed and undone"""
    text = "aabb\nccdd\neeff\ngghh\n"
    targets = "a 1 -\nb 1 -\nc 3 +\nd 3 +\ne 5 +\nf 5 +\ng 5 +\nh 5 +\n"
    puzzle = boards.unsolved(text + targets)
    assert puzzle.print() == text


def test_one_cell():
    """print shows the number of the only cell"""
    assert boards.solved("z\nz 1 =\n").print() == "1\n"


def test_after_failed_load():
    """print returns an empty string after a failed load"""
    puzzle = boards.loaded(boards.FIGURE)
    assert puzzle.load_puzzle(io.StringIO("")) is False
    assert puzzle.print() == ""


def test_nothing_printed(capsys):
    """print returns its text and prints nothing"""
    puzzle = boards.loaded(boards.FIGURE)
    capsys.readouterr()
    assert puzzle.print() == "aabb\ncdee\ncfeg\nffhg\n"
    assert capsys.readouterr().out == ""


def test_solution_stays():
    """print shows the numbers until the next load, whatever is called in between"""
    puzzle = boards.solved(boards.GIVEN)
    assert puzzle.print() == boards.GIVEN_SOLVED
    puzzle.ready_to_solve()
    assert puzzle.print() == boards.GIVEN_SOLVED
    assert puzzle.load_puzzle(io.StringIO("aab\n")) is False
    assert puzzle.print() == ""


def test_any_character():
    """print shows any character that stands for a group"""
    puzzle = boards.loaded("#é\n.%\n# 1 =\né 2 =\n. 2 =\n% 1 =\n")
    assert puzzle.print() == "#é\n.%\n"
