"""Mistakes of authors as a table: an edit of the sound kit, and the lines that report it.

`MISTAKES` are reported when the assignment is loaded, or without running anything;
`FOUND_BY_RUNNING` by running the reference on the cases, `GRADED` by a grading of the reference,
the starter, a chaff or a wheat.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.authoring.sound_kit import CHAFF, change, put

Edit = Callable[[Path], object]

FOLDER = "autograder/assignments/double"
TOML = f"{FOLDER}/assignment.toml"
TESTS = f"{FOLDER}/tests"
HIDDEN = f"{FOLDER}/hidden/test_double.py"
CHAFFS, WHEATS = f"{FOLDER}/chaffs", f"{FOLDER}/wheats"
REFERENCE, STARTER = "reference/double/double.py", "starter/double/double.py"
HANDOUT, EXPECTED = "handout/double.md", "expected/double"
SAMPLE, SECRET = "inputs/double/sample", "inputs/double/secret"
RIGHT = "assert student.double(10 ** 30) == 2 * 10 ** 30"
SAYS = '    """double doubles large numbers"""\n'
SMALL = "    assert student.double(3) == 6\n"
IN_CLASS = "\n    def test_x(self, student):\n        'x'\n        assert student.double(3) == 6\n"
SKIPPED = "import pytest\n\n\n@pytest.mark.skip"
NO_SECTION = (
    f"{HANDOUT}: no section for the part program; describe it under a heading with `program`, "
    "or in a table row, a list item or a paragraph that begins with `program`"
)
NEXT = f"def test_next(student):\n{SAYS}    assert SEEN, 'nothing seen'\n{SMALL}"
NO_ROWS = "import pytest\n\n\n@pytest.mark.parametrize('x', [])"


def swap(path: str, old: str, new: str) -> Edit:
    return lambda kit: change(kit / path, old, new)


def write(path: str, text: str) -> Edit:
    return lambda kit: put(kit / path, text)


def write_bytes(path: str, content: bytes) -> Edit:
    return lambda kit: (kit / path).write_bytes(content)


def mark(path: str) -> Edit:
    """Begin a file with a byte order mark, as editors on Windows do."""
    return lambda kit: put(kit / path, f"\ufeff{(kit / path).read_text(encoding='utf-8')}")


def append(path: str, text: str) -> Edit:
    return lambda kit: put(kit / path, (kit / path).read_text(encoding="utf-8") + text)


def remove(path: str) -> Edit:
    return lambda kit: (kit / path).unlink()


def both(first: Edit, second: Edit) -> Edit:
    return lambda kit: (first(kit), second(kit))


def toml(old: str, new: str) -> Edit:
    return swap(TOML, old, new)


def hidden(body: str) -> Edit:
    """Replace the assertion of the hidden test."""
    return swap(HIDDEN, RIGHT, body)


def replaced(text: str) -> Edit:
    """Replace the file of the hidden test."""
    return write(HIDDEN, text)


def chaff(old: str, new: str) -> Edit:
    return swap(f"{CHAFFS}/double_squares.py", old, new)


def new_chaff(body: str) -> Edit:
    return write(f"{CHAFFS}/double_x.py", CHAFF.format(mistake="New", part="double", body=body))


def in_class(definition: str, first: str = "") -> Edit:
    return replaced(f"{first}\n\n\nclass {definition}:{IN_CLASS}")


def new_wheat(body: str) -> Edit:
    return write(f"{WHEATS}/x.py", f'"""New."""\n\n\ndef double(number):\n    {body}\n')


MISTAKES: dict[str, tuple[Edit, list[str]]] = {
    "broken TOML": (
        toml("[[part]]", "[[part"),
        [f"{TOML}: Expected ']]' at the end of an array declaration (at line 7, column 7)"],
    ),
    "a text that is not closed": (
        toml('title = "Doubling"', 'title = """Doubling"'),
        [f"{TOML}: Unterminated string (at end of document); the unclosed value begins on line 1"],
    ),
    "settings that are not UTF-8": (
        write_bytes(TOML, b"title = '\xef'\n"),
        [f"{TOML}: 'utf-8' codec can't decode byte 0xef in position 9: invalid continuation byte"],
    ),
    "settings with a byte order mark": (
        mark(TOML),
        [f"{TOML}: begins with a byte order mark; save the file as UTF-8 without one"],
    ),
    "a test with a byte order mark": (
        mark(HIDDEN),
        [
            f"{HIDDEN}: begins with a byte order mark, a character that editors do not show; "
            "save the file as UTF-8 without one",
            f"{HIDDEN}: cannot be collected: invalid non-printable character U+FEFF "
            "(test_double.py, line 1); correct the file",
        ],
    ),
    "notes on mutants with a byte order mark": (
        write(f"{FOLDER}/equivalent.toml", "\ufeff"),
        [
            f"{FOLDER}/equivalent.toml: begins with a byte order mark; "
            "save the file as UTF-8 without one; correct the file"
        ],
    ),
    "a typo of a key": (
        toml("title", "titel"),
        [f"{TOML}, line 1: unknown key 'titel'; the nearest is 'title'"],
    ),
    "a typo of a limit": (
        toml("[program]", "[limits]\ncall_secs = 2\n[program]"),
        [f"{TOML}, line 5: unknown key 'call_secs' in [limits]; the nearest is 'call_seconds'"],
    ),
    "a part without points": (
        toml("points = 60", ""),
        [f"{TOML}, line 7: the key 'points' is missing in [part]"],
    ),
    "points that are a text": (
        toml("points = 60", 'points = "60"'),
        [f"{TOML}, line 9: 'points' in [part] has to be a number"],
    ),
    "points that do not add up": (
        toml("points = 60", "points = 50"),
        [f"{TOML}: the points add up to 90, not to 100"],
    ),
    "negative points": (
        toml('"Twice."', '"Twice."\n\n[[part]]\nname = "more"\npoints = -10\n'),
        [f"{TOML}, line 16: the points of 'more' are negative"],
    ),
    "endless points": (
        toml("points = 60", "points = inf"),
        [f"{TOML}: the points add up to inf, not to 100"],
    ),
    "a part named twice": (
        toml('name = "program"', 'name = "double"'),
        [f"{TOML}, line 15: two parts are called 'double'"],
    ),
    "no time for a call": (
        toml("[program]", "[limits]\ncall_seconds = 0\n[program]"),
        [f"{TOML}, line 5: call_seconds has to be more than 0, not 0"],
    ),
    "endless time for a call": (
        toml("[program]", "[limits]\ncall_seconds = inf\n[program]"),
        [f"{TOML}, line 5: call_seconds has to be more than 0, not inf"],
    ),
    "a need below zero": (
        toml("reference_seconds = 0.002", "reference_seconds = -1"),
        [f"{TOML}, line 10: the reference_seconds of 'double' are not a CPU time"],
    ),
    "a need that is not measured": (
        toml("reference_seconds = 0.002", ""),
        [
            f"{TOML}: what the reference needs for the part double has not been measured; run "
            "autograder limits double --measure"
        ],
    ),
    "a limit that is too low": (
        toml("reference_seconds = 0.002", "reference_seconds = 0.5"),
        [
            f"{TOML}: the limit on the part double,"
            " 2 s, is less than 5 times what the reference needs, 0.5 s; raise the limit,"
            " or make the reference faster and run autograder limits double --measure"
        ],
    ),
    "a part in another file": (
        toml('file = "double.py"\nhint', 'file = "duoble.py"\nhint'),
        [f"{TOML}: double's file 'duoble.py' is not among `files`"],
    ),
    "a file twice": (
        toml('["double.py"]', '["double.py", "double.py"]'),
        [f"{TOML}, line 2: 'double.py' is listed twice in `files` and `provided`"],
    ),
    "a file written and provided": (
        toml('["double.py"]', '["double.py"]\nprovided = ["double.py"]'),
        [f"{TOML}, line 2: 'double.py' is listed twice in `files` and `provided`"],
    ),
    "a file in a folder": (
        toml('["double.py"]', '["double.py"]\nprovided = ["data/words.py"]'),
        [f"{TOML}, line 3: 'data/words.py' has to be the name of a file, without a folder"],
    ),
    "a file outside the kit": (
        toml('["double.py"]', '["double.py", "../double.py"]'),
        [f"{TOML}, line 2: '../double.py' has to be the name of a file, without a folder"],
    ),
    "a file that the reference lacks": (
        toml('["double.py"]', '["double.py", "more.py"]'),
        ["reference/double/more.py: the reference has no such file; correct the reference"],
    ),
    "a program that is no file of theirs": (
        toml('[program]\nfile = "double.py"', '[program]\nfile = "solve.py"'),
        [f"{TOML}: 'solve.py' is neither in `files` nor in `provided`"],
    ),
    "counts that are no pattern": (
        toml("[program]", '[program]\ncounts = "(checks"'),
        [
            f"{TOML}, line 5: `counts` is not a "
            "regular expression: missing ), unterminated subpattern at position 0"
        ],
    ),
    "a given function that does not exist": (
        toml('["double.py"]', '["double.py"]\ngiven = ["half"]'),
        [f"{TOML}: `given` names half, which the reference does not define; correct the name"],
    ),
    "a figure of no case": (
        append(TOML, '\n[[figure]]\nfile = "p.svg"\ncase = "nine"\nformat = "json"\n'),
        [f"{TOML}: the figure 'p.svg': no sample case 'nine'; there are: two; correct the figure"],
    ),
    "no hint": (
        toml('hint = "Twice."', ""),
        [f"{TOML}: the part double has no hint; add the key `hint` to the part"],
    ),
    "a function that student cannot call": (
        append(REFERENCE, "\n\ndef hint(x):\n    return x\n"),
        [
            f"{REFERENCE}: a function cannot be called 'hint': copying, "
            "files, hint, mutating, new, printed, pure, reading, ref are names of the `student` "
            "fixture; rename it"
        ],
    ),
    "no public tests": (
        remove(f"{TESTS}/test_double.py"),
        [f"{TOML}: the part 'double' has no tests/test_double.py"],
    ),
    "no hidden tests": (
        remove(HIDDEN),
        [f"{HIDDEN}: missing: the part double has no hidden tests; write the file"],
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
            (
                f"{HIDDEN}: test_large has no "
                "assertion, so it passes for any answer; assert what the answer has to be"
            ),
            (
                f"{HIDDEN}, line 3: test_large "
                "returns a value; write assert instead of return; correct the test"
            ),
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
    "a test that asks nothing": (
        replaced(f"def test_x():\n{SAYS}    assert 1 + 1 == 2\n"),
        [
            f"{HIDDEN}: test_x has no argument, so it does not use the submission; use student, "
            "program or suite"
        ],
    ),
    "a test without a sentence": (
        swap(HIDDEN, SAYS, ""),
        [
            f"{HIDDEN}: test_large has no "
            "docstring, the sentence that students read; write one, in the present tense"
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
            f"{SAMPLE}: no case is here, so tests in "
            f"{TESTS} with a `case` argument are not run; "
            "write a case"
        ],
    ),
    "an input with another suffix": (
        write(f"{SAMPLE}/three.txt", "3\n"),
        [f"{SAMPLE}/three.txt: an input has to be called CASE.in"],
    ),
    "an input in another folder": (
        write("inputs/double/secrets/three.in", "3\n"),
        [
            "inputs/double/secrets/three.in: is in neither of the folders sample and "
            "secret; remove it, or rename it"
        ],
    ),
    "a sample case that is secret, too": (
        write(f"{SECRET}/more.in", " 2\n"),
        [
            f"{SECRET}/more.in: it is not secret: {SAMPLE}/two.in "
            "is the same case; write another case"
        ],
    ),
    "a stray file": (
        write(f"{FOLDER}/notes.txt", "To do\n"),
        [
            f"{FOLDER}/notes.txt: neither a test nor a module next to the tests uses it; remove "
            "it, or rename it"
        ],
    ),
    "a helper that is not Python": (
        write(f"{FOLDER}/fuzz.py", "def calls(part)\n"),
        [f"{FOLDER}/fuzz.py: it is not Python: expected ':' (fuzz.py, line 1); correct the file"],
    ),
    "fixtures in a conftest.py": (
        write(f"{TESTS}/conftest.py", "import pytest\n\n\n@pytest.fixture\ndef two(): return 2\n"),
        [
            f"{TESTS}/conftest.py: students do not get it; import fixtures from a module next "
            "to tests/; remove it, or rename it"
        ],
    ),
    "notes on mutants with a typo": (
        write(f"{FOLDER}/equivalent.toml", "[[equivalents]]\n"),
        [
            f"{FOLDER}/equivalent.toml: unknown key 'equivalents'; the nearest is 'equivalent'; "
            "correct the file"
        ],
    ),
    "a note on a mutant of an unknown function": (
        write(
            f"{FOLDER}/equivalent.toml",
            "[[equivalent]]\nfunction = 'duoble'\nold = 'a'\nnew = 'b'\nreason = 'c'\n",
        ),
        [
            f"{FOLDER}/equivalent.toml: no function or constant of the reference is called "
            "'duoble'; correct the name"
        ],
    ),
    "a chaff that names no part": (
        chaff("caught by: double\n", ""),
        [
            (
                f"{CHAFFS}: 2 for the part double, but each part "
                "needs 3; add 1 whose docstrings end with: caught by: double"
            ),
            (
                f"{CHAFFS}/double_squares.py: its docstring does "
                "not end with `caught by: PART`; correct the chaff"
            ),
        ],
    ),
    "a chaff of an unknown part": (
        chaff("by: double", "by: duoble"),
        [
            (
                f"{CHAFFS}: 2 for the part double, but each part "
                "needs 3; add 1 whose docstrings end with: caught by: double"
            ),
            (
                f"{CHAFFS}/double_squares.py: double has no part "
                "'duoble'; its parts are: double, program; correct the chaff"
            ),
        ],
    ),
    "a chaff with a typo of the function": (
        chaff("def double", "def duoble"),
        [
            (
                f"{CHAFFS}: 2 for the part double, but each part "
                "needs 3; add 1 whose docstrings end with: caught by: double"
            ),
            (
                f"{CHAFFS}/double_squares.py: it defines no "
                "function of the reference; correct the chaff"
            ),
        ],
    ),
    "a chaff with a typo of a variable": (
        chaff("return number", "return nubmer"),
        [
            (
                f"{CHAFFS}: 2 for the part double, but each part "
                "needs 3; add 1 whose docstrings end with: caught by: double"
            ),
            (
                f"{CHAFFS}/double_squares.py: it uses the name "
                "nubmer, which nothing defines; correct the chaff"
            ),
        ],
    ),
    "a chaff that repeats another": (
        new_chaff("return number**2  # again"),
        [
            f"{CHAFFS}/double_x.py: its code is that of "
            "double_squares.py; remove it, or make it differ"
        ],
    ),
    "a chaff that is the reference": (
        new_chaff("return 2 * number"),
        [f"{CHAFFS}/double_x.py: its code is that of the reference; remove it, or make it differ"],
    ),
    "too few chaffs": (
        remove(f"{CHAFFS}/double_squares.py"),
        [
            f"{CHAFFS}: 2 for the part double, but each part "
            "needs 3; add 1 whose docstrings end with: caught by: double"
        ],
    ),
    "a wheat that defines nothing": (
        write(f"{WHEATS}/x.py", '"""Nothing."""\n'),
        [f"{WHEATS}/x.py: it defines no function of the reference; correct the wheat"],
    ),
    "a wheat with a typo of a variable": (
        new_wheat("return number + nubmer"),
        [f"{WHEATS}/x.py: it uses the name nubmer, which nothing defines; correct the wheat"],
    ),
    "a starter that holds an answer": (
        write(STARTER, "def double(number):\n    return 2 * number\n"),
        [f"{STARTER}: differs from what would be written; run autograder starter double"],
    ),
    "a starter that is missing": (
        remove(STARTER),
        [f"{STARTER}: missing; run autograder starter double"],
    ),
    "a statement that would stay in the starter": (
        append(REFERENCE, "\nprint(double(3))\n"),
        [
            f"{REFERENCE}, line 9: this would stay in the starter; move it into a function, or "
            "the file into `provided`; correct the reference"
        ],
    ),
    "a reference that is not Python": (
        append(REFERENCE, "\ndef half(:\n"),
        [f"{REFERENCE}, line 9: invalid syntax; correct the reference"],
    ),
    "a file beside the reference": (
        write("reference/double/old.py", ""),
        [
            "reference/double/old.py: is neither in `files` nor in `provided` of "
            "assignment.toml; remove it, or rename it"
        ],
    ),
    "no handout": (remove(HANDOUT), [f"{HANDOUT}: missing: students have no handout; write it"]),
    "a part that the handout leaves out": (
        swap(HANDOUT, "`program`", "program"),
        [NO_SECTION],
    ),
    "a part that the handout names in another section only": (
        swap(HANDOUT, "The `program`", "Use\n\nThe part `program`, or\n`program`: `x`, `program`"),
        [NO_SECTION],
    ),
    "a part that the handout names in code and in a command only": (
        swap(HANDOUT, "## The `program`", "```\n`program`\n```\n`program`: `check.pyz --all`"),
        [NO_SECTION],
    ),
    "a typo of an option in the handout": (
        append(HANDOUT, "\n```sh\npython check.pyz --prat double  # one part\n```\n"),
        [
            f"{HANDOUT}: check.pyz has no option --prat; use one of: --part, --all, --watch, "
            "--hint, --hand-in, --lines, --json, --html"
        ],
    ),
    "a command for an unknown part in the handout": (
        append(HANDOUT, "\nRun `python check.pyz --part duoble`.\n"),
        [f"{HANDOUT}: check.pyz --part duoble: there is no such part; use one of: double, program"],
    ),
    "other points in the handout": (
        append(HANDOUT, "\n| part | points |\n|---|---:|\n| `double` | 50 |\n"),
        [
            f"{HANDOUT}, line 11: 50 points for double, but it is worth 60 in "
            "assignment.toml; correct it"
        ],
    ),
    "a part that only the handout has": (
        append(HANDOUT, "\n| part | points |\n|---|---:|\n| `half` | 10 |\n"),
        [
            f"{HANDOUT}, line 11: 10 points for half, but it is not a part in "
            "assignment.toml; correct it"
        ],
    ),
    "a link to no file": (
        append(HANDOUT, "\n![The board](figures/double/board.svg)\n"),
        [
            f"{HANDOUT}: links to figures/double/board.svg, which is missing; run "
            "autograder figures double if it is a figure, or correct the link"
        ],
    ),
    "a handout that is not UTF-8": (
        write_bytes(HANDOUT, b"# `double` `program` \xff\n"),
        [f"{HANDOUT}: is not UTF-8 text; save the file as UTF-8"],
    ),
}

