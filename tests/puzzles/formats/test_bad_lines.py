"""Error messages for bad input in the line formats: `kenken`, `mathdoku`, `calcudoku`, `ac3`."""

from __future__ import annotations

import pytest

from tests.puzzles.formats.refused import DIGITS, SHOWN_DIGITS, check_refused

SIZE = "the size, a number from 1 to 16"
ENTRY = "a letter, a number from 1 to 2 or a guess such as Guess(a,1)"
OPERATION = "one of + - * / ="
SUM = "a sum from 0 to 125"
KIND = "Single, Add, Sub, Mul or Div"

KENKEN = [
    ("", f"line 1, column 1: expected {SIZE}, found the end of the text"),
    ("0\n", f"line 1, column 1: expected {SIZE}, found 0"),
    ("17\n", f"line 1, column 1: expected {SIZE}, found 17"),
    ("-3\n", f"line 1, column 1: expected {SIZE}, found -3"),
    ("٣\n", f"line 1, column 1: expected {SIZE}, found ٣"),
    ("²\n", f"line 1, column 1: expected {SIZE}, found ²"),
    ("3.0\n", f"line 1, column 1: expected {SIZE}, found 3.0"),
    (
        DIGITS,
        f"line 1, column 1: expected {SIZE}, found {SHOWN_DIGITS}",
    ),
    ("\n\n  x\n", f"line 3, column 3: expected {SIZE}, found x"),
    ("2 2\n", "line 1, column 3: expected the end of the line, found 2"),
    ("2", f"line 1, column 2: expected {ENTRY}, found the end of the text"),
    ("2\na a\n", f"line 2, column 4: expected {ENTRY}, found the end of the text"),
    ("2\na\na a\na 6 +", f"line 2, column 2: expected {ENTRY}, found the end of the line"),
    ("2\na a a\n", "line 2, column 5: expected the end of the line, found a"),
    ("2\na a\na a\na a\n", "line 4, column 3: expected a target of at most 309 digits, found a"),
    ("2\naa a\n", f"line 2, column 1: expected {ENTRY}, found aa"),
    ("2\na 3\n", f"line 2, column 3: expected {ENTRY}, found 3"),
    ("2\na 0\n", f"line 2, column 3: expected {ENTRY}, found 0"),
    ("2\na ٢\n", f"line 2, column 3: expected {ENTRY}, found ٢"),
    ("2\na ²\n", f"line 2, column 3: expected {ENTRY}, found ²"),
    ("2\na \0\n", f"line 2, column 3: expected {ENTRY}, found \\x00"),
    ("2\na \u00a0\n", f"line 2, column 3: expected {ENTRY}, found \\xa0"),
    ("2\na \ud800\n", f"line 2, column 3: expected {ENTRY}, found \\ud800"),
    ("2\nGuess(a,3) a\n", f"line 2, column 1: expected {ENTRY}, found Guess(a,3)"),
    ("2\nGuess(a,0) a\n", f"line 2, column 1: expected {ENTRY}, found Guess(a,0)"),
    ("2\nGuess(ab,1) a\n", f"line 2, column 1: expected {ENTRY}, found Guess(ab,1)"),
    ("2\nGuess(1,1) a\n", f"line 2, column 1: expected {ENTRY}, found Guess(1,1)"),
    ("2\nGuess(a,1 a\n", f"line 2, column 1: expected {ENTRY}, found Guess(a,1"),
    ("2\nGuess(a, 1) a\n", f"line 2, column 1: expected {ENTRY}, found Guess(a,"),
    (
        f"2\nGuess(a,{DIGITS}) a\n",
        f"line 2, column 1: expected {ENTRY}, found Guess(a,111111111111...",
    ),
    ("1\na\n", "line 2, column 1: expected a constraint for the letter a, found none"),
    (
        "2\na b\na b\nb 3 +\n",
        "line 2, column 1: expected a constraint for the letter a, found none",
    ),
    ("1\na\nb 1 =\n", "line 3, column 1: expected a letter of a cell, found b"),
    ("1\r\n\r\na\r\nb 1 =\r\n", "line 4, column 1: expected a letter of a cell, found b"),
    ("1\r\ra\rb 1 =\r", "line 4, column 1: expected a letter of a cell, found b"),
    ("\ufeff\ufeff1\n", f"line 1, column 1: expected {SIZE}, found \\ufeff1"),
    ("1\na\nA 1 =\n", "line 3, column 1: expected a letter of a cell, found A"),
    ("1\na\naa 1 =\n", "line 3, column 1: expected a letter of a cell, found aa"),
    ("1\n1\n1 1 =\n", "line 3, column 1: expected a letter of a cell, found 1"),
    (
        "1\na\na 1 =\na 1 =\n",
        "line 4, column 1: expected a letter that has no constraint yet, found a",
    ),
    ("1\na\na x =\n", "line 3, column 3: expected a target of at most 309 digits, found x"),
    ("1\na\na -1 =\n", "line 3, column 3: expected a target of at most 309 digits, found -1"),
    ("1\na\na +1 =\n", "line 3, column 3: expected a target of at most 309 digits, found +1"),
    ("1\na\na 1_0 =\n", "line 3, column 3: expected a target of at most 309 digits, found 1_0"),
    ("1\na\na ٣ =\n", "line 3, column 3: expected a target of at most 309 digits, found ٣"),
    (
        f"1\na\na {DIGITS} =\n",
        f"line 3, column 3: expected a target of at most 309 digits, found {SHOWN_DIGITS}",
    ),
    ("1\na\na 1\n", f"line 3, column 4: expected {OPERATION}, found the end of the text"),
    ("1\na\na 1 %\n", f"line 3, column 5: expected {OPERATION}, found %"),
    ("1\na\na 1 +-\n", f"line 3, column 5: expected {OPERATION}, found +-"),
    ("1\na\na 1 = 1\n", "line 3, column 7: expected the end of the line, found 1"),
    ("1\na\na 1 =\nend\n", "line 4, column 1: expected a letter of a cell, found end"),
    (
        "1\na\na 0 =\n",
        "line 3, column 1: the cage 0 at (0, 0): the target must be at least 1, found 0",
    ),
    (
        "2\na a\nb b\nb 1 -\na 3 =\n",
        "line 5, column 1: the cage 3 at (0, 0): = takes one cell, found 2",
    ),
    (
        "2\na b\nb a\nb 3 +\na 3 +\n",
        "line 4, column 1: the cage 3+ at (0, 1): the cell (1, 0) is not connected to the first",
    ),
    (
        "2\na b\na b\nb 3 +\n  a 5 +\n",
        "line 5, column 3: the cage 5+ at (0, 0): the target is out of reach, + on 2 cells of 1 to"
        " 2 reaches 2 to 4",
    ),
]

