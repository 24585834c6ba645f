"""`autograder verify`: each mistake of an author is one edit of a sound kit, and what is found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import Mock

import pytest

from autograder.assignment import load
from autograder.authoring.verify.files import check_generated
from autograder.authoring.verify.finding import AssignmentFinding
from autograder.authoring.verify.graded import (
    check_again,
    check_bundle,
    check_chaff,
    check_reference,
    check_starter,
    check_wheat,
    graded_starter,
)
from autograder.authoring.verify.run import (
    AssignmentCheck,
    check_files,
    first_checks,
    further_checks,
    run_check,
)
from autograder.judge.grading import grade
from autograder.judge.grading_python import PYTHON
from autograder.judge.grading_server import own_tests
from tests.authoring.sound_kit import CHAFF, change, put
from tests.conftest import run_program

Edit = Callable[[Path], object]

FOLDER = "autograder/assignments/double"
TOML = f"{FOLDER}/assignment.toml"
TESTS, HIDDEN = f"{FOLDER}/tests/test_double.py", f"{FOLDER}/hidden/test_double.py"
CHAFFS, WHEATS = f"{FOLDER}/chaffs", f"{FOLDER}/wheats"
REFERENCE, STARTER = "reference/double/double.py", "starter/double/double.py"
HANDOUT, EXPECTED = "handout/double.md", "expected/double"
SAMPLE, SECRET = "inputs/double/sample", "inputs/double/secret"
IMPORT = "from double import double\n"
RIGHT = "assert double(10**30) == 2 * 10**30"
SAYS = '    """double doubles large numbers"""\n'
STUB = "raise NotImplementedError"
SMALL = "    assert double(3) == 6\n"


FIXTURES = "".join(
    f"import pytest\n\n\n@pytest.fixture\ndef {name}():\n    return {value}\n"
    for name, value in (("two", 2), ("seven", 7))
)


def mistake(edit: Edit, *lines: str) -> tuple[Edit, list[str]]:
    """An edit of a sound kit, and what the checks of files find then."""
    return edit, [*lines]


def graded(edit: Edit, check: str, *lines: str) -> tuple[Edit, str, list[str]]:
    """An edit of a sound kit, and what one of the checks that grade finds then."""
    return edit, check, [*lines]


def swap(path: str, old: str, new: str) -> Edit:
    return lambda kit: change(kit / path, old, new)


def write(path: str, text: str) -> Edit:
    return lambda kit: put(kit / path, text)


def append(path: str, text: str) -> Edit:
    return lambda kit: put(kit / path, (kit / path).read_text(encoding="utf-8") + text)


def remove(path: str) -> Edit:
    return lambda kit: (kit / path).unlink()


def toml(old: str, new: str) -> Edit:
    return swap(TOML, old, new)


def hidden(body: str) -> Edit:
    """Replace the assertion of the hidden test, on line 6."""
    return swap(HIDDEN, RIGHT, body)


def new_chaff(body: str) -> Edit:
    return write(f"{CHAFFS}/double_x.py", CHAFF.format(mistake="New", part="double", body=body))


def new_wheat(body: str) -> Edit:
    return write(f"{WHEATS}/x.py", f'"""New."""\n\n\ndef double(number):\n    {body}\n')


def in_set(letters: str) -> list[str]:
    """Return letters in the order that a set of them has where the reference is graded first."""
    code, seed = f"print(*set({letters!r}))", {**os.environ, "PYTHONHASHSEED": "0"}
    return run_program(sys.executable, "-c", code, env=seed).out.split()


USES_DOUBLE = f"""\
from double import double, half


def test_half():
{SAYS}    assert half(double(3)) == 3
"""
OTHER_DOUBLES = f"""\
import statistics

from double import half
from statistics import double as double_mean


def test_half():
{SAYS}    double = half(6)
    assert double == statistics.double(3) == double_mean(3)
