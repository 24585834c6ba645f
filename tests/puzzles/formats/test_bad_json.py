"""Error messages for bad input in `json`."""

from __future__ import annotations

import sys

import pytest

from tests.puzzles.formats.refused import DIGITS, SHOWN_DIGITS, check_refused

CAGE = '{"operation": "=", "target": 1, "cells": [[0, 0]]}'
PUZZLE = f'{{"size": 1, "cages": [{CAGE}], "grid": [[0]]}}'


def changed(old: str, new: str) -> str:
    assert PUZZLE.count(old) == 1
    return PUZZLE.replace(old, new)


FIELDS = "size, cages, grid"
JSON = [
    ("", "line 1, column 1: expected a puzzle, found nothing"),
    (
        "{",
        "line 1, column 2: expected property name enclosed in double quotes, found the end of the"
        " text",
    ),
    ('{"size"\n 1}', "line 2, column 2: expected ':' delimiter, found 1}"),
    ('{"size": 1\n "cages": []}', "line 2, column 2: expected ',' delimiter, found \"cages\":"),
    ('{"size": 01}', "line 1, column 11: expected ',' delimiter, found 1}"),
    ('{"size": \0}', "line 1, column 10: expected value, found \\x00}"),
    ('{"size": ٣}', "line 1, column 10: expected value, found ٣}"),
    ('{"size', 'line 1, column 2: expected JSON, found "size'),
    ("nonsense", "line 1, column 1: expected value, found nonsense"),
    ('"text"', f'line 1: expected an object with {FIELDS}, found "text"'),
    ("[]", f"line 1: expected an object with {FIELDS}, found a list"),
    ("[" * 100_000, "line 1, column 1: expected a puzzle, found too many brackets"),
    (
        '{"a":' * 30_000,
        # Python 3.14 reads objects as deep as these.
        "line 1, column 150001: expected value, found the end of the text"
        if sys.version_info >= (3, 14)
        else "line 1, column 1: expected a puzzle, found too many brackets",
    ),
    (
        '{"size": "' + "x" * 250_000 + '"}',
        "line 1, column 1: expected a puzzle of at most 200000 characters, found more",
    ),
    (
        "{" + " " * 250_000 + "}",
        "line 1, column 1: expected a puzzle of at most 200000 characters, found more",
    ),
    ("{}", "line 1: expected the key size, found none"),
    ('{"size": 1}', "line 1: expected the key cages, found none"),
    (changed('"grid"', '"sise"'), f"line 1: expected the keys {FIELDS}, found sise"),
    (changed('"grid"', '"\\u0000"'), f"line 1: expected the keys {FIELDS}, found \\x00"),
    (changed('"grid": [[0]]', '"size": 1'), "line 1: expected the key size once, found it twice"),
    (changed('"size": 1', '"size": 0'), "line 1: size: expected a size from 1 to 16, found 0"),
    (changed('"size": 1', '"size": 17'), "line 1: size: expected a size from 1 to 16, found 17"),
    (changed('"size": 1', '"size": -1'), "line 1: size: expected a size from 1 to 16, found -1"),
    (
        changed('"size": 1', '"size": true'),
        "line 1: size: expected a size from 1 to 16, found true",
    ),
    (
        changed('"size": 1', '"size": null'),
        "line 1: size: expected a size from 1 to 16, found null",
    ),
    (changed('"size": 1', '"size": 1.0'), "line 1: size: expected a size from 1 to 16, found 1.0"),
    (changed('"size": 1', '"size": 1e0'), "line 1: size: expected a size from 1 to 16, found 1e0"),
    (changed('"size": 1', '"size": NaN'), "line 1: size: expected a size from 1 to 16, found NaN"),
    (changed('"size": 1', '"size": "1"'), 'line 1: size: expected a size from 1 to 16, found "1"'),
    (
        changed('"size": 1', '"size": [1]'),
        "line 1: size: expected a size from 1 to 16, found a list",
    ),
    (
        changed('"size": 1', '"size": {}'),
        "line 1: size: expected a size from 1 to 16, found an object",
    ),
    (
        changed('"size": 1', f'"size": {DIGITS}'),
        f"line 1: size: expected a size from 1 to 16, found {SHOWN_DIGITS}",
    ),
    (
        changed('"size": 1', f'"size": -{DIGITS}'),
        "line 1: size: expected a size from 1 to 16, found -1111111111111111111...",
    ),
    (changed(f"[{CAGE}]", "{}"), "line 1: cages: expected a list of cages, found an object"),
    (changed(f"[{CAGE}]", "[]"), "line 1: the cell (0, 0) is in no cage"),
    (
        changed(CAGE, f"{CAGE}, 3"),
        "line 1: cages[1]: expected an object with operation, target, cells, found 3",
    ),
    (changed('"operation": "=", ', ""), "line 1: cages[0]: expected the key operation, found none"),
    (
        changed('"operation": "="', '"op": "="'),
        "line 1: cages[0]: expected the keys operation, target, cells, found op",
    ),
    (
        changed('"target": 1', '"target": 1, "target": 1'),
        "line 1: cages[0]: expected the key target once, found it twice",
    ),
    (changed('"="', '"+-"'), 'line 1: cages[0].operation: expected one of + - * / =, found "+-"'),
    (changed('"="', '""'), 'line 1: cages[0].operation: expected one of + - * / =, found ""'),
    (changed('"="', "null"), "line 1: cages[0].operation: expected one of + - * / =, found null"),
    (changed('"="', "1.5"), "line 1: cages[0].operation: expected one of + - * / =, found 1.5"),
    (
        changed('"target": 1', '"target": false'),
        "line 1: cages[0].target: expected a whole number, found false",
    ),
    (
        changed('"target": 1', '"target": 1.5'),
        "line 1: cages[0].target: expected a whole number, found 1.5",
    ),
    (
        changed('"target": 1', '"target": 0'),
        "line 1: cages[0]: the cage 0 at (0, 0): the target must be at least 1, found 0",
    ),
    (
        changed('"target": 1', '"target": -2'),
        "line 1: cages[0]: the cage -2 at (0, 0): the target must be at least 1, found -2",
    ),
    (
        changed('"target": 1', '"target": 2'),
        "line 1: cages[0]: the cage 2 at (0, 0): the target is out of reach, = on one cell of 1 to"
        " 1 reaches 1 to 1",
    ),
    (
        changed(CAGE, f"{CAGE}, {CAGE}"),
        "line 1: cages[1]: the cage 1 at (0, 0): the cell (0, 0) is in the cage 1 at (0, 0), too",
    ),
    (changed("[[0, 0]]", "[]"), "line 1: cages[0]: a cage needs a cell"),
    (changed("[[0, 0]]", "0"), "line 1: cages[0].cells: expected a list of cells, found 0"),
    (
        changed("[[0, 0]]", "[0, 0]"),
        "line 1: cages[0].cells[0]: expected a list of a row and a column, found 0",
    ),
    (
        changed("[[0, 0]]", "[[0, 0], [0]]"),
        "line 1: cages[0].cells[1]: expected a list of a row and a column, found one of length 1",
    ),
    (
        changed("[0, 0]", "[0, 0, 0]"),
        "line 1: cages[0].cells[0]: expected a list of a row and a column, found one of length 3",
    ),
    (changed("[0, 0]", "[1, 0]"), "line 1: cages[0].cells[0]: expected a row from 0 to 0, found 1"),
    (
        changed("[0, 0]", "[0, 1]"),
        "line 1: cages[0].cells[0]: expected a column from 0 to 0, found 1",
    ),
    (
        changed("[0, 0]", "[0, -1]"),
        "line 1: cages[0].cells[0]: expected a column from 0 to 0, found -1",
    ),
    (
        changed("[0, 0]", "[false, 0]"),
        "line 1: cages[0].cells[0]: expected a row from 0 to 0, found false",
    ),
    (changed("[[0]]", "0"), "line 1: grid: expected a list of length 1, found 0"),
    (
        changed("[[0]]", "[[0], [0]]"),
        "line 1: grid: expected a list of length 1, found one of length 2",
    ),
    (changed("[[0]]", "[0]"), "line 1: grid[0]: expected a list of length 1, found 0"),
    (
        changed("[[0]]", "[[]]"),
        "line 1: grid[0]: expected a list of length 1, found one of length 0",
    ),
    (changed("[[0]]", "[[2]]"), "line 1: grid[0][0]: expected a number from 0 to 1, found 2"),
    (changed("[[0]]", "[[true]]"), "line 1: grid[0][0]: expected a number from 0 to 1, found true"),
    (f"{PUZZLE} {PUZZLE}", 'line 1, column 91: expected the end of the line, found {"size":'),
    (f"{PUZZLE}\n]", "line 2, column 1: expected value, found ]"),
    (f"{PUZZLE}\n\n{{}}", "line 3: expected the key size, found none"),
    ('{"size": 1,\n"cages": [{"target": 1}]}', "cages[0]: expected the key operation, found none"),
]


@pytest.mark.parametrize(("text", "message"), JSON)
def test_json(text: str, message: str) -> None:
    check_refused("json", text, message)
