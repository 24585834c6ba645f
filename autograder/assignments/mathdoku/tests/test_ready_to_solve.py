import io

import boards
import pytest


def test_figure(student):
    """ready_to_solve finds nothing amiss with the figure's puzzle"""
    assert boards.loaded(student, boards.FIGURE).ready_to_solve() is True


def test_misprint(student):
    """ready_to_solve finds groups that are not connected"""
    assert boards.loaded(student, boards.FIGURE).ready_to_solve() is True
    assert boards.loaded(student, boards.MISPRINT).ready_to_solve() is False


AMISS = {
    "a group without a constraint": ("g 2 /\n", ""),
    "a constraint without a group": ("h 4 =\n", "h 4 =\ni 1 =\n"),
    "two constraints for one group": ("h 4 =\n", "h 4 =\na 3 -\n"),
    "- on three cells": ("e 5 +", "e 1 -"),
    "= on two cells": ("a 3 -", "a 3 ="),
    "= of a number above n": ("h 4 =", "h 5 ="),
    "an unknown operator": ("e 5 +", "e 5 %"),
    "a target that is no number": ("e 5 +", "e five +"),
    "a target of 0": ("e 5 +", "e 0 +"),
    "a sum out of range": ("e 5 +", "e 13 +"),
    "a product out of range": ("f 9 *", "f 81 *"),
}


@pytest.mark.parametrize(("old", "new"), AMISS.values(), ids=AMISS)
def test_amiss(student, old, new):
    """ready_to_solve finds what is amiss with a group or a constraint"""
    assert boards.loaded(student, boards.FIGURE).ready_to_solve() is True
    assert boards.loaded(student, boards.FIGURE.replace(old, new)).ready_to_solve() is False


def test_no_solution(student):
    """ready_to_solve lets a puzzle pass whose groups are in order one by one"""
    assert boards.loaded(student, boards.NO_SOLUTION).ready_to_solve() is True


def test_no_puzzle(student):
    """ready_to_solve gives False when no puzzle was loaded"""
    assert student.new("Mathdoku").ready_to_solve() is False


def test_after_failed_load(student):
    """ready_to_solve gives False after a load that failed"""
    puzzle = student.new("Mathdoku")
    assert puzzle.load_puzzle(io.StringIO("")) is False
    assert puzzle.ready_to_solve() is False