MATHDOKU = [
    ("", "line 1, column 1: expected a row of 1 to 16 characters, found the end of the text"),
    (
        "a" * 17,
        "line 1, column 1: expected a row of 1 to 16 characters, found aaaaaaaaaaaaaaaaa",
    ),
    (
        DIGITS,
        f"line 1, column 1: expected a row of 1 to 16 characters, found {SHOWN_DIGITS}",
    ),
    ("aab", "line 1, column 4: expected a row of 3 characters, found the end of the text"),
    ("aab\naa\naab\n", "line 2, column 1: expected a row of 3 characters, found aa"),
    ("aab\naabb\naab\n", "line 2, column 1: expected a row of 3 characters, found aabb"),
    ("aa b\n", "line 1, column 4: expected the end of the line, found b"),
    ("aa\na\0\n", "line 2, column 2: expected a printable character, found \\x00"),
    ("a\u2028\n", "line 1, column 2: expected a printable character, found \\u2028"),
    ("aa\naa\naa\n", "line 3, column 1: expected a letter of a cell, found aa"),
    ("aa\naa\n", "line 1, column 1: expected a constraint for the letter a, found none"),
    ("ab\nab\na 3 +\n", "line 1, column 2: expected a constraint for the letter b, found none"),
    ("a\nb 1 =\n", "line 2, column 1: expected a letter of a cell, found b"),
    (
        "a\na 1 =\n\na 1 =",
        "line 4, column 1: expected a letter that has no constraint yet, found a",
    ),
    ("a\na one =\n", "line 2, column 3: expected a target of at most 99 digits, found one"),
    ("a\na ¹ =\n", "line 2, column 3: expected a target of at most 99 digits, found ¹"),
    (
        f"a\na {'1' * 100} =\n",
        f"line 2, column 3: expected a target of at most 99 digits, found {SHOWN_DIGITS}",
    ),
    ("a\na 1 x\n", f"line 2, column 5: expected {OPERATION}, found x"),
    ("a\na 1 = =\n", "line 2, column 7: expected the end of the line, found ="),
    (
        "ab\nab\nb 3 +\na 4 -\n",
        "line 4, column 1: the cage 4- at (0, 0): the target is out of reach, - on 2 cells of 1 to"
        " 2 reaches 1 to 1",
    ),
    (
        "aab\nccb\nddd\na 3 +\nb 3 /\nc 4 +\nd 6 -\n",
        "line 7, column 1: the cage 6- at (2, 0): - takes two cells, found 3",
    ),
]