FOUND_BY_RUNNING: dict[str, tuple[Edit, list[str]]] = {
    "an expected file that is stale": (
        write(f"{EXPECTED}/sample/two.out", "5\n"),
        [
            f"{EXPECTED}/sample/two.out: differs from what would be written; run "
            "autograder expected double and read what changed"
        ],
    ),
    "an expected file that is missing": (
        remove(f"{EXPECTED}/sample/two.out"),
        [
            f"{EXPECTED}/sample/two.out: missing; run autograder expected double and "
            "read what changed"
        ],
    ),
    "an expected file of no case": (
        write(f"{EXPECTED}/sample/three.out", "6\n"),
        [
            f"{EXPECTED}/sample/three.out: unexpected file, not generated by the kit;"
            " run autograder expected double and read what changed"
        ],
    ),
    "a case that the reference cannot solve": (
        write(f"{SAMPLE}/three.in", "three\n"),
        [
            f"{SAMPLE}/three.in: the reference fails on it: ('ValueError',) "
            "invalid literal for int() with base 10: 'three'; correct the reference or "
            "the case"
        ],
    ),
    "a file that no case writes": (
        toml("[program]", '[program]\nfiles = ["reprot.txt"]'),
        [
            f"{TOML}: no case of double.py writes 'reprot.txt', which is in its `files`; "
            "correct the reference or the case"
        ],
    ),
    "a case that is not UTF-8": (
        write_bytes(f"{SAMPLE}/two.in", b"\xff\n"),
        [f"{SAMPLE}/two.in: is not UTF-8 text; save the file as UTF-8"],
    ),
}

