"""Texts with many puzzles, some of them faulty."""

from __future__ import annotations

import json

import pytest

from autograder.puzzles import Board, Cage, Puzzle
from autograder.puzzles.formats import FormatError, format_names, write
from autograder.puzzles.formats.split import split
from tests.puzzles.boards import empty, one_cage
from tests.puzzles.formats.test_formats import FIVE, SIX

FORMATS = format_names()

TWO = empty(one_cage(2, "+", 6))
THREE = empty(one_cage(3, "+", 18))


def results_of(text: str, format_name: str | None = None) -> list[Board | str]:
    """Each puzzle, or the error message in its place."""
    results: list[Board | str] = []
    for part in split(text, format_name):
        try:
            results.append(part.read())
        except FormatError as error:
            results.append(str(error))
    return results


@pytest.mark.parametrize("format_name", ["keen", "json"])
def test_a_puzzle_a_line(format_name: str) -> None:
    text = f"{write(TWO, format_name)}\n\n{write(THREE, format_name)}"
    assert results_of(text) == [TWO, THREE]
    assert [part.lines_before for part in split(text)] == [0, 3]
    assert results_of(text.replace("\n", "\r\n")) == [TWO, THREE]


def test_laid_out_with_a_brace_at_the_end_of_its_first_line() -> None:
    text = '{"size": 1, "cages": [{"operation": "=", "target": 1, "cells": [[0, 0]]}\n]}\n'
    assert [part.lines_before for part in split(text)] == [0]
    assert split(text)[0].text == text.strip()


def test_faulty_first_line_does_not_stop_the_rest() -> None:
    good = '{"size": 1, "cages": [{"operation": "=", "target": 1, "cells": [[0, 0]]}]}'
    assert [part.lines_before for part in split(f'{{"size": 1,}}\n{good}\n{good}\n')] == [0, 1, 2]
    assert [part.lines_before for part in split(f"{good}\nrubbish\n{good}\n")] == [0, 1, 2]


@pytest.mark.parametrize("name", FORMATS)
def test_one_puzzle_in_every_format(name: str) -> None:
    ones = Puzzle(5, tuple(Cage("+", 15, tuple((r, c) for c in range(5))) for r in range(5)))
    board = empty({"calcudoku": FIVE, "cages": SIX}.get(name, ones))
    assert results_of(write(board, name)) == results_of(write(board, name), name) == [board]


@pytest.mark.parametrize("indent", [0, 1])
def test_json_laid_out_in_lines(indent: int) -> None:
    text = json.dumps(json.loads(write(TWO, "json")), indent=indent)
    assert results_of(text) == [TWO]
    end = text.count("\n") + 2
    assert results_of(f"{text}\n{text}") == [
        f"line {end}, column 1: expected one puzzle, found another"
    ]


def test_faults_do_not_stop_the_rest() -> None:
    lines = [write(TWO, "keen"), "2:zz\n", write(THREE, "keen"), "rubbish\n", "2:_,a1\n"]
    size = "expected the size, a number from 1 to 16, found rubbish"
    assert results_of("".join(lines)) == [
        TWO,
        "line 2, column 3: expected walls for the 4 borders of size 2, found zz",
        THREE,
        f"line 4, column 1: {size}",
        "line 5, column 4: expected walls for all 4 borders of size 2, found ,a1",
    ]


def test_faults_in_json_do_not_stop_the_rest() -> None:
    lines = [write(TWO, "json"), '{"size": 2}\n', "{nothing}\n", "rubbish\n", write(THREE, "json")]
    assert results_of("".join(lines)) == [
        TWO,
        "line 2: expected the key cages, found none",
        "line 3, column 2: expected property name enclosed in double quotes, found nothing}",
        "line 4, column 1: expected value, found rubbish",
        THREE,
    ]
    assert results_of("".join(lines[3:]), "json") == [
        "line 1, column 1: expected value, found rubbish",
        THREE,
    ]


@pytest.mark.parametrize("name", ["keen", "json"])
def test_nothing(name: str) -> None:
    assert results_of("\n", name) == ["line 1, column 1: expected a puzzle, found nothing"]


def test_text_like_none_of_the_formats() -> None:
    with pytest.raises(FormatError, match="expected a puzzle in one of the formats ac3, "):
        split("nothing of this kind\n")
