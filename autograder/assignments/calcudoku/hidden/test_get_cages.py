import io

import pytest
from solver import get_cages

ONE = "1\n75 25 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\n"
TWELVE = "12\n" + "".join(f"{number + 1} 1 {number}\n" for number in range(12))

TABLE = {
    "one cage of all cells": (ONE, [[75, 25, *range(25)]]),
    "twelve cages of one cell": (TWELVE, [[number + 1, 1, number] for number in range(12)]),
    "cells out of order": ("2\n12 3 9 3 4\n3 2 1 0\n", [[12, 3, 9, 3, 4], [3, 2, 1, 0]]),
    "cages out of order": (
        "3\n7 2 8 9\n4 1 24\n6 2 0 1\n",
        [[7, 2, 8, 9], [4, 1, 24], [6, 2, 0, 1]],
    ),
}


@pytest.mark.parametrize(("text", "expected"), TABLE.values(), ids=TABLE)
def test_cages(monkeypatch, text, expected):
    """get_cages returns the cages and their cells in the order in which they are entered"""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert get_cages() == expected


@pytest.mark.parametrize(("text", "cages"), [(ONE, 1), (TWELVE, 12)], ids=["1 cage", "12 cages"])
def test_prompts(monkeypatch, capsys, text, cages):
    """get_cages prompts for the number of cages, then for each cage, numbered from 0"""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    get_cages()
    prompts = "".join(f"Cage number {number}: " for number in range(cages))
    assert capsys.readouterr().out == "Number of cages: " + prompts


def test_second_call(monkeypatch, capsys):
    """get_cages returns only the cages of its own input, and numbers them from 0, in every call"""
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n3 2 0 1\n1 1 2\n"))
    assert get_cages() == [[3, 2, 0, 1], [1, 1, 2]]
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n7 2 2 3\n"))
    assert get_cages() == [[7, 2, 2, 3]]
    assert capsys.readouterr().out == "Number of cages: Cage number 0: "


def test_reads_no_further(monkeypatch):
    """get_cages reads one line for each cage and no more"""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n3 2 0 1\n7 2 2 3\n"))
    assert get_cages() == [[3, 2, 0, 1]]