CALCUDOKU = [
    ("", "line 1, column 1: expected the number of cages, from 1 to 25, found the end of the text"),
    ("0\n", "line 1, column 1: expected the number of cages, from 1 to 25, found 0"),
    ("26\n", "line 1, column 1: expected the number of cages, from 1 to 25, found 26"),
    ("٢\n", "line 1, column 1: expected the number of cages, from 1 to 25, found ٢"),
    (
        DIGITS,
        f"line 1, column 1: expected the number of cages, from 1 to 25, found {SHOWN_DIGITS}",
    ),
    ("1 75\n", "line 1, column 3: expected the end of the line, found 75"),
    ("1\n", f"line 1, column 2: expected {SUM}, found the end of the text"),
    ("2\n5 2 0 1\n", f"line 2, column 8: expected {SUM}, found the end of the text"),
    ("1\n126 1 0\n", f"line 2, column 1: expected {SUM}, found 126"),
    ("1\nx 1 0\n", f"line 2, column 1: expected {SUM}, found x"),
    ("1\n-5 1 0\n", f"line 2, column 1: expected {SUM}, found -5"),
    (f"1\n{DIGITS} 1 0\n", f"line 2, column 1: expected {SUM}, found {SHOWN_DIGITS}"),
    (
        "1\n5\n",
        "line 2, column 2: expected a number of cells from 1 to 25, found the end of the text",
    ),
    ("1\n5 0\n", "line 2, column 3: expected a number of cells from 1 to 25, found 0"),
    ("1\n5 26 0\n", "line 2, column 3: expected a number of cells from 1 to 25, found 26"),
    (
        "2\n5 2 0\n1 1 1\n",
        "line 2, column 6: expected a cell from 0 to 24, found the end of the line",
    ),
    ("1\n5 2 0 25\n", "line 2, column 7: expected a cell from 0 to 24, found 25"),
    ("1\n5 2 0 ٣\n", "line 2, column 7: expected a cell from 0 to 24, found ٣"),
    ("1\n5 2 0 \0\n", "line 2, column 7: expected a cell from 0 to 24, found \\x00"),
    ("1\n5 2 0 1 2\n", "line 2, column 9: expected the end of the line, found 2"),
    ("1\n5 1 0\n4 1 1\n", "line 3, column 1: expected the end after 1 of 1 cages, found 4"),
    ("1\n5 2 0 0\n", "line 2, column 1: the cage 5+ at (0, 0): the cell (0, 0) occurs twice"),
    (
        "1\n5 2 0 6\n",
        "line 2, column 1: the cage 5+ at (0, 0): the cell (1, 1) is not connected to the first",
    ),
    (
        "2\n5 2 0 1\n\n5 2 1 2\n",
        "line 4, column 1: the cage 5+ at (0, 1): the cell (0, 1) is in the cage 5+ at (0, 0), too",
    ),
    ("1\n5 2 0 1\n", "the cell (0, 2) is in no cage"),
    (
        "1\n6 1 0\n",
        "line 2, column 1: the cage 6 at (0, 0): the target is out of reach, = on one cell of 1 to"
        " 5 reaches 1 to 5",
    ),
]

