"""Mistakes in tests that patch or inspect what they cannot reach, or that have no seed."""

from __future__ import annotations

from tests.authoring.mistakes.edits import (
    HIDDEN,
    IMPORT,
    REFERENCE,
    RIGHT,
    SAYS,
    TESTS,
    Edit,
    append,
    both,
    swap,
    write,
)

PROCESS = "in the submission, which runs in another process"
NOT_PATCHED = f"{HIDDEN}, line 5: random.randint is not patched {PROCESS}"
NO_ENVIRONMENT = (
    f"{HIDDEN}, line 5: environment variables do not change {PROCESS}; pass the values as "
    "arguments, or in a file"
)
AFTER_EXCEPTION = (
    f"{HIDDEN}, line 5: nothing in this block is run after the first exception; keep only one call "
    "in it, the one that has to raise"
)
SEED = "use random.Random(1), or call random.seed(1) before"


def hidden_test(first: str, body: str = RIGHT, arguments: str = "") -> Edit:
    """Replace the hidden test; its body is on line 5."""
    return write(HIDDEN, f"{IMPORT}{first}\ndef test_large({arguments}):\n{SAYS}    {body}\n")


def with_random(line: str) -> Edit:
    """Let the reference import the library that the tests patch; the starter does not need it."""
    return swap(REFERENCE, "def double", f"{line}\n\n\ndef double")


