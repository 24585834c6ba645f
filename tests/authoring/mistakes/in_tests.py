"""Mistakes in an assignment's tests."""

from __future__ import annotations

from tests.authoring.mistakes.edits import (
    FOLDER,
    HANDOUT,
    HIDDEN,
    IMPORT,
    REFERENCE,
    RIGHT,
    SAMPLE,
    SAYS,
    SECRET,
    SMALL,
    STARTER,
    TESTS,
    TOML,
    Edit,
    append,
    both,
    hidden,
    mark,
    remove,
    swap,
    toml,
    write,
)

IN_CLASS = "\n    def test_x(self):\n        'x'\n        assert double(3) == 6\n"
EMPTY = "asserts nothing if the answer is empty, and passes; assert the answer, or its length"
NOT_CALLED = "it is not called, and its name does not begin with test_"
MAY_CHANGE = (
    f"{TOML}: double of the part double takes a list, dict or set, and neither this file nor the "
    'handout says whether it may change it; write `arguments = "may not change"`, or "may change", '
    'or for the part `mutates = ["double"]`; and tell students in the handout'
)
CONFTEST = f"import pytest\n{IMPORT}\n\n@pytest.fixture\ndef four():\n    return double(2)\n"
PREPARED = (
    f"import pytest\n{IMPORT}\n\n@pytest.fixture\ndef small(monkeypatch):\n"
    "    monkeypatch.setattr('double.SIZE', 3)\n\n\n"
    f"def test_fixture(small):\n{SAYS}    assert double(1) == 2\n\n\n"
    "class TestX:\n    def setup_method(self):\n        self.given = 3\n\n"
    f"    def test_x(self):\n    {SAYS}        assert double(self.given) == 2 * self.given\n"
)


def replaced(text: str) -> Edit:
    """Replace the file of the hidden test."""
    return write(HIDDEN, f"{IMPORT}{text}")


def in_case(body: str) -> Edit:
    """Replace it by a TestCase."""
    return replaced(
        "from unittest import TestCase\n\n\nclass TestX(TestCase):\n"
        f"    def test_x(self):\n        'x'\n        {body}\n\n"
        "    def setUp(self):\n        self.six = double(3)\n"
    )


def in_class(definition: str, first: str = "") -> Edit:
    return replaced(f"{first}\n\n\nclass {definition}:{IN_CLASS}")


