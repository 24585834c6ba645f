"""A file that cannot be loaded: which line of it is at fault, and what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.judge.own_kit import failures, write_one_part

OWN = """\
def double(number):
    return 2 * number


def half(number):
    raise NotImplementedError


"""
TESTS = """\
from own import double


def test_double():
    assert double(2) == 4
"""
PUT = 'runs as soon as own.py is loaded: put it under `if __name__ == "__main__":`'
NO_TESTS = " with the status 5" if sys.version_info >= (3, 12) else ""
CALLS = {
    "unwritten function": (
        "print(half(double(2)))",
        f"half is not written yet; line 9 {PUT} (own.py, line 6: raise NotImplementedError)",
    ),
    "failing test": (
        "assert double(2) == 5",
        f"loading own.py raised AssertionError; line 9 {PUT}"
        " (own.py, line 9: assert double(2) == 5)",
    ),
    "argument of the program": (
        "import sys\nprint(sys.argv[1])",
        "loading own.py raised IndexError: list index out of range; `sys.argv` has at most 1 item;"
        f" line 10 {PUT}"
        " (own.py, line 10: print(sys.argv[1]))",
    ),
    "tests of its own": (
        "import unittest\nunittest.main(argv=['own'])",
        f"loading own.py called exit(){NO_TESTS}; line 10 {PUT}"
        " (own.py, line 10: unittest.main(argv=['own']))",
    ),
    "exit with a text": (
        "if double(1) == 2:\n    raise SystemExit('done')",
        f"loading own.py called exit() with the message: done; line 10 {PUT}"
        " (own.py, line 10: raise SystemExit('done'))",
    ),
    "exit with a bool": (
        "raise SystemExit(True)",
        f"loading own.py called exit() with the status 1; line 9 {PUT}"
        " (own.py, line 9: raise SystemExit(True))",
    ),
    "unwritten decorator": (
        "@half\ndef third(number):\n    return number / 3",
        "half is not written yet; line 9 runs as soon as own.py is loaded: write half first, or put"
        " # before that line (own.py, line 6: raise NotImplementedError)",
    ),
    "unwritten function of a constant": (
        "SIZE = half(4)",
        "half is not written yet; line 9 runs as soon as own.py is loaded: write half first, or put"
        " # before that line (own.py, line 6: raise NotImplementedError)",
    ),
    "constant": (
        "SIZE = [1][2]",
        "loading own.py raised IndexError: list index out of range; `[1]` has 1 item, `[1][0]`, so"
        " there is no `[1][2]` (own.py, line 9: SIZE = [1][2])",
    ),
}


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_one_part(tmp_path_factory.mktemp("kit"), TESTS, OWN)


@pytest.mark.parametrize(("code", "message"), CALLS.values(), ids=CALLS)
def test_code_outside_of_functions(kit: Path, tmp_path: Path, code: str, message: str) -> None:
    (tmp_path / "own.py").write_text(f"{OWN}{code}\n", encoding="utf-8")
    [detail] = failures(kit, tmp_path).values()
    place = detail["place"]
    where = f"{place['file']}, line {place['line']}: {place['source']}"
    assert f"{detail['message']} ({where})" == message


def test_no_path_of_the_library(kit: Path, tmp_path: Path) -> None:
    code = "import json, traceback\ntry:\n    json.loads('')\nexcept ValueError as error:\n"
    code += "    traceback.print_exc()\n    raise RuntimeError(json, json.__file__)"
    (tmp_path / "own.py").write_text(f"{OWN}{code}\n", encoding="utf-8")
    [detail] = failures(kit, tmp_path).values()
    module = "<module 'json' from 'json/__init__.py'>, 'json/__init__.py'"
    assert detail["message"].startswith(f"loading own.py raised RuntimeError: ({module})")
    assert '\n  File "json/decoder.py", line' in detail["printed"]
    assert sys.base_prefix not in str(detail)


DECLARED = {
    "in the first line": b"# -*- coding: latin-1 -*-\n# J\xfcrgen\n",
    "in the second line": b"# J\xfcrgen\r# vim: set fileencoding=cp1252 :\r",
    "for an editor": b"#!/usr/bin/python\n# -*- coding: latin-1-unix -*- \xfc\n",
    "of several bytes": "# coding=shift_jis\nGREETING = 'こ'\n".encode("shift_jis"),
    "wrong in a comment": b"# coding: utf-8\n# J\xfcrgen\n",
}


@pytest.mark.parametrize("start", DECLARED.values(), ids=DECLARED)
def test_declared_encoding(kit: Path, tmp_path: Path, start: bytes) -> None:
    """A file that Python runs is graded."""
    (tmp_path / "own.py").write_bytes(start + OWN.encode())
    assert failures(kit, tmp_path) == {}


def test_line_in_a_declared_encoding(kit: Path, tmp_path: Path) -> None:
    code = "# coding: latin-1\ndef double(number):\n    return größe\n"
    (tmp_path / "own.py").write_bytes(code.encode("latin-1"))
    [detail] = failures(kit, tmp_path).values()
    assert detail["place"]["source"] == "return größe"
