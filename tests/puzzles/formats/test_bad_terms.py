"""What is told of bad input in `cages` and `keen`."""

from __future__ import annotations

import pytest

from tests.puzzles.formats.refused import DIGITS, SHOWN_DIGITS, check_refused

COLON = "a colon, perhaps after a level such as dn"
CLUE = "a clue for each cage: a, m, s or d"

CAGES = [
    ("", "line 1, column 1: expected cage(, found the end of the text"),
    ("% nothing\n", "line 1, column 10: expected cage(, found the end of the text"),
    ("cage (add", "line 1, column 1: expected cage(, found cage"),
    ("cag(add", "line 1, column 1: expected cage(, found cag"),
    ("6\n", "line 1, column 1: expected cage(, found 6"),
    ("cage(minus, 6", "line 1, column 6: expected add, mult, sub, div or id, found minus"),
    ("cage(Add, 6", "line 1, column 6: expected add, mult, sub, div or id, found Add"),
    ("cage(+, 6", "line 1, column 6: expected add, mult, sub, div or id, found +"),
    ("cage(add 6", "line 1, column 10: expected ,, found 6"),
    ("cage(add, x", "line 1, column 11: expected a target of at most 9 digits, found x"),
    ("cage(add, -6", "line 1, column 11: expected a target of at most 9 digits, found -"),
    ("cage(add, ٦", "line 1, column 11: expected a target of at most 9 digits, found ٦"),
    ("cage(add, 6²", "line 1, column 12: expected ,, found ²"),
    (
        "cage(add, 1234567890",
        "line 1, column 11: expected a target of at most 9 digits, found 1234567890",
    ),
    (
        f"cage(add, {DIGITS}",
        f"line 1, column 11: expected a target of at most 9 digits, found {SHOWN_DIGITS}",
    ),
    ("cage(add, 6. ", "line 1, column 12: expected ,, found ."),
    ("cage(add, 6, (", "line 1, column 14: expected [, found ("),
    ("cage(add, 6, []", "line 1, column 15: expected [, found ]"),
    ("cage(add, 6, [0, 1]", "line 1, column 15: expected [, found 0"),
    ("cage(add, 6, [[6, 1]", "line 1, column 16: expected a row from 0 to 5, found 6"),
    ("cage(add, 6, [[0; 1]", "line 1, column 17: expected ,, found ;"),
    ("cage(add, 6, [[0, 6]", "line 1, column 19: expected a column from 0 to 5, found 6"),
    ("cage(add, 6, [[0, X]", "line 1, column 19: expected a column from 0 to 5, found X"),
    ("cage(add, 6, [[0, 1)", "line 1, column 20: expected ], found )"),
    ("cage(add, 6, [[0, 1] [", "line 1, column 22: expected , or ], found ["),
    ("cage(id, 6, [[0, 1]]. ", "line 1, column 21: expected ), found ."),
    (
        "cage(id, 6, [[0, 1]])",
        "line 1, column 22: expected a full stop and whitespace, found the end of the text",
    ),
    (
        "cage(id, 6, [[0, 1]]).cage",
        "line 1, column 22: expected a full stop and whitespace, found .",
    ),
    (
        "cage(id, 6, [[0, 1]])./**/",
        "line 1, column 22: expected a full stop and whitespace, found .",
    ),
    ("cage(id, 6, [[0, 1]]).\n/* */ end", "line 2, column 7: expected cage(, found end"),
    (
        "cage(add,\n  % six\n  7x",
        "line 3, column 3: expected a target of at most 9 digits, found 7x",
    ),
    (
        "cage(add, /* six */ \0",
        "line 1, column 21: expected a target of at most 9 digits, found \\x00",
    ),
    ("\n /* a * / b", "line 2, column 2: expected a comment with */ at its end, found no end"),
    (
        "cage(id, 6, [[0, 1], [0, 2]]).\n",
        "line 1, column 1: the cage 6 at (0, 1): = takes one cell, found 2",
    ),
    (
        "cage(add, 6, [[0, 1], [0, 1]]).\n",
        "line 1, column 1: the cage 6+ at (0, 1): the cell (0, 1) occurs twice",
    ),
    (
        f"cage(add, 6, [[0, 0]{', [0, 1]' * 36}, rubbish",
        "line 1, column 1: the cage 6+ at (0, 0): the cell (0, 1) occurs twice",
    ),
    (
        "cage(id, 6, [[0, 0]]).\n" * 37 + "rubbish",
        "line 2, column 1: the cage 6 at (0, 0): the cell (0, 0) is in the cage 6 at (0, 0), too",
    ),
    (
        "cage(id, 6, [[0, 1]]). cage(id, 5, [[0, 1]]).",
        "line 1, column 24: the cage 5 at (0, 1): the cell (0, 1) is in the cage 6 at (0, 1), too",
    ),
    (
        "cage(id, 6, [[0, 0]]).\n\n cage(id, 7, [[0, 1]]).",
        "line 3, column 2: the cage 7 at (0, 1): the target is out of reach, = on one cell of 1 to"
        " 6 reaches 1 to 6",
    ),
    ("cage(id, 6, [[0, 0]]).\n", "the cell (0, 1) is in no cage"),
]

