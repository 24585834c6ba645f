"""Faulty texts: what is said of each, with its line and column, and that it is said quickly."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.puzzles.formats import FormatError, formats_of, read, write
from tests.conftest import ROOT

LINES = (ROOT / "tests/puzzles/data/faulty.jsonl").read_text(encoding="utf-8").splitlines()
FAULTY = [(line["format"], line["text"], line["message"]) for line in map(json.loads, LINES)]
FORMATS = tuple(formats_of())


@pytest.mark.parametrize(("name", "text", "message"), FAULTY)
def test_message(name: str, text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read(text, name)
    assert str(error.value) == message


def test_line_ends_and_blank_lines_count_as_in_an_editor() -> None:
    for line_end in ("\n", "\r\n", "\r"):
        text = line_end.join(["\ufeff", "  ", "1", "", "a", "b 1 ="])
        with pytest.raises(FormatError, match=r"^line 6, column 1: expected a letter of a cell"):
            read(text, "kenken")


def test_text_in_no_format() -> None:
    formats = "ac3, cages, calcudoku, kenken, mathdoku, json"
    for text in ("", "hello world\n", "3:a_b_a_b,s1m6a8"):
        with pytest.raises(FormatError) as error:
            read(text)
        assert str(error.value) == (
            f"this is in none of the formats {formats}; "
            "to see what is wrong, name its format (--format)"
        )


FAULT_IN_A_LATER_LINE = [
    ("2\na b\na b\na 3 %\nb 3 +\n", "line 4, column 5: expected one of + - * / =, found %"),
    ("2\nAdd 3 0,0\nAdd x\n", "line 3, column 5: expected a target of at most 15 digits, found x"),
    ("2\n75 1 0\n99 x\n", "line 3, column 4: expected a number of cells from 1 to 25, found x"),
    ("aab\ncb\n", "line 2, column 1: expected a row of 3 characters, found cb"),
    ("cage(id, 4, [[0, 3]]).\ncage(sum", "line 2, column 6: expected add, mult, sub, div or id,"),
]


@pytest.mark.parametrize(("text", "message"), FAULT_IN_A_LATER_LINE)
def test_format_of_a_faulty_text_is_the_one_that_reads_furthest(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        read(text)


VALID = {
    "kenken": "2\na a\nGuess(b,1) c\na 3 +\nb 1 =\nc 2 =\n",
    "calcudoku": (ROOT / "inputs/calcudoku/sample/example.in").read_text(encoding="utf-8"),
    "mathdoku": "aab\ncbb\nccd\na 2 -\nb 6 *\nc 6 +\nd 3 =\n",
    "cages": (ROOT / "inputs/cages/sample/figure.in").read_text(encoding="utf-8"),
    "ac3": "2\nAdd 3 0,0 0,1\nMul 2 1,0 1,1\n",
    "json": '{"size": 1, "cages": [{"operation": "=", "target": 1, "cells": [[0, 0]]}]}\n',
}


MUTATIONS = st.one_of(
    st.sampled_from(["", " ", "\n", "\t", ",", ".", "[", "]", "(", ")", "{", "}", '"', ":", "/*"]),
    st.sampled_from(["0", "1", "9", "17", "-1", "1.5", "9" * 5000, "٣", "²", "null", "true", "[]"]),
    st.sampled_from(["a", "b", "_", "y", "z", "m", "+", "*", "=", "Guess(a,1)", "\0", "\ufeff"]),
    st.text(max_size=3),
)


@settings(max_examples=30)
@given(st.data())
@pytest.mark.parametrize("name", FORMATS)
def test_changed_puzzles_are_read_or_refused(name: str, data: st.DataObject) -> None:
    """A board that is read can be written and read again; a refusal is one line."""
    text = VALID[name]
    for _ in range(data.draw(st.integers(1, 3))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(begin, min(begin + 3, len(text))))
        text = text[:begin] + data.draw(MUTATIONS) + text[end:]
    message, board = "", None
    try:
        board = read(text, name)
    except FormatError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 400
    assert board is None or read(write(board, "json")) == board
