"""Mistakes in tests: what students lack, exceptions that mean too little, no seed."""

from __future__ import annotations

from tests.authoring.mistakes.edits import HIDDEN, RIGHT, SAYS, TESTS, Edit, append, write

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
    "an exception of an abstract method": (
        hidden_test("import pytest", body=f"with pytest.raises(NotImplementedError): {RIGHT}"),
        [
            f"{HIDDEN}, line 4: NotImplementedError can mean unfinished code or a limit of the "
            "sandbox; let the handout ask for another exception"
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