KEEN = [
    ("", "line 1, column 1: expected a puzzle, found nothing"),
    ("x", "line 1, column 1: expected the size, a number from 1 to 16, found x"),
    ("0:_,a1", "line 1, column 1: expected the size, a number from 1 to 16, found 0:_,a1"),
    ("17:_,a1", "line 1, column 1: expected the size, a number from 1 to 16, found 17:_,a1"),
    ("٢:_,a1", "line 1, column 1: expected the size, a number from 1 to 16, found ٢:_,a1"),
    (
        DIGITS,
        f"line 1, column 1: expected the size, a number from 1 to 16, found {SHOWN_DIGITS}",
    ),
    ("2", f"line 1, column 2: expected {COLON}, found the end of the text"),
    ("2 :b__,s1s1", f"line 1, column 2: expected {COLON}, found whitespace"),
    ("2dz:b__,s1s1", f"line 1, column 2: expected {COLON}, found dz:b__,s1s1"),
    ("2dn#123", f"line 1, column 2: expected {COLON}, found dn#123"),
    (
        "2:",
        "line 1, column 3: expected _, a letter from a to z, or a comma, found the end of the text",
    ),
    (
        "2:b__",
        "line 1, column 6: expected _, a letter from a to z, or a comma, found the end of the text",
    ),
    (
        "2:b__\n2:b__",
        "line 1, column 6: expected _, a letter from a to z, or a comma, found the end of the line",
    ),
    ("2:B__,", "line 1, column 3: expected _, a letter from a to z, or a comma, found B__,"),
    ("2:2__,", "line 1, column 3: expected _, a letter from a to z, or a comma, found 2__,"),
    ("2:b_\0,", "line 1, column 5: expected _, a letter from a to z, or a comma, found \\x00,"),
    ("2:_0b__,", "line 1, column 3: expected a letter 1 to 5 times, found _0b__,"),
    ("2:_6,", "line 1, column 3: expected a letter 1 to 5 times, found _6,"),
    (
        f"2:_{DIGITS},",
        "line 1, column 3: expected a letter 1 to 5 times, found _1111111111111111111...",
    ),
    ("2:b_,s1s1", "line 1, column 5: expected walls for all 4 borders of size 2, found ,s1s1"),
    ("2:,", "line 1, column 3: expected walls for all 4 borders of size 2, found ,"),
    ("2:b___,s1s1", "line 1, column 6: expected walls for the 4 borders of size 2, found _,s1s1"),
    ("2:b_a,s1s1", "line 1, column 5: expected walls for the 4 borders of size 2, found a,s1s1"),
    ("2:e,a6", "line 1, column 3: expected walls for the 4 borders of size 2, found e,a6"),
    ("2:z,a6", "line 1, column 3: expected walls for the 4 borders of size 2, found z,a6"),
    ("2:b__,", f"line 1, column 7: expected {CLUE}, found the end of the text"),
    ("2:b__,s1", f"line 1, column 9: expected {CLUE}, found the end of the text"),
    ("2:b__,s1\n", f"line 1, column 9: expected {CLUE}, found the end of the text"),
    ("2:b__,s1x1", f"line 1, column 9: expected {CLUE}, found x1"),
    ("2:b__,s1n", f"line 1, column 9: expected {CLUE}, found n"),
    (
        "2:b__,s1s",
        "line 1, column 10: expected a target of at most 8 digits, found the end of the text",
    ),
    ("2:b__,ss1", "line 1, column 8: expected a target of at most 8 digits, found s1"),
    ("2:b__,s٣s1", "line 1, column 8: expected a target of at most 8 digits, found ٣s1"),
    (
        "2:d,m123456789",
        "line 1, column 6: expected a target of at most 8 digits, found 123456789",
    ),
    ("2:b__,s1s1a3", "line 1, column 11: expected the end of the line, found a3"),
    ("2:b__,s1s1 2:b__,s1s1", "line 1, column 12: expected the end of the line, found 2:b__,s1s1"),
    ("2:d,s6", "line 1, column 5: the cage 6- at (0, 0): - takes two cells, found 4"),
    (
        "\n 2:b__,s1s0",
        "line 2, column 10: the cage 0- at (1, 0): the target must be at least 1, found 0",
    ),
    (
        "2:b__,s1a5",
        "line 1, column 9: the cage 5+ at (1, 0): the target is out of reach, + on 2 cells of 1 to"
        " 2 reaches 2 to 4",
    ),
]


@pytest.mark.parametrize(("text", "message"), CAGES)
def test_cages(text: str, message: str) -> None:
    check_refused("cages", text, message)


@pytest.mark.parametrize(("text", "message"), KEEN)
def test_keen(text: str, message: str) -> None:
    check_refused("keen", text, message)