AC3 = [
    ("", f"line 1, column 1: expected {SIZE}, found the end of the text"),
    ("17\n", f"line 1, column 1: expected {SIZE}, found 17"),
    ("two\n", f"line 1, column 1: expected {SIZE}, found two"),
    ("2 2\n", "line 1, column 3: expected the end of the line, found 2"),
    ("2\n", "the cell (0, 0) is in no cage"),
    ("2\nadd 3 0,0 0,1\n", f"line 2, column 1: expected {KIND}, found add"),
    ("2\nMult 3 0,0 0,1\n", f"line 2, column 1: expected {KIND}, found Mult"),
    (
        "2\nAdd\n",
        "line 2, column 4: expected a target of at most 15 digits, found the end of the text",
    ),
    ("2\nAdd 0,0 0,1\n", "line 2, column 5: expected a target of at most 15 digits, found 0,0"),
    ("2\nAdd ٣ 0,1\n", "line 2, column 5: expected a target of at most 15 digits, found ٣"),
    (
        f"2\nAdd {'1' * 16} 0,1\n",
        "line 2, column 5: expected a target of at most 15 digits, found 1111111111111111",
    ),
    (
        "2\nAdd 3\n\n",
        "line 2, column 6: expected a position from 0,0 to 1,1, found the end of the text",
    ),
    ("2\nAdd 3 0\n", "line 2, column 7: expected a position from 0,0 to 1,1, found 0"),
    ("2\nAdd 3 0,2\n", "line 2, column 7: expected a position from 0,0 to 1,1, found 0,2"),
    ("2\nAdd 3 2,0\n", "line 2, column 7: expected a position from 0,0 to 1,1, found 2,0"),
    ("2\nAdd 3 0,0,0\n", "line 2, column 7: expected a position from 0,0 to 1,1, found 0,0,0"),
    ("2\nAdd 3 0, 0\n", "line 2, column 7: expected a position from 0,0 to 1,1, found 0,"),
    ("2\nAdd 3 0,²\n", "line 2, column 7: expected a position from 0,0 to 1,1, found 0,²"),
    ("2\nAdd 3 0,0\0\n", "line 2, column 7: expected a position from 0,0 to 1,1, found 0,0\\x00"),
    (
        "2\nAdd 3 0,0 0,1\nAdd 3 0,1 1,1\n",
        "line 3, column 1: the cage 3+ at (0, 1): the cell (0, 1) is in the cage 3+ at (0, 0), too",
    ),
    (
        "2\nAdd 3 0,0 0,0\n",
        "line 2, column 1: the cage 3+ at (0, 0): the cell (0, 0) occurs twice",
    ),
    (
        "2\nAdd 3 " + "0,0 " * 5 + "trailing rubbish",
        "line 2, column 1: the cage 3+ at (0, 0): the cell (0, 0) occurs twice",
    ),
    (
        "2\n" + "Add 3 0,0 0,1\n" * 5 + "trailing rubbish",
        "line 3, column 1: the cage 3+ at (0, 0): the cell (0, 0) is in the cage 3+ at (0, 0), too",
    ),
    (
        "2\nSub 1 0,0 0,1\nSub 0 1,0 1,1",
        "line 3, column 1: the cage 0- at (1, 0): the target must be at least 1, found 0",
    ),
    (
        "2\nSub 1 0,0 0,1\nDiv 3 1,0 1,1",
        "line 3, column 1: the cage 3/ at (1, 0): the target is out of reach, / on 2 cells of 1 to"
        " 2 reaches 1 to 2",
    ),
    ("2\nSub 1 0,0 0,1\nSingle 1 1,0", "the cell (1, 1) is in no cage"),
]


@pytest.mark.parametrize(("text", "message"), KENKEN)
def test_kenken(text: str, message: str) -> None:
    check_refused("kenken", text, message)


@pytest.mark.parametrize(("text", "message"), MATHDOKU)
def test_mathdoku(text: str, message: str) -> None:
    check_refused("mathdoku", text, message)


@pytest.mark.parametrize(("text", "message"), CALCUDOKU)
def test_calcudoku(text: str, message: str) -> None:
    check_refused("calcudoku", text, message)


@pytest.mark.parametrize(("text", "message"), AC3)
def test_ac3(text: str, message: str) -> None:
    check_refused("ac3", text, message)