OUT_OF_REACH: dict[str, tuple[Edit, list[str]]] = {
    "a patch of a library that the student's module does not use": (
        hidden_test("from unittest import mock", f'with mock.patch("random.randint"): {RIGHT}'),
        [f'{NOT_PATCHED}; patch "double.random.randint" instead'],
    ),
    "a patched function of a library that the student's module imports": (
        both(
            with_random("import random as r"),
            hidden_test(
                "import random",
                f'monkeypatch.setattr(random, "randint", len); {RIGHT}',
                "monkeypatch",
            ),
        ),
        [f'{NOT_PATCHED}; patch "double.r.randint" instead'],
    ),
    "a patched function that the student's module imports by name": (
        both(
            with_random("from random import randint"),
            hidden_test(
                "import random; from unittest.mock import patch",
                f'with patch.object(random, "randint"): {RIGHT}',
            ),
        ),
        [f'{NOT_PATCHED}; patch "double.randint" instead'],
    ),
    "an attribute of a library that is set": (
        hidden_test("import random", f"random.randint = len; {RIGHT}"),
        [f'{NOT_PATCHED}; patch "double.random.randint" instead'],
    ),
    "a patched builtin that is not passed on": (
        hidden_test("from unittest import mock", f'with mock.patch("builtins.sum"): {RIGHT}'),
        [f'{HIDDEN}, line 5: builtins.sum is not patched {PROCESS}; patch "double.sum" instead'],
    ),
    "an environment variable": (
        hidden_test("", f'monkeypatch.setenv("A", "1"); {RIGHT}', "monkeypatch"),
        [NO_ENVIRONMENT],
    ),
    "a patched environment": (
        hidden_test(
            "import os; from unittest import mock",
            f'with mock.patch.dict(os.environ, {{"A": "1"}}): {RIGHT}',
        ),
        [NO_ENVIRONMENT],
    ),
    "a seed for the submission": (
        hidden_test("import random", f"random.seed(1); {RIGHT}"),
        [
            f"{HIDDEN}, line 5: random.seed changes nothing {PROCESS}; "
            'patch "double.random.randint" instead'
        ],
    ),
    "no mistake: patches that reach the submission": (
        hidden_test(
            "import builtins, io, double as d; from unittest import mock",
            'monkeypatch.setattr(d, "SIZE", 7); monkeypatch.setattr(builtins, "input", str)\n'
            '    with mock.patch("double.print"), mock.patch("sys.stdin", io.StringIO("3")):\n'
            f"        {RIGHT}\n    assert capsys.readouterr().out == ''",
            "monkeypatch, capsys, tmp_path",
        ),
        [],
    ),
    "the source of a function": (
        hidden_test("import inspect", f'assert "+" in inspect.getsource(double); {RIGHT}'),
        [
            f"{HIDDEN}, line 5: inspect.getsource cannot see double, whose code is in another "
            "process; test what the code does"
        ],
    ),
    "the file of a module": (
        hidden_test("import double as d", f'assert "+" in open(d.__file__).read(); {RIGHT}'),
        [
            f"{HIDDEN}, line 5: d.__file__ is a file of the starter, not the submission's; test "
            "what the code does"
        ],
    ),
    "an exception of an abstract method": (
        hidden_test("import pytest", f"with pytest.raises(NotImplementedError): {RIGHT}"),
        [
            f"{HIDDEN}, line 5: pytest.raises(NotImplementedError) is impossible: it can mean "
            "unfinished code or a limit of the sandbox; let the handout ask for another exception"
        ],
    ),
    "an exception with more than a message, of unittest": (
        hidden_test("", f"with self.assertRaises((KeyError, UnicodeDecodeError)): {RIGHT}", "self"),
        [
            f"{HIDDEN}, line 5: self.assertRaises(UnicodeDecodeError) is impossible: it arrives as "
            "the class that it derives from; expect that class"
        ],
    ),
    "an exception class of the tests": (
        hidden_test(
            "class Own(Exception): pass; from pytest import raises", f"with raises(Own): {RIGHT}"
        ),
        [
            f"{HIDDEN}, line 5: raises(Own) is impossible: the submission does not know this class "
            "of the tests; expect an exception that the handout names"
        ],
    ),
    "no mistake: exceptions that a submission can raise": (
        hidden_test(
            "import json, pytest",
            f"with pytest.raises((OSError, double.TooLarge, json.JSONDecodeError)): {RIGHT}",
        ),
        [],
    ),
    "random numbers": (
        hidden_test("import random", f"random.choice([1]); random.random(); {RIGHT}"),
        [
            f"{HIDDEN}, line 5: random.choice has no seed, so each grading tests something else; "
            f"{SEED}"
        ],
    ),
    "an imported generator": (
        hidden_test("from random import Random, randint", f"randint(1, 2); {RIGHT}"),
        [
            f"{HIDDEN}, line 2: random.randint has no seed, so each grading tests something else; "
            f"{SEED}"
        ],
    ),
    "a generator without a seed": (
        hidden_test("import random", f"random.Random().random(); {RIGHT}"),
        [
            f"{HIDDEN}, line 5: random.Random() has no seed, so each grading tests something else; "
            f"{SEED}"
        ],
    ),
    "random numbers with a seed": (
        hidden_test("import random", f"random.seed(1); random.random(); {RIGHT}"),
        [],
    ),
    "a generator with a seed": (
        hidden_test("import random", f"random.Random(1).random(); {RIGHT}"),
        [],
    ),
    "two calls that have to raise": (
        hidden_test("import pytest", "with pytest.raises(ValueError): double(None); double('')"),
        [AFTER_EXCEPTION],
    ),
    "two calls that have to raise, in a TestCase": (
        hidden_test("", "with self.assertRaises(ValueError): double(None); double('')", "self"),
        [AFTER_EXCEPTION],
    ),
    "a loop of calls that have to raise": (
        hidden_test(
            "from pytest import raises",
            "with raises(ValueError):\n        for x in [None, '']: double(x)",
        ),
        [AFTER_EXCEPTION],
    ),
    "an assertion after the call that has to raise": (
        hidden_test(
            "import pytest",
            "with pytest.raises(ValueError):\n        x = double('')\n        assert x == 0",
        ),
        [AFTER_EXCEPTION],
    ),
    "an expected exception of any kind": (
        hidden_test("import pytest", "with pytest.raises((KeyError, Exception)): double('')"),
        [
            f"{HIDDEN}, line 5: pytest.raises((KeyError, Exception)) accepts any mistake that "
            "raises an exception; expect the one that the handout asks for"
        ],
    ),
    "no mistake: one call that has to raise": (
        hidden_test(
            "import pytest",
            "with pytest.raises(Exception, match='no number'):\n        x = ''\n"
            "        double(x)\n"
            "    with pytest.raises(ValueError):\n"
            "        for number in double(1):\n            pass",
        ),
        [],
    ),
    "chaffs in a public test": (
        append(
            f"{TESTS}/test_double.py",
            f"\n\ndef test_catch(suite):\n{SAYS}    suite.must_catch('double.py', None)\n",
        ),
        [
            f"{TESTS}/test_double.py, line 11: must_catch needs the reference and the chaffs, "
            "which students do not get; move the test to hidden/"
        ],
    ),
    "a patch in a conftest.py": (
        write(
            f"{TESTS}/conftest.py",
            "import pytest\n\n\n@pytest.fixture\ndef quick(monkeypatch):\n"
            "    monkeypatch.setattr('time.sleep', str)\n",
        ),
        [
            f"{TESTS}/conftest.py, line 6: time.sleep is not patched {PROCESS}; "
            'patch "double.time.sleep" instead'
        ],
    ),
}
