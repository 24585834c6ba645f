"""The format of a text is detected from its beginning."""

from __future__ import annotations

import pytest

from autograder.puzzles.formats import FormatError, detect, read

SQUARE = "3\n2 1 3\n1 3 2\n3 2 1\n"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4\na b b c\n", "kenken"),
        ("2\n1 2\n2 1\n", "kenken"),
        ("0\na\n", "kenken"),
        ("99\na\n", "kenken"),
        ("1\n1\n", "kenken"),
        ("1\nGuess(a,1)\na 1 =\n", "kenken"),
        ("3\n1 2 =\n", "kenken"),
        ("3\n3 1 =\n1 3 2\n", "kenken"),
        # Three cages, the first of them one cell; or three rows.
        ("3\n2 1 3\n13 3 0 1 2\n60 21 4 5 6 7 8 9 10\n", "calcudoku"),
        (SQUARE, "kenken"),
        ("3\n2 1 3\n", "kenken"),
        ("1\n75 25 0 1 2\n", "calcudoku"),
        ("9\n5 2 0 5\n8 3 1 2 6\n", "calcudoku"),
        ("26\n5 2 0 5\n", "calcudoku"),
        ("1\n1 1 5\n", "calcudoku"),
        ("4\nDiv 2 0,0 1,0\n", "ac3"),
        ("4\n\n  Divide 2 0,0 1,0\n", "ac3"),
        ("aabb\ncdde\n", "mathdoku"),
        ("aab\ncb\n", "mathdoku"),
        ("hello", "mathdoku"),
        ("{aa\n{a\n", "mathdoku"),
        ("cage\nabc\n", "mathdoku"),
        (f"{'a' * 17}\n" * 17 + "a 289 +\n", "mathdoku"),
        ("1\n1 1 =\n", "mathdoku"),
        ("12\n12\n1 3 +\n2 3 +\n", "mathdoku"),
        ('{"\n{"\n{ 3 +\n" 3 +\n', "mathdoku"),
        ("{}\n{}\n{ 3 +\n} 3 +\n", "mathdoku"),
        ("%%\n%%\n% 6 +\n", "mathdoku"),
        ("6:\n6:\n6 3 +\n: 3 +\n", "mathdoku"),
        ("cage(add, 3", "cages"),
        ("cage (sub", "cages"),
        ("% cage\n/* 1 */ cage(", "cages"),
        ("cage(\nadd\n", "cages"),
        ("6:_5a_3", "keen"),
        ("6dn:", "keen"),
        ("6dum:_5a", "keen"),
        ("6dz:", "keen"),
        ("99:", "keen"),
        ("{}", "json"),
        ("{", "json"),
        ('{ "size"', "json"),
        ('\ufeff\r\n{\r\n"size"', "json"),
    ],
)
def test_detect(text: str, name: str) -> None:
    assert detect(text) == name


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        ("", "line 1, column 1", "the end of the text"),
        ("\n\n  \n", "line 1, column 1", "the end of the text"),
        ("\n  hello world\n", "line 2, column 3", "hello"),
        ("4\n", "line 1, column 1", "4"),
        ("4 4\na b b c\n", "line 1, column 1", "4"),
        ("aab\nc c b\n", "line 1, column 1", "aab"),
        ("a" * 17, "line 1, column 1", "a" * 17),
        ('[{"size": 3}]', "line 1, column 1", '[{"size":'),
        ("% no more than a comment\n", "line 1, column 1", "%"),
        ("/* no end\ncage(add", "line 1, column 1", "/*"),
        ("\0 \0", "line 1, column 1", "\\x00"),
    ],
)
def test_no_format_fits(text: str, where: str, found: str) -> None:
    formats = "ac3, cages, calcudoku, kenken, mathdoku, keen, json"
    for refuse in (detect, read):
        with pytest.raises(FormatError) as error:
            refuse(text)
        message = f"{where}: expected a puzzle in one of the formats {formats}, found {found}"
        assert str(error.value) == message


def test_unknown_format() -> None:
    with pytest.raises(FormatError) as error:
        read(SQUARE, "sudo\0ku")
    assert str(error.value) == (
        "expected one of the formats ac3, cages, calcudoku, kenken, mathdoku, keen, json,"
        " found sudo\\x00ku"
    )