LIST_IN_TEST = hidden("assert double([1]) == [1, 1]")

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
        write(f"{TESTS}/test_duoble.py", IMPORT + "def test_x():\n" + SMALL),
        [f"{TESTS}/test_duoble.py: no part of {TOML} is called 'duoble'; rename the file"],
    ),
    "a hidden test in the public folder": (
        write(f"{TESTS}/test_double_hidden.py", f"{IMPORT}def test_large():\n{SAYS}    {RIGHT}\n"),
        [
            f"{TESTS}/test_double_hidden.py: no part of {TOML} is called 'double_hidden'; "
            "rename the file"
        ],
    ),
    "a hidden test that is public, too": (
        write(
            f"{TESTS}/test_double.py",
            f"{IMPORT}\nLARGE = 10**30\n\ndef test_x():\n{SAYS}{SMALL}"
            f"\n\ndef test_y():\n{SAYS}    {RIGHT}\n",
        ),
        [
            f"{HIDDEN}: test_large is not hidden: tests/test_double.py, line 10, is the same test; "
            "remove it there, or write another test here"
        ],
    ),
    "tests in a class of another name": (
        in_class("Doubles"),
        [
            f"{HIDDEN}, line 5: the tests of "
            "Doubles are not run; begin its name with Test; correct the test"
        ],
    ),
    "tests in a class with a constructor": (
        replaced(f"class TestX:\n    def __init__(self): ...\n{IN_CLASS}"),
        [
            f"{HIDDEN}, line 2: the tests of "
            "TestX are not run, since it has an __init__; correct the test"
        ],
    ),
    "two tests of one name": (
        append(HIDDEN, f"\n\ndef test_large():\n{SAYS}{SMALL}"),
        [
            f"{HIDDEN}, line 9: this file has "
            "another test_large, on line 4, which is not run; correct the test"
        ],
    ),
    "a test in a test": (
        replaced(f"def test_x():\n{SAYS}{SMALL}\n    def test_y():\n    {SMALL}"),
        [f"{HIDDEN}, line 6: test_y is not run, since it is inside test_x; correct the test"],
    ),
    "an async test": (
        swap(HIDDEN, "def test", "async def test"),
        [
            f"{HIDDEN}, line 4: test_large is "
            "not run, since it is async; write def; correct the test"
        ],
    ),
    "a test that yields": (
        hidden(f"{RIGHT}\n    yield"),
        [f"{HIDDEN}, line 7: test_large is not run, since it has a yield; correct the test"],
    ),
    "a test that returns a comparison": (
        hidden("return double(3) == 6"),
        [
            f"{HIDDEN}, line 6: test_large returns a value; write assert instead of return; "
            "correct the test",
            f"{HIDDEN}: test_large has no "
            "assertion, so it passes for any answer; assert what the answer has to be",
        ],
    ),
    "a comparison that is not asserted": (
        hidden("double(3) == 6"),
        [
            f"{HIDDEN}: test_large has no "
            "assertion, so it passes for any answer; assert what the answer has to be"
        ],
    ),
    "a test of a constant": (
        hidden(f"assert True\n    {RIGHT}"),
        [
            f"{HIDDEN}: test_large, line 6: "
            "`assert True` passes for almost any answer; compare with the correct answer"
        ],
    ),
    "a test of a tuple": (
        hidden('assert (double(3) == 6, "wrong")'),
        [
            f"{HIDDEN}: test_large, line 6: "
            "`assert (double(3) == 6, 'wrong')` passes for almost any answer; "
            "compare with the correct answer"
        ],
    ),
    "a test of an answer or a constant": (
        hidden("assert double(3) == 6 or 7"),
        [
            f"{HIDDEN}: test_large, line 6: "
            "`assert double(3) == 6 or 7` passes for almost any answer; compare with the "
            "correct answer"
        ],
    ),
    "a test of a lambda": (
        hidden("assert lambda: double(3) == 6"),
        [
            f"{HIDDEN}: test_large, line 6: "
            "`assert lambda: double(3) == 6` passes for almost any answer; "
            "compare with the correct answer"
        ],
    ),
    "a test that any value passes": (
        hidden("assert double(3) is not None"),
        [
            f"{HIDDEN}: test_large, line 6: "
            "`assert double(3) is not None` passes for almost any answer; compare with "
            "the correct answer"
        ],
    ),
    "a test of a value with itself": (
        hidden("x = double(3)\n    assert x == x"),
        [
            f"{HIDDEN}: test_large, line 7: "
            "`assert x == x` passes for almost any answer; compare with the correct answer"
        ],
    ),
    "an assertion that cannot fail the test": (
        hidden(f"try:\n        {RIGHT}\n    except Exception:\n        pass"),
        [f"{HIDDEN}: test_large, line 6: this `try` hides the assertions in it; let them fail"],
    ),
    "a test that asks nothing": (
        replaced(f"def test_x():\n{SAYS}    assert 1 + 1 == 2\n"),
        [
            f"{HIDDEN}: test_x does not use the submission; call what it imports from double.py, "
            "or use program or suite"
        ],
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
            "'(' was never closed (test_double.py, line 6); correct the file"
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
        append(HIDDEN, f"\n\ndef tset_small():\n{SAYS}{SMALL}"),
        [f"{HIDDEN}: tset_small is not run: {NOT_CALLED}; rename it, or remove it"],
    ),
    "a test in a class whose name is misspelt": (
        append(HIDDEN, f"\n\nclass TestX:{IN_CLASS}{IN_CLASS.replace('test_x', 'Test_small')}"),
        [f"{HIDDEN}: Test_small is not run: {NOT_CALLED}; rename it, or remove it"],
    ),
    "assertTrue of two values": (
        in_case("self.assertTrue(double(3), 6)"),
        [
            f"{HIDDEN}: test_x, line 8: `self.assertTrue(double(3), 6)` passes for almost any "
            "answer; compare with the correct answer"
        ],
    ),
    "assertions of a TestCase only in a loop over the answer": (
        in_case("for n in double(3):\n            self.assertEqual(n, 6)"),
        [f"{HIDDEN}: test_x {EMPTY}"],
    ),
    "no mistake: a TestCase": (
        in_case("self.assertEqual(self.six, 6, 'no')\n        self.assertTrue(self.six, 'no')"),
        [],
    ),
    "no mistake: a submission that only helpers and fixtures use": (
        both(
            both(
                write(f"{FOLDER}/helping.py", f"{IMPORT}\n\ndef six():\n    return double(3)\n"),
                write(f"{FOLDER}/hidden/conftest.py", CONFTEST),
            ),
            write(
                HIDDEN,
                "import importlib\n\nimport helping\nimport pytest\nfrom helping import six\n"
                f"def test_name():\n{SAYS}    assert six() == 6\n"
                f"def test_module():\n{SAYS}    assert helping.six() == 6\n"
                f"def test_fixture(four):\n{SAYS}    assert four == 4\n"
                f"@pytest.mark.usefixtures('four')\ndef test_mark():\n{SAYS}    assert 2 + 2 == 4\n"
                f"def test_import():\n{SAYS}    it = importlib.import_module('double')\n"
                "    assert it.double(1) == 2\n"
                "def setup_module():\n    global eight\n    eight = helping.six() + 2\n"
                f"def test_global():\n{SAYS}    assert eight == 8\n",
            ),
        ),
        [],
    ),
    "no mistake: tests of other fixtures and of what other classes prepare": (
        both(write(f"{TESTS}/test_double.py", PREPARED), replaced(PREPARED.replace("3", "4"))),
        [],
    ),
    "no mistake: a loop over a tuple of answers": (
        hidden("for n in (double(3), double(2) + 2):\n        assert n == 6"),
        [],
    ),
    "a list that may or may not be changed": (
        hidden("numbers = [1]\n    assert double(numbers) == [1, 1]"),
        [MAY_CHANGE],
    ),
    "lists in rows": (
        replaced(
            "import pytest\n\nROWS = {'one': ([1], [1, 1])}\n\n\n"
            "@pytest.mark.parametrize(('given', 'expected'), ROWS.values(), ids=ROWS)\n"
            f"def test_rows(given, expected):\n{SAYS}    assert double(given) == expected\n"
        ),
        [MAY_CHANGE],
    ),
    "a parameter that the reference says is a list": (
        both(
            swap(REFERENCE, "double(number)", "double(number: list[int])"),
            swap(STARTER, "double(number)", "double(number: list[int])"),
        ),
        [MAY_CHANGE],
    ),
    "no mistake: a list, where the settings say that it may be changed": (
        both(LIST_IN_TEST, toml("points = 60", 'points = 60\nmutates = ["double"]')),
        [],
    ),
    "no mistake: a list, where the settings say that none may be changed": (
        both(LIST_IN_TEST, toml('title = "D', 'arguments = "may not change"\ntitle = "D')),
        [],
    ),
    "no mistake: a list, where the section says that there is a new one": (
        both(LIST_IN_TEST, swap(HANDOUT, "doubles.", "returns\na new list.")),
        [],
    ),
    "no mistake: a list, where the handout has a rule for all arguments": (
        both(LIST_IN_TEST, append(HANDOUT, "\nNo function changes its arguments.\n")),
        [],
    ),
    "a list, where the handout speaks of other changes": (
        both(LIST_IN_TEST, append(HANDOUT, "\nDo not change the file of tests.\n")),
        [MAY_CHANGE],
    ),
    "no mistake: functions that tests call or ask for": (
        append(
            HIDDEN,
            "\n\nimport pytest\n\n\ndef check():\n"
            f"{SMALL}\n\n@pytest.fixture\ndef six():\n    return double(3)\n\n\n"
            f"def test_six(six):\n{SAYS}    check()\n    assert six == 6\n",
        ),
        [],
    ),
    "assertions only in a loop over the answer": (
        hidden("for n in double(1):\n        assert n in (1, 2)"),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "assertions only in a loop over what the answer shortens": (
        hidden(
            "found = double(1)\n    pairs = zip(found, [1, 2])\n"
            "    for one, other in pairs:\n        assert one == other"
        ),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "assertions of all elements": (
        hidden("assert all(n > 0 for n in double(1))"),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "assertions only if there is an answer": (
        hidden("found = double(3)\n    if found:\n        assert found == 6"),
        [f"{HIDDEN}: test_large {EMPTY}"],
    ),
    "no mistake: a loop over an answer that has to be long enough": (
        replaced(
            "from pytest import raises\n\n\n"
            f"def test_strict():\n{SAYS}"
            "    for one, other in zip(double(1), [2], strict=True):\n"
            "        assert one == other\n\n\n"
            f"def test_length():\n{SAYS}    found = double(1)\n"
            "    for n in found:\n        assert n > 0\n    assert len(found) == 2\n\n\n"
            f"def test_inputs():\n{SAYS}    for n in (1, 2):\n"
            "        assert double(n) == 2 * n\n\n\n"
            f"def test_else():\n{SAYS}    found = double(1)\n"
            "    if found:\n        assert found == [2]\n    else:\n        assert False\n\n\n"
            f"def test_raises():\n{SAYS}    with raises(ValueError):\n"
            "        double('')\n    for n in double(1):\n"
            "        assert n > 0\n\n\n"
            f"def test_helper():\n{SAYS}    require(double(1))\n"
            "    for n in double(1):\n        assert n > 0\n\n\n"
            "def require(found):\n    assert found == 2\n"
        ),
        [],
    ),
    "no mistake: an assertion that always fails": (
        hidden(f"if double(0):\n        assert False, 'not 0'\n    {RIGHT}"),
        [],
    ),
}