"""


def with_half(kit: Path, hidden_tests: str = "") -> None:
    """Add a part whose function and public tests use no other, perhaps with hidden tests."""
    part = '[[part]]\nname = "half"\npoints = 10\nfile = "double.py"\nreference_seconds = 0.1'
    toml("points = 60", "points = 50")(kit)
    append(TOML, f"\n{part}\n")(kit)
    for path, does in ((REFERENCE, "return number // 2"), (STARTER, STUB)):
        append(path, f"\n\ndef half(number):\n    {does}\n")(kit)
    append(HANDOUT, "\n`half` halves.\n")(kit)
    put(kit / FOLDER / "tests/test_half.py", OTHER_DOUBLES)
    if hidden_tests:
        put(kit / FOLDER / "hidden/test_half.py", hidden_tests)


IN_FILES: dict[str, tuple[Edit, list[str]]] = {
    "no mistake": mistake(lambda _: None),
    # Settings and handout.
    "a limit that is too low": mistake(
        toml("[program]", "[limits]\ncall_seconds = 0.009\n\n[program]"),
        f"{TOML}: the limit on the part double, 0.009 s, is less than 5 times what the reference "
        "needs, 0.002 s; raise the limit, or make the reference faster and run autograder limits "
        "double --measure",
    ),
    "a reference that has not been measured": mistake(
        lambda kit: put(kit / TOML, re.sub("reference_seconds.*", "", (kit / TOML).read_text())),
        f"{TOML}: what the reference needs for double, program has not been measured; run "
        "autograder limits double --measure",
    ),
    "misconceptions of other tests": mistake(
        write(f"{FOLDER}/misconceptions.toml", 'made-from = "0123456789abcdef"\n'),
        f"{FOLDER}/misconceptions.toml: made from other tests, chaffs or files; run autograder "
        "misconceptions double",
    ),
    "an unknown time zone": mistake(
        append(TOML, '\n[late]\ndue = "2027-01-15T23:59:00+01:00"\nzone = "Berlin"\n'),
        f"{TOML}: [late]: no time zone 'Berlin' on this machine; one is called Europe/Berlin; "
        "on Windows, pip install tzdata; correct it",
    ),
    "a given function that does not exist": mistake(
        toml('["double.py"]', '["double.py"]\ngiven = ["half"]'),
        f"{TOML}: `given` names half, which the reference does not define; correct the name",
    ),
    "no handout": mistake(
        remove(HANDOUT), f"{HANDOUT}: missing: students have no handout; write it"
    ),
    "a part that the handout leaves out, but for its points": mistake(
        swap(HANDOUT, "`program`", "program\n| `program` | 30 |\n"),
        f"{HANDOUT}: no description of program; describe each part, with its name in code "
        "font: `program`",
    ),
    "other points in the handout": mistake(
        append(HANDOUT, "\n| part | points |\n|---|---:|\n| `double` | 50 |\n| `half` | 10 |\n"),
        f"{HANDOUT}: 10 points for half, but it is not a part in assignment.toml; correct it",
        f"{HANDOUT}: 50 points for double, but it is worth 60 in assignment.toml; correct it",
    ),
    "a link to no file": mistake(
        append(HANDOUT, "\n![The board](figures/double/board.svg)\n"),
        f"{HANDOUT}: links to figures/double/board.svg, which is missing; run autograder "
        "figures double if it is a figure, or correct the link",
    ),
    "a word that is forbidden and nobody is told": mistake(
        toml("title", 'forbidden = ["sorted", "while", "sort()"]\ntitle'),
        f"{TOML}: `forbidden` names sort(), which finds nothing; write a name, method or "
        "module without (), or a statement such as while",
        f"{HANDOUT}: does not say that sorted, while, sort() may not be used, as `forbidden` "
        "demands; say it, with the name in code font: `sorted`",
    ),
    "no mistake: a handout that says what is forbidden": mistake(
        lambda kit: [
            toml("points = 60", 'points = 60\nforbidden = ["sort"]')(kit),
            append(HANDOUT, "\n`double` may not use `xs.sort()`.\n")(kit),
        ],
    ),
    # Generated files and cases.
    "a reference that is not Python": mistake(
        append(REFERENCE, "\ndef half(:\n"),
        f"{SAMPLE}/two.in: the reference fails on it: SyntaxError: invalid syntax; correct "
        "what they are made from",
        f"{REFERENCE}, line 9: invalid syntax in {PYTHON}; correct what they are made from",
    ),
    "a program that prints a set": mistake(
        swap(REFERENCE, "2 * number", "{*'abcdefgh'}"),
        f"{SAMPLE}/two.in: the reference does something else when it runs again, with another "
        "hash seed: print nothing in the order of a set, sort it; correct what they are made from",
    ),
    "a sample case that is secret, too": mistake(
        write(f"{SECRET}/more.in", " 2\n"),
        f"{EXPECTED}/secret/more.out: missing; run autograder expected double and read what "
        "changed",
        f"{SECRET}/more.in: it is not secret: {SAMPLE}/two.in is the same case; write another case",
    ),
    "a module for students with what only hidden tests use": mistake(
        lambda kit: [
            write(f"{FOLDER}/boards.py", "TWO = 2\nSECRET = 7\n")(kit),
            append(TESTS, "\nimport boards\n\nassert boards.TWO\n")(kit),
            append(HIDDEN, "\nimport boards\n\nassert boards.SECRET, boards.TWO\n")(kit),
        ],
        f"{FOLDER}/boards.py: students get SECRET, which only hidden tests use; move it into a "
        "module that no public test imports",
    ),
    "fixtures for students that only hidden tests use": mistake(
        lambda kit: [
            write(f"{FOLDER}/tests/conftest.py", FIXTURES)(kit),
            append(TESTS, f"\n\ndef test_fixture(two):\n{SAYS}    assert double(two) == 4\n")(kit),
            append(HIDDEN, f"\n\ndef test_fixture(seven):\n{SAYS}    assert seven == 7\n")(kit),
        ],
        f"{FOLDER}/tests/conftest.py: students get seven, which only hidden tests use; move it "
        "into hidden/conftest.py",
    ),
    # Tests.
    "two tests of one name": mistake(
        append(HIDDEN, f"\n\ndef test_large():\n{SAYS}{SMALL}"),
        f"{HIDDEN}: test_large is defined in line 4 and again in line 9; rename one of them",
    ),
    "two classes of tests of one name": mistake(
        append(
            HIDDEN, 2 * f"\n\nclass TestMore:\n    def test_small(self):\n    {SAYS}    {SMALL}"
        ),
        f"{HIDDEN}: TestMore is defined in line 9 and again in line 15; rename one of them",
    ),
    "a float that right solutions may round in another way": mistake(
        hidden(
            f"assert double(0.1) == {0.1 + 0.2}\n"
            f"    TestCase().assertEqual({0.1 + 0.2}, double(0.1))"
        ),
        f"{HIDDEN}: line 6: `double(0.1) == 0.30000000000000004` compares a computed float; "
        "compare with pytest.approx(0.30000000000000004): the last digit may differ",
        f"{HIDDEN}: line 7: Undefined name `TestCase`; correct the name",
        f"{HIDDEN}: line 7: `TestCase().assertEqual(0.30000000000000004, double(0.1))` compares "
        "a computed float; compare with pytest.approx(0.30000000000000004): the last digit may "
        "differ",
    ),
    "no mistake: a float that the author wrote": mistake(hidden("assert double(0.15) == 0.3")),
    "a comparison that does nothing": mistake(
        hidden("double(3) == 6\n    assert double(4)"),
        f"{HIDDEN}: line 6: Pointless comparison. …",
    ),
    "no mistake: comparisons that have to raise": mistake(
        hidden(
            "import pytest\n    with pytest.raises(TypeError):\n        double(3) < ''\n"
            "    try:\n        double(3) < ''\n    except TypeError:\n        assert double(3)"
        ),
    ),
    "no mistake: fixtures that are imported, and equality with itself": mistake(
        lambda kit: [
            write(
                f"{FOLDER}/shared.py",
                "import pytest\n\n\n@pytest.fixture\ndef six():\n    return 6\n",
            )(kit),
            write(
                HIDDEN,
                f"{IMPORT}from shared import six\n\n\ndef test_x(six):\n{SAYS}"
                "    assert double(3) == six == six\n",
            )(kit),
        ],
    ),
    "an expected exception of any kind": mistake(
        hidden("import pytest\n    with pytest.raises(Exception):\n        double('')"),
        f"{HIDDEN}: line 7: Do not assert blind exception: `Exception`; expect the exception "
        "that the handout asks for",
    ),
    "a test without a sentence": mistake(
        swap(HIDDEN, SAYS, '    """\n    """\n'),
        f"{HIDDEN}: no docstring in test_large; write the sentence that students read, in the "
        "present tense",
    ),
    "a test that calls a function of another part": mistake(
        lambda kit: with_half(kit, USES_DOUBLE),
        f"{TOML}: no hint for half; add the key `hint` to the part",
        f"{CHAFFS}: fewer than 3 chaffs for half (0), …",
        f"{FOLDER}/hidden/test_half.py: the tests of half use double, but its code does not; "
        "let them call nothing of other parts, where one mistake would cost points twice",
    ),
    "no mistake: names of other parts that mean something else": mistake(
        with_half,
        f"{TOML}: no hint for half; add the key `hint` to the part",
        f"{CHAFFS}: fewer than 3 chaffs for half (0), …",
        f"{FOLDER}/hidden: no hidden tests for half, …",
    ),
    # Chaffs and wheats.
    "chaffs that cannot be used": mistake(
        lambda kit: [
            swap(f"{CHAFFS}/double_squares.py", "caught by: double\n", "")(kit),
            swap(f"{CHAFFS}/double_as_float.py", "def double", "def duoble")(kit),
        ],
        f"{CHAFFS}/double_as_float.py: it defines no function of the reference; correct the chaff",
        f"{CHAFFS}/double_squares.py: its docstring does not end with `caught by: PART`; correct "
        "the chaff",
        f"{CHAFFS}: fewer than 3 chaffs for double (1), …",
    ),
    "a chaff with a typo of a variable": mistake(
        swap(f"{CHAFFS}/double_squares.py", "return number", "return nubmer"),
        f"{CHAFFS}/double_squares.py: Undefined name `nubmer`; correct the name",
    ),
}


def require(findings: Iterable[AssignmentFinding], kit: Path, lines: list[str]) -> None:
    """Require these findings; a line that ends in … is the beginning of one."""
    texts = [str(each).replace(f" --kit {kit}", "") for each in sorted(findings)]
    texts = [text.replace(f"{kit}/", "") for text in texts]
    cut = [
        f"{text[: len(line) - 1]}…" if line.endswith("…") else text
        for text, line in zip(texts, lines, strict=False)
    ]
    assert [*cut, *texts[len(cut) :]] == lines


@pytest.mark.parametrize(("edit", "lines"), IN_FILES.values(), ids=IN_FILES)
def test_mistake_in_files(kit: Path, edit: Edit, lines: list[str]) -> None:
    edit(kit)
    assignment = load("double", kit)
    kinds = ("starter", "expected", "figures")
    checks: list[AssignmentCheck] = [partial(check_files, assignment)]
    checks += [partial(check_generated, assignment, kind) for kind in kinds]
    found = {finding for check in checks for finding in run_check(check, assignment)}
    require(found, kit, lines)


def test_ruff_that_fails(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late = Mock(side_effect=subprocess.TimeoutExpired("ruff", 20))
    monkeypatch.setattr("autograder.authoring.verify.tests.ruff_findings", late)
    fault = "ruff could not check the tests (TimeoutExpired)"
    remedy = "run autograder verify double again"
    require(set(check_files(load("double", kit))), kit, [f"{FOLDER}: {fault}; {remedy}"])


NEEDS_ANOTHER = (
    f"{IMPORT}\nSEEN = []\n\n\ndef test_first():\n    SEEN.append(double(1))\n"
    "    assert SEEN == [2]\n\n\ndef test_next():\n    assert double(2) == (4 if SEEN else 5)\n"
)
NO_CALLS = f"""import doctest
import unittest

