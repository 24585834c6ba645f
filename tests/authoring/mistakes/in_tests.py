"""Mistakes in an assignment's tests."""

from __future__ import annotations

from tests.authoring.mistakes.edits import (
    FOLDER,
    HIDDEN,
    RIGHT,
    SAMPLE,
    SAYS,
    SECRET,
    SMALL,
    TESTS,
    TOML,
    Edit,
    append,
    hidden,
    mark,
    remove,
    swap,
    write,
)

IN_CLASS = "\n    def test_x(self, student):\n        'x'\n        assert student.double(3) == 6\n"
EMPTY = "asserts nothing if the answer is empty, and passes; assert the answer, or its length"
NOT_CALLED = "it is not called, and its name does not begin with test_"


def replaced(text: str) -> Edit:
    """Replace the file of the hidden test."""
    return write(HIDDEN, text)


def in_class(definition: str, first: str = "") -> Edit:
    return replaced(f"{first}\n\n\nclass {definition}:{IN_CLASS}")


IN_TESTS: dict[str, tuple[Edit, list[str]]] = {
    "a test with a byte order mark": (
        mark(HIDDEN),
        [
            f"{HIDDEN}: begins with a byte order mark, a character that editors do not show; "
            "save the file as UTF-8 without one",
            f"{HIDDEN}: cannot be collected: invalid non-printable character U+FEFF "
            "(test_double.py, line 1); correct the file",
        ],
    ),
    "no public tests": (
        remove(f"{TESTS}/test_double.py"),
        [f"{TOML}: the part 'double' has no tests/test_double.py"],
    ),
    "no hidden tests": (
        remove(HIDDEN),
        [
            f"{FOLDER}/hidden: no hidden tests for double, so students have every test; "
            "write test_PART.py"
        ],
    ),
    "tests of no part": (
        write(f"{TESTS}/test_duoble.py", "def test_x(student):\n" + SMALL),
        [f"{TESTS}/test_duoble.py: no part of {TOML} is called 'duoble'; rename the file"],
    ),
    "a hidden test in the public folder": (
        write(f"{TESTS}/test_double_hidden.py", f"def test_large(student):\n{SAYS}    {RIGHT}\n"),
        [
            f"{TESTS}/test_double_hidden.py: no part of {TOML} is called 'double_hidden'; "
            "rename the file"
        ],
    ),
    "a hidden test that is public, too": (
        write(
            f"{TESTS}/test_double.py",
            f"LARGE = 10 ** 30\n\ndef test_x(student):\n{SAYS}{SMALL}"
            f"\n\ndef test_y(student):\n{SAYS}    {RIGHT}\n",
        ),
        [
            f"{HIDDEN}: test_large is not hidden: tests/test_double.py, line 8, is the same test; "
            "remove it there, or write another test here"
        ],
    ),
    "a TestCase": (
        in_class("TestX(unittest.TestCase)", "import unittest"),
        [f"{HIDDEN}, line 4: TestX is a unittest.TestCase, which is not run; correct the test"],
    ),
    "a TestCase of another name": (
        in_class("TestX(Case)", "from unittest import TestCase as Case"),
        [f"{HIDDEN}, line 4: TestX is a unittest.TestCase, which is not run; correct the test"],
    ),
    "tests in a class of another name": (
        in_class("Doubles"),
        [
            f"{HIDDEN}, line 4: the tests of "
            "Doubles are not run; begin its name with Test; correct the test"
        ],
    ),
    "tests in a class with a constructor": (
        replaced(f"class TestX:\n    def __init__(self): ...\n{IN_CLASS}"),
        [
            f"{HIDDEN}, line 1: the tests of "
            "TestX are not run, since it has an __init__; correct the test"
        ],
    ),
    "two tests of one name": (
        append(HIDDEN, f"\n\ndef test_large(student):\n{SAYS}{SMALL}"),
        [
            f"{HIDDEN}, line 6: this file has "
            "another test_large, on line 1, which is not run; correct the test"
        ],
    ),
    "a test in a test": (
        replaced(f"def test_x(student):\n{SAYS}{SMALL}\n    def test_y():\n    {SMALL}"),
        [f"{HIDDEN}, line 5: test_y is not run, since it is inside test_x; correct the test"],
    ),
    "an async test": (
        swap(HIDDEN, "def test", "async def test"),
        [
            f"{HIDDEN}, line 1: test_large is "
            "not run, since it is async; write def; correct the test"
        ],
    ),
    "a test that yields": (
        hidden(f"{RIGHT}\n    yield"),
        [f"{HIDDEN}, line 4: test_large is not run, since it has a yield; correct the test"],
    ),
    "a test that returns a comparison": (
        hidden("return student.double(3) == 6"),
        [
            f"{HIDDEN}, line 3: test_large "
            "returns a value; write assert instead of return; correct the test",
            f"{HIDDEN}: test_large has no "
            "assertion, so it passes for any answer; assert what the answer has to be",
        ],
    ),
    "a comparison that is not asserted": (
        hidden("student.double(3) == 6"),
        [
            f"{HIDDEN}: test_large has no "
            "assertion, so it passes for any answer; assert what the answer has to be"
        ],
    ),
    "a test of a constant": (
        hidden("assert True"),
        [
            f"{HIDDEN}: test_large, line 3: "
            "`assert True` passes for almost any answer; compare with the correct answer"
        ],
    ),
    "a test of a tuple": (
        hidden('assert (student.double(3) == 6, "wrong")'),
        [
            f"{HIDDEN}: test_large, line 3: "
            "`assert (student.double(3) == 6, 'wrong')` passes for almost any answer; "
            "compare with the correct answer"
        ],
    ),
    "a test of an answer or a constant": (
        hidden("assert student.double(3) == 6 or 7"),
        [
            f"{HIDDEN}: test_large, line 3: "
            "`assert student.double(3) == 6 or 7` passes for almost any answer; compare with the "
            "correct answer"
        ],
    ),
    "a test of a lambda": (
        hidden("assert lambda: student.double(3) == 6"),
        [
            f"{HIDDEN}: test_large, line 3: "
            "`assert lambda: student.double(3) == 6` passes for almost any answer; "
            "compare with the correct answer"
        ],
    ),
    "a test that any value passes": (
        hidden("assert student.double(3) is not None"),
        [
            f"{HIDDEN}: test_large, line 3: "
            "`assert student.double(3) is not None` passes for almost any answer; compare with "
            "the correct answer"
        ],
    ),
    "a test of a value with itself": (
        hidden("x = student.double(3)\n    assert x == x"),
        [
            f"{HIDDEN}: test_large, line 4: "
            "`assert x == x` passes for almost any answer; compare with the correct answer"
        ],
    ),
    "an assertion that cannot fail the test": (
        hidden(f"try:\n        {RIGHT}\n    except Exception:\n        pass"),
        [f"{HIDDEN}: test_large, line 3: this `try` hides the assertions in it; let them fail"],
    ),
    "a test without a sentence": (
        swap(HIDDEN, SAYS, ""),
        [
            f"{HIDDEN}: no docstring in test_large; "
            "write the sentence that students read, in the present tense"
        ],
    ),
    "a blank docstring": (
        swap(HIDDEN, SAYS, '    """\n    """\n'),
        [
            f"{HIDDEN}: no docstring in test_large; "
            "write the sentence that students read, in the present tense"
        ],
    ),
    "a test that is not Python": (
        hidden("assert ("),
        [
            f"{HIDDEN}: cannot be collected: "
            "'(' was never closed (test_double.py, line 3); correct the file"
        ],
    ),
    "a file without a test": (
        swap(HIDDEN, "def test_large", "def check_large"),
        [f"{HIDDEN}: has no test; write a function whose name begins with test_"],
    ),
    "secret cases that no test uses": (
        swap(f"{FOLDER}/hidden/test_program.py", "case", "measured"),
        [
            f"{SECRET}: no test in {FOLDER}/hidden has a "
            "`case` argument, so these cases test nothing; write such a test, or remove "
            "the cases"
        ],
    ),
    "a test of cases, and no case": (
        remove(f"{SAMPLE}/two.in"),
        [
            f"{SAMPLE}: no cases here, so tests in "
            f"{TESTS} with a `case` argument are not run; "
            "write a case"
        ],
    ),
    "a test whose name is misspelt": (
        append(HIDDEN, f"\n\ndef tset_small(student):\n{SAYS}{SMALL}"),
        [f"{HIDDEN}: tset_small is not run: {NOT_CALLED}; rename it, or remove it"],
    ),
    "a test in a class whose name is misspelt": (
        append(HIDDEN, f"\n\nclass TestX:{IN_CLASS}{IN_CLASS.replace('test_x', 'Test_small')}"),
        [f"{HIDDEN}: Test_small is not run: {NOT_CALLED}; rename it, or remove it"],
    ),
    "no mistake: functions that tests call or ask for": (
        append(
            HIDDEN,
            "\n\nimport pytest\n\n\ndef check(student):\n"
            f"{SMALL}\n\n@pytest.fixture\ndef six(student):\n    return student.double(3)\n\n\n"
            f"def test_six(student, six):\n{SAYS}    check(student)\n    assert six == 6\n",
        ),
        [],
    ),
    "assertions only in a loop over the answer": (
        hidden("for n in student.double([1]):\n        assert n in (1, 2)"),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "assertions only in a loop over what the answer shortens": (
        hidden(
            "found = student.double([1, 2])\n    pairs = zip(found, [1, 2])\n"
            "    for one, other in pairs:\n        assert one == other"
        ),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "assertions of all elements": (
        hidden("assert all(n > 0 for n in student.double([1]))"),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "assertions only if there is an answer": (
        hidden("found = student.double(3)\n    if found:\n        assert found == 6"),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "no mistake: a loop over an answer that has to be long enough": (
        replaced(
            "from pytest import raises\n\n\n"
            f"def test_strict(student):\n{SAYS}"
            "    for one, other in zip(student.double([1]), [2], strict=True):\n"
            "        assert one == other\n\n\n"
            f"def test_length(student):\n{SAYS}    found = student.double([1, 2])\n"
            "    for n in found:\n        assert n > 0\n    assert len(found) == 2\n\n\n"
            f"def test_inputs(student):\n{SAYS}    for n in (1, 2):\n"
            "        assert student.double(n) == 2 * n\n\n\n"
            f"def test_else(student):\n{SAYS}    found = student.double([1])\n"
            "    if found:\n        assert found == [2]\n    else:\n        assert False\n\n\n"
            f"def test_raises(student):\n{SAYS}    with raises(ValueError):\n"
            "        student.double('')\n    for n in student.double([1]):\n"
            "        assert n > 0\n\n\n"
            f"def test_helper(student):\n{SAYS}    require(student.double(1))\n"
            "    for n in student.double([1]):\n        assert n > 0\n\n\n"
            "def require(found):\n    assert found == 2\n"
        ),
        [],
    ),
    "no mistake: an assertion that always fails": (
        hidden(f"if student.double(0):\n        assert False, 'not 0'\n    {RIGHT}"),
        [],
    ),
}
