import io

import boards
from solver import get_cages

EXAMPLE = """\
9
5 2 0 5
8 3 1 2 6
8 2 3 8
6 3 4 9 14
13 3 7 12 13
5 2 10 15
14 4 11 16 20 21
6 3 17 18 22
10 3 19 23 24
"""


def test_two_cages(monkeypatch):
    """get_cages returns a list of numbers for each cage"""
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n5 2 0 1\n1 1 2\n"))
    assert get_cages() == [[5, 2, 0, 1], [1, 1, 2]]


def test_numbers_of_two_digits(monkeypatch):
    """get_cages reads numbers of any length"""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n12 3 9 10 4\n"))
    assert get_cages() == [[12, 3, 9, 10, 4]]


def test_prompts(monkeypatch, capsys):
    """get_cages prints exactly the required prompts"""
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n5 2 0 1\n1 1 2\n"))
    get_cages()
    assert capsys.readouterr().out == "Number of cages: Cage number 0: Cage number 1: "


def test_second_call(monkeypatch, capsys):
    """get_cages returns a new list of cages, and numbers them from 0, in every call"""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1 1 0\n"))
    assert get_cages() == [[1, 1, 0]]
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n2 1 3\n"))
    assert get_cages() == [[2, 1, 3]]
    assert capsys.readouterr().out == "Number of cages: Cage number 0: "


def test_example(monkeypatch):
    """get_cages reads the cages of the example"""
    monkeypatch.setattr("sys.stdin", io.StringIO(EXAMPLE))
    assert get_cages() == boards.CAGES