import double as own
{IMPORT}

class Doubles(unittest.TestCase):
    async def test_later(self):
        self.assertEqual(double(3), 7)

    def test_steps(self):
        yield self.assertEqual(double(3), 7)


def test_examples():
    assert doctest.testmod(own).failed == 0


def test_there():
    assert double
"""
UNTESTED = "nothing is tested; call what students write; a coroutine or a generator only begins"
SKIPPED = "import pytest\n\n\n@pytest.mark.skip\n"


GRADED: dict[str, tuple[Edit, str, list[str]]] = {
    "a reference that is wrong": graded(
        swap(REFERENCE, "2 * number", "min(2 * number, 9)"),
        "reference",
        "reference/double: does not score full marks: double, 1 of 2 tests fails (test_large, "
        f"wrong: double returned 9 instead of {2 * 10**30}); correct the reference, or the test or "
        "case; to see why, run autograder grade double reference/double",
        "reference/double: does not score full marks: program, 1 of 2 tests fails "
        "(test_prints[ten], wrong: double.py printed wrong output); correct the reference, or "
        "the test or case; to see why, run autograder grade double reference/double",
    ),
    "a reference that is missing": graded(
        remove(REFERENCE),
        "reference",
        "reference/double: a file is missing; a reference has all of double.py; write it",
    ),
    "a test that asks for an unknown fixture": graded(
        swap(HIDDEN, "()", "(studnet)"),
        "reference",
        f"{HIDDEN}: cannot be run: fixture 'studnet' not found; correct the file",
    ),
    "a test that asks for an unknown function": graded(
        swap(HIDDEN, "import double", "import duoble"),
        "reference",
        f"{HIDDEN}, line 1: the reference does not define duoble; double?; correct the test",
    ),
    "a test that is not Python": graded(
        hidden("assert ("),
        "reference",
        f'{HIDDEN}: cannot be run: File "{HIDDEN}", line 6; assert (; ^; SyntaxError: …',
    ),
    "cases that no test runs": graded(
        remove(f"{FOLDER}/hidden/test_program.py"),
        "reference",
        f"{SECRET}: no test runs ten; let a test in hidden/ take the argument `case`, or remove it",
    ),
    "tests in a class that pytest does not find": graded(
        write(HIDDEN, f"{IMPORT}\n\nclass Doubles:\n    def test_x(self):\n    {SMALL}"),
        "reference",
        f"{HIDDEN}: no result of test_x: skipped, without rows, or not found by pytest; let it "
        "run, or remove it",
    ),
    "a part whose tests are all skipped": graded(
        lambda kit: [swap(path, "def test", f"{SKIPPED}def test")(kit) for path in (TESTS, HIDDEN)],
        "reference",
        f"{FOLDER}/tests: the part double has no tests, or all are skipped; add a test that runs",
    ),
    "a test that fails from its second run on": graded(
        lambda kit: put(
            kit / TESTS,
            f"from pathlib import Path\n\n{IMPORT}\nMARK = Path({str(kit / 'mark')!r})\n\n\n"
            "def test_small():\n    right = MARK.exists()\n    MARK.touch()\n"
            "    assert double(2) == (4 if right else 5)\n",
        ),
        "again",
        "reference/double: loses points when graded again: double, 1 of 2 tests fails "
        "(test_small, wrong: double returned one less than expected); find what the test "
        "depends on, besides the submission; if it is time, raise the limit",
    ),
    "a test that needs another before it": graded(
        write(TESTS, NEEDS_ANOTHER),
        "again",
        "reference/double: loses points when the last tests run first: double, 1 of 3 tests "
        "fails (test_next, wrong: double returned one less than expected); let each test "
        "prepare what it needs",
    ),
    "a test that depends on the order of a set": graded(
        lambda kit: [
            swap(REFERENCE, "2 * number", "[*{*'abcdefgh'}] if number == 'x' else 2 * number")(kit),
            append(TESTS, f"\n\ndef test_x():\n    assert double('x') == {in_set('abcdefgh')}\n")(
                kit
            ),
        ],
        "again",
        "reference/double: loses points with another hash seed: double, 1 of 3 tests fails "
        "(test_x, wrong: double returned the right items in another order); accept any order of a "
        "set's items",
    ),
    "tests that make no call": graded(
        lambda kit: [
            write(TESTS, f"{NO_CALLS}\n\ndef test_small():\n{SAYS}{SMALL}")(kit),
            hidden("assert 1 + 1 == 2")(kit),
        ],
        "starter",
        f"{HIDDEN}: no call in test_large, so {UNTESTED}",
        f"{TESTS}: no call in Doubles::test_later, Doubles::test_steps, test_there, so {UNTESTED}",
        f"{TESTS}: the starter passes test_examples; let the test require something that only an "
        "answer has",
    ),
    "tests that pass for an empty answer": graded(
        write(
            TESTS,
            f"{IMPORT}\n\ndef test_all():\n    for n in double([1]):\n        assert n == 2\n\n\n"
            "def test_if():\n    found = double(3)\n    if found:\n        assert found == 6\n\n\n"
            "def test_pair():\n    assert (double(3) == 7, 'six')\n\n\n"
            "def test_any():\n    try:\n        double(3)\n    except OSError:\n        pass\n\n\n"
            "def test_items():\n    assert all(n for n in double([1]))\n\n\n"
            # These compare with what is right.
            f"def test_empty():\n    assert len(double([])) == 0\n\n\ndef test_x():\n{SMALL}\n\n"
            "def test_false():\n    for n in (0, 0.0):\n        assert not double(n)\n\n\n"
            "def test_same():\n    items = [1]\n    double(items)\n    assert items == [1]\n",
        ),
        "starter",
        f"{TESTS}: test_all, test_any, test_items, and 1 more would pass if all functions only "
        "returned [] or (); require something of the whole answer, too, such as its length",
    ),
    "tests that compare with the list that a call may change": graded(
        lambda kit: [
            toml("title", 'arguments = "may change"\ntitle')(kit),
            write(
                TESTS,
                f"{IMPORT}\n\ndef test_same():\n    items = [1, 2]\n"
                "    assert double(items) == items\n\n\n"
                "def test_sum():\n    items = [1, 2]\n    assert double(items) == sum(items)\n\n\n"
                "def test_copied():\n    assert double([]) == []\n\n\n"
                "def test_kind():\n    assert isinstance(double([1]), list)\n\n\n"
                "def test_zero():\n    assert double(sum([])) == 0\n\n\n"
                "def test_one_item():\n    assert len(double(['a'])) == 1\n",
            )(kit),
        ],
        "starter",
        f"{TESTS}: test_same, test_sum would pass if functions only changed the lists that they "
        "get; compare with values that no call gets, such as a copy made before",
    ),
    "a starter that cannot be imported": graded(
        append(STARTER, "\n\ndef four(two=double(2)):\n    return 2 * two\n"),
        "starter",
        "starter/double: cannot be imported: double is not written yet; line 10 runs as soon as "
        "double.py is loaded: write double first, or put # before that line (double.py, line 3: "
        "raise NotImplementedError); add double to `given` in assignment.toml, so that the starter "
        "has it",
    ),
    "a test that reads a file which students do not get": graded(
        swap(
            TESTS,
            "def test",
            "from pathlib import Path\n\nHIDDEN = Path(__file__).parents[1] / 'hidden'\n\n\n"
            "def test_hidden():\n    assert double(len((HIDDEN / 'x.txt').read_text())) == 0\n"
            "\n\ndef test",
        ),
        "bundle",
        f"{FOLDER}/tests: the reference fails with what students get (test_hidden: the grader "
        f"failed: FileNotFoundError: [Errno 2] No such file or directory: '{FOLDER}/hidden/"
        "x.txt'); put files that tests read into this folder",
        f"{FOLDER}/tests: with pytest, as students may run these tests, the reference fails "
        "(FAILED tests/test_double.py::test_hidden - FileNotFoundError: …",
    ),
    "a chaff that is right": graded(
        new_chaff("return number + number"),
        "chaff",
        f"{CHAFFS}/double_x.py: all tests of double pass; if its answers are right, correct "
        "it; if not, add a test to hidden/test_double.py",
    ),
    "a chaff that cannot be loaded": graded(
        new_chaff("return 0\n\n\nprint(1 // 0)"),
        "chaff",
        f"{CHAFFS}/double_x.py: it cannot be loaded: loading double.py raised ZeroDivisionError: …",
    ),
    "a wheat that uses what is forbidden": graded(
        lambda kit: [
            toml("title", 'forbidden = ["sum"]\nforbidden_costs = "nothing"\ntitle')(kit),
            new_wheat("return sum([number, number])")(kit),
        ],
        "wheat",
        f"{WHEATS}/x.py: does not score full marks: double uses sum, which the handout forbids "
        "(double.py, line 12); …",
    ),
    "a wheat that loses points": graded(
        new_wheat("return (number << 1) % 99"),
        "wheat",
        f"{WHEATS}/x.py: does not score full marks: double, 1 of 2 tests fails (test_large, "
        f"wrong: double returned 2 instead of {2 * 10**30}); allow what the handout allows, or "
        "correct the wheat",
    ),
}


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Another process, because pytest sessions do not nest."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize(("edit", "graded", "lines"), GRADED.values(), ids=GRADED)
def test_mistake_that_grading_shows(
    kit: Path, pool: ProcessPoolExecutor, edit: Edit, graded: str, lines: list[str]
) -> None:
    edit(kit)
    assignment = load("double", kit)
    both = assignment, partial(grade, own_tests(assignment))
    checks: dict[str, AssignmentCheck] = {
        "reference": partial(check_reference, *both),
        "again": partial(check_again, *both),
        "starter": partial(check_starter, *both),
        "bundle": partial(check_bundle, assignment),
        "chaff": partial(check_chaff, *both, kit / CHAFFS / "double_x.py"),
        "wheat": partial(check_wheat, *both, kit / WHEATS / "x.py"),
    }
    found = pool.submit(run_check, checks[graded], assignment).result()
    require(found, kit, lines)


def test_loop_that_never_ends_with_a_wrong_answer(kit: Path, pool: ProcessPoolExecutor) -> None:
    """A class with `__getitem__` is iterated until an IndexError; it is not waited for long."""
    lines = "\n\nclass Lines:\n    def __getitem__(self, index):\n        "
    append(REFERENCE, f"{lines}return [1][index]\n")(kit)
    append(STARTER, f"{lines}{STUB}\n")(kit)
    swap(TESTS, IMPORT, "from double import Lines, double\n")(kit)
    append(TESTS, "\n\ndef test_lines():\n    assert list(Lines()) == [1]\n")(kit)
    assignment = load("double", kit)
    about = assignment, partial(grade, own_tests(assignment)), "[]"
    tests = pool.submit(graded_starter, *about).result().parts[0].tests
    [detail] = [test.detail for test in tests if test.name == "test_lines"]
    assert detail is not None
    assert detail.fact == "are more than 1,000 in one test: does something never end?"


def test_checks_of_an_assignment(kit: Path) -> None:
    """The reference twice; a chaff or wheat that is faulty is not graded."""
    put(kit / WHEATS / "faulty.py", "(")
    assignment = load("double", kit)
    both = assignment, partial(grade, own_tests(assignment))
    checks = [*first_checks(*both), *further_checks(*both)]
    made = Counter(check.func for check in checks if isinstance(check, partial))
    assert (made[check_reference], made[check_again]) == (1, 1)
    assert (made[check_chaff], made[check_wheat]) == (6, 1)
