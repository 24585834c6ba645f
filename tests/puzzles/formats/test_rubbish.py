"""Any text is read or refused quickly, and refused with nothing but FormatError."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles import Grid, Puzzle
from autograder.puzzles.formats import FormatError, detect, format_names, read, read_all, write
from autograder.puzzles.model import Board, empty_grid
from tests.conftest import ROOT
from tests.puzzles.strategies import puzzles

FORMATS = format_names()

MEGABYTE = 1_000_000
SECONDS = 0.5  # Each takes milliseconds, but other tests may run at the same time.


def sample(name: str) -> str:
    return (ROOT / "inputs" / f"{name}.in").read_text(encoding="utf-8")


VALID = {
    "kenken": sample("kenken/sample/figure"),
    "calcudoku": sample("calcudoku/sample/example"),
    "mathdoku": sample("mathdoku/sample/figure"),
    "cages": sample("cages/sample/figure"),
    "ac3": sample("ac3/sample/example"),
    "keen": "3dn:a_b_a_b,s1m6a8\n",
    "json": '{"size": 1, "cages": [{"operation": "=", "target": 1, "cells": [[0, 0]]}]}\n',
}
HEADS = {
    "kenken": ["4\na b b c\n", "1\na\na "],
    "calcudoku": ["25\n75 25 0 1 2 ", "1\n"],
    "mathdoku": ["aabb\n", "a\na "],
    "cages": ["cage(", "cage(add, 3, [[0, 0], "],
    "ac3": ["4\n", "4\nMul 4 0,1 "],
    "keen": ["6:", "3:a_b_a_b,s"],
    "json": ['{"size": ', '{"size": 4, "cages": ['],
}
UNITS = [
    *("\n", "\r\n", " ", "1", "0", "(", "[", "{", '"', "a", "_", "y", "z9", "\0", "٣", "\ud800"),
    *("/*", "/* ", "%\n", "/**/", "abc ", "1 ", "1\n", "0,0 ", "[],", "{},", "[0, 0], ", '{"a":'),
    *("a 6 *\n", "Guess(a,1) ", "15 1 0\n", "Single 1 0,0\n", "_1", "a1", "1e", "-1,", "1.5,"),
]


def refuse_quickly(text: str, name: str | None) -> None:
    began = time.process_time()
    with suppress(FormatError):
        read(text, name)
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize("name", FORMATS)
def test_a_megabyte_of_one_thing(name: str) -> None:
    for unit in UNITS:
        for head in (*HEADS[name], VALID[name]):
            text = head + unit * (MEGABYTE // len(unit))
            refuse_quickly(text, name)


def test_a_megabyte_of_one_thing_in_no_format() -> None:
    for unit in UNITS:
        refuse_quickly(unit * (MEGABYTE // len(unit)), None)


@pytest.mark.parametrize("name", FORMATS)
def test_a_megabyte_of_random_bytes(name: str) -> None:
    rubbish = random.Random(1).randbytes(MEGABYTE).decode("latin-1")
    for head in ("", *HEADS[name], VALID[name]):
        refuse_quickly(head + rubbish, name)
        refuse_quickly(head + rubbish, None)


@pytest.mark.parametrize("name", FORMATS)
def test_a_megabyte_of_the_same_puzzle(name: str) -> None:
    for text in (VALID[name], VALID[name].strip(), VALID[name].replace("\n", " ")):
        many = text * (MEGABYTE // len(text))
        refuse_quickly(many, name)
        with pytest.raises(FormatError):
            read(many, name)


MUTATIONS = st.one_of(
    st.sampled_from(["", " ", "\n", "\t", ",", ".", "[", "]", "(", ")", "{", "}", '"', ":", "/*"]),
    st.sampled_from(["0", "1", "9", "17", "-1", "1.5", "9" * 5000, "٣", "²", "null", "true", "[]"]),
    st.sampled_from(["a", "b", "_", "y", "z", "m", "+", "*", "=", "Guess(a,1)", "\0", "\ufeff"]),
    st.text(max_size=3),
)


@settings(max_examples=60)
@given(st.data())
@pytest.mark.parametrize("name", FORMATS)
def test_changed_puzzles_are_read_or_refused(name: str, data: st.DataObject) -> None:
    text = VALID[name]
    for _ in range(data.draw(st.integers(1, 3))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(begin, min(begin + 3, len(text))))
        text = text[:begin] + data.draw(MUTATIONS) + text[end:]
    read_or_refuse(text, name)
    read_or_refuse(text, None)


@settings(max_examples=200)
@given(st.text(), st.sampled_from([None, *FORMATS]))
def test_any_text_is_read_or_refused(text: str, name: str | None) -> None:
    read_or_refuse(text, name)
    with suppress(FormatError):
        assert detect(text) in FORMATS


def read_or_refuse(text: str, name: str | None) -> None:
    """A board that is read can be written and read again; a refusal is one line."""
    boards, message = [], ""
    try:
        boards = read_all(text, name)
    except FormatError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 400
    for board in boards:
        assert read(write(board, "json")) == board


@settings(max_examples=30)
@given(puzzles(1, 4), st.sampled_from(FORMATS))
def test_a_text_in_another_format_is_read_or_refused(drawn: tuple[Puzzle, Grid], name: str) -> None:
    board = Board(drawn[0], empty_grid(drawn[0].size))
    for other in ("kenken", "mathdoku", "ac3", "keen", "json"):
        read_or_refuse(write(board, other), name)
