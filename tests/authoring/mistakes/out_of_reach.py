"""Mistakes in tests that try to capture, patch or import a submission, or have no seed."""

from __future__ import annotations

from tests.authoring.mistakes.edits import HIDDEN, RIGHT, SAYS, TESTS, Edit, append, write

INSTEAD = "give it input with student.reading, and files with student.files"
AFTER_EXCEPTION = (
    "nothing in this block is run after the first exception; keep only one call in it, the one "
    "that has to raise"
)
SEED = "use random.Random(1), or call random.seed(1) before"


def hidden_test(first: str, arguments: str = "student", body: str = RIGHT) -> Edit:
    """Replace the hidden test; its body is on line 4."""
    return write(HIDDEN, f"{first}\ndef test_large({arguments}):\n{SAYS}    {body}\n")


def random_in_test(first: str, body: str) -> Edit:
    return hidden_test(first, body=f"{body}; {RIGHT}")


OUT_OF_REACH: dict[str, tuple[Edit, list[str]]] = {
    "captured output": (
        hidden_test("", "student, capsys"),
        [
            f"{HIDDEN}, line 2: capsys does not capture what a submission prints; "
            "use student.printed"
        ],
    ),
    "patched input": (
        hidden_test("", "monkeypatch, student"),
        [f"{HIDDEN}, line 2: monkeypatch changes nothing in a submission; {INSTEAD}"],
    ),
    "an imported patch": (
        hidden_test("from unittest.mock import ANY, patch"),
        [f"{HIDDEN}, line 1: mock.patch changes nothing in a submission; {INSTEAD}"],
    ),
    "a patch of mock": (
        hidden_test(
            "from unittest import mock", body=f'with mock.patch("builtins.input"): {RIGHT}'
        ),
        [f"{HIDDEN}, line 4: mock.patch changes nothing in a submission; {INSTEAD}"],
    ),
    "names from a student's file": (
        hidden_test("from double import double"),
        [
            f"{HIDDEN}, line 1: double is the starter's here, not the submission's; "
            "call student.NAME"
        ],
    ),
    "a student's file": (
        hidden_test("import math, double"),
        [
            f"{HIDDEN}, line 1: double is the starter's here, not the submission's; "
            "call student.NAME"
        ],
    ),
    "a student's exception": (
        hidden_test(
            "import pytest", body=f"with pytest.raises((KeyError, student.TooLarge)): {RIGHT}"
        ),
        [
            f"{HIDDEN}, line 4: pytest.raises(student.TooLarge) is impossible: exceptions arrive "
            "as built-in classes; expect the one that it derives from"
        ],
    ),
    "an exception of a library": (
        hidden_test(
            "import json, pytest", body=f"with pytest.raises(json.JSONDecodeError): {RIGHT}"
        ),
        [
            f"{HIDDEN}, line 4: pytest.raises(json.JSONDecodeError) is impossible: exceptions "
            "arrive as built-in classes; expect the one that it derives from"
        ],
    ),
    "an exception that is imported": (
        hidden_test(
            "from csv import Error; from pytest import raises", body=f"with raises(Error): {RIGHT}"
        ),
        [
            f"{HIDDEN}, line 4: pytest.raises(Error) is impossible: exceptions arrive as built-in "
            "classes; expect the one that it derives from"
        ],
    ),
    "an exception of an abstract method": (
        hidden_test("import pytest", body=f"with pytest.raises(NotImplementedError): {RIGHT}"),
        [
            f"{HIDDEN}, line 4: pytest.raises(NotImplementedError) is impossible: it can mean "
            "unfinished code or a limit of the sandbox; let the handout ask for another exception"
        ],
    ),
    "built-in exceptions": (
        hidden_test("import pytest", body=f"with pytest.raises((OSError, ValueError)): {RIGHT}"),
        [],
    ),
    "random numbers": (
        random_in_test("import random", "random.choice([1]); random.random()"),
        [
            f"{HIDDEN}, line 4: random.choice has no seed, so each grading tests something else; "
            f"{SEED}"
        ],
    ),
    "an imported generator": (
        random_in_test("from random import Random, randint", "randint(1, 2)"),
        [
            f"{HIDDEN}, line 1: random.randint has no seed, so each grading tests something else; "
            f"{SEED}"
        ],
    ),
    "a generator without a seed": (
        random_in_test("import random", "random.Random().random()"),
        [
            f"{HIDDEN}, line 4: random.Random() has no seed, so each grading tests something else; "
            f"{SEED}"
        ],
    ),
    "random numbers with a seed": (
        random_in_test("import random", "random.seed(1); random.random()"),
        [],
    ),
    "a generator with a seed": (
        random_in_test("import random", "random.Random(1).random()"),
        [],
    ),
    "a mock that is compared": (hidden_test("from unittest.mock import ANY"), []),
    "two calls that have to raise": (
        hidden_test(
            "import pytest",
            body="with pytest.raises(ValueError): student.double(None); student.double('')",
        ),
        [f"{HIDDEN}, line 4: {AFTER_EXCEPTION}"],
    ),
    "a loop of calls that have to raise": (
        hidden_test(
            "from pytest import raises",
            body="with raises(ValueError):\n        for x in [None, '']: student.double(x)",
        ),
        [f"{HIDDEN}, line 4: {AFTER_EXCEPTION}"],
    ),
    "an assertion after the call that has to raise": (
        hidden_test(
            "import pytest",
            body="with pytest.raises(ValueError):\n        x = student.double('')\n"
            "        assert x == 0",
        ),
        [f"{HIDDEN}, line 4: {AFTER_EXCEPTION}"],
    ),
    "an expected exception of any kind": (
        hidden_test(
            "import pytest", body="with pytest.raises((KeyError, Exception)): student.double('')"
        ),
        [
            f"{HIDDEN}, line 4: pytest.raises((KeyError, Exception)) accepts any mistake that "
            "raises an exception; expect the one that the handout asks for"
        ],
    ),
    "no mistake: one call that has to raise": (
        hidden_test(
            "import pytest",
            body="with pytest.raises(Exception, match='no number'):\n        x = ''\n"
            "        student.double(x)\n"
            "    with pytest.raises(ValueError):\n"
            "        for number in student.double([]):\n            pass",
        ),
        [],
    ),
    "files in a folder of pytest's": (
        hidden_test("", "student, tmp_path"),
        [f"{HIDDEN}, line 2: a submission cannot reach the files in tmp_path; use student.files"],
    ),
    "no mistake: a file that is made there, then put where calls run": (
        hidden_test(
            "",
            "student, tmp_path",
            f"student.files({{'a.zip': (tmp_path / 'a').read_bytes()}}); {RIGHT}",
        ),
        [],
    ),
    "chaffs in a public test": (
        append(
            f"{TESTS}/test_double.py",
            f"\n\ndef test_catch(suite):\n{SAYS}    suite.must_catch('double.py', None)\n",
        ),
        [
            f"{TESTS}/test_double.py, line 8: must_catch needs the reference and the chaffs, "
            "which students do not get; move the test to hidden/"
        ],
    ),
}