GRADED: dict[str, tuple[Edit, str, list[str]]] = {
    "a reference that is wrong": (
        swap(REFERENCE, "2 * number", "min(2 * number, 9)"),
        "reference",
        [
            (
                "reference/double: does not score full marks: double, 1 of 2 tests "
                "(test_large, wrong: double gave the wrong answer); correct the reference, or the "
                "test or case; to see why, run autograder grade "
                "double reference/double"
            ),
            (
                "reference/double: does not score full marks: program, 1 of 2 tests "
                "(test_prints[ten], wrong: double.py printed wrong output); correct the "
                "reference, or the test or case; to see why, run autograder "
                "grade double reference/double"
            ),
        ],
    ),
    "a need that is outdated": (
        toml("reference_seconds = 0.002", "reference_seconds = 0.1"),
        "reference",
        [
            f"{TOML}: the reference_seconds of the part double, 0.1, is more than twice what the "
            "reference needs now; limits are derived from it; run autograder limits double "
            "--measure"
        ],
    ),
    "a test that asks for an unknown fixture": (
        swap(HIDDEN, "(student)", "(studnet)"),
        "reference",
        [f"{HIDDEN}: cannot be run: fixture 'studnet' not found; correct the file"],
    ),
    "a test that asks for an unknown function": (
        swap(HIDDEN, "student.double", "student.duoble"),
        "reference",
        [
            "reference/double: does not score full marks: double, 1 of 2 tests "
            "(test_large, not_defined: double.py does not define duoble); correct the "
            "reference, or the test or case; to see why, run autograder "
            "grade double reference/double"
        ],
    ),
    "an import that does not exist": (
        append(HIDDEN, "\nimport nothing\n"),
        "reference",
        [
            f"{HIDDEN}: cannot be run: "
            "ModuleNotFoundError: No module named 'nothing'; correct the file"
        ],
    ),
    "a test with a byte order mark, which Python can run": (mark(HIDDEN), "reference", []),
    "an exit where tests are loaded": (
        append(HIDDEN, "\nraise SystemExit(0)\n"),
        "reference",
        [f"{HIDDEN}: cannot be run: SystemExit: 0; correct the file"],
    ),
    "an exit of the session": (
        hidden(f"{RIGHT}\n    import pytest\n    pytest.exit('done')"),
        "reference",
        [f"{HIDDEN}: cannot be run: pytest.exit: done; correct the file"],
    ),
    "a conftest.py that ends the session": (
        write(f"{FOLDER}/conftest.py", "raise SystemExit(0)\n"),
        "reference",
        [f"{FOLDER}/conftest.py: cannot be run: SystemExit: 0; correct the file"],
    ),
    "a conftest.py that is not Python": (
        write(f"{TESTS}/conftest.py", "def x(:\n"),
        "reference",
        [f"{TESTS}/conftest.py: cannot be run: SyntaxError: invalid syntax; correct the file"],
    ),
    "a test that is skipped": (
        swap(HIDDEN, "def test", f"{SKIPPED}\ndef test"),
        "reference",
        [
            f"{HIDDEN}: test_large has no "
            "result: it is skipped, or has no rows; let it run, or remove it"
        ],
    ),
    "a test without rows": (
        swap(HIDDEN, "def test_large(student", f"{NO_ROWS}\ndef test_large(student, x"),
        "reference",
        [
            f"{HIDDEN}: cannot be run: Empty "
            "parameter set in 'test_large' at line 4; correct the file"
        ],
    ),
    "two tests of one name, when they are run": (
        append(HIDDEN, f"\n\ndef test_large(student):\n{SAYS}{SMALL}"),
        "reference",
        [
            f"{HIDDEN}, line 6: this file has "
            "another test_large, on line 1, which is not run; correct the test"
        ],
    ),
    "a test that the starter passes": (
        hidden("assert student.double"),
        "starter",
        [
            f"{HIDDEN}: the starter passes test_large; let the test require something that only "
            "an answer has"
        ],
    ),
    "a test that needs another before it": (
        both(
            new_chaff("return number**3"),
            append(HIDDEN, f"    SEEN.append(1)\n\n\nSEEN = []\n\n\n{NEXT}"),
        ),
        "chaff",
        [
            f"{HIDDEN}: test_next cannot be run before the others of its file "
            "(the grader failed: AssertionError: nothing seen); correct the file"
        ],
    ),
    "a chaff that passes": (
        new_chaff("return number + number"),
        "chaff",
        [
            f"{CHAFFS}/double_x.py: all tests of double pass; "
            "if its answers are right, correct it; if not, add a test to hidden/test_double.py"
        ],
    ),
    "a wheat that fails": (
        new_wheat("return (number << 1) % 99"),
        "wheat",
        [
            f"{WHEATS}/x.py: does not score full marks: "
            "double, 1 of 2 tests (test_large, wrong: double gave the wrong answer); "
            "allow what the handout allows, or correct the wheat"
        ],
    ),
}
