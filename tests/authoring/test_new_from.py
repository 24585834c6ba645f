"""`autograder new NAME --from FOLDER`: an existing solution and its tests become an assignment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from autograder.assignment import load
from tests.authoring.sound_kit import put
from tests.authoring.test_new import files_in, points
from tests.conftest import KITS, Ran, run_autograder

FILES = KITS / "taken_over/files"
UNITTEST = KITS / "taken_over/unittest"


def make(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        put(folder / name, text)
    return folder


def new(tmp_path: Path, source: Path | Mapping[str, str]) -> Ran:
    """Run the command in the empty folder `kit`, on a folder or one with these files."""
    kit = tmp_path / "kit"
    kit.mkdir()
    folder = source if isinstance(source, Path) else make(tmp_path / "old", source)
    return run_autograder("new", "hw", "--from", folder, cwd=kit)


def test_functions_in_pytest(tmp_path: Path) -> None:
    ran = new(tmp_path, FILES)
    assert (ran.status, ran.err) == (0, "")
    *written, students, parts, passes, arguments, left_out, read, verify, release = (
        ran.out.splitlines()
    )
    assert f"{written[-1]}\n" == "starter/hw/words.txt written\n"
    assert students == "Students write letters.py, words.py and get main.py, words.txt."
    assert parts == (
        "A part for each function or class, with its points: "
        "known (34), longest (33), keep_unknown (33)."
    )
    assert passes == "The solution passes all 6 tests."
    assert arguments == (
        "Calls may change their arguments, as under plain pytest; to forbid it, write "
        'arguments = "may not change" in assignment.toml.'
    )
    assert left_out == (
        "Left out, since solution and tests do not use them: LICENSE, README.md, better.py."
    )
    assert read == "Next: read handout/hw.md, which was made from docstrings, then run"
    assert (verify, release) == ("  autograder verify hw", "  autograder release hw --to dist")
    kit = tmp_path / "kit"
    assignment = load("hw", kit)
    assert (assignment.files, assignment.provided) == (
        ("letters.py", "words.py"),
        ("main.py", "words.txt"),
    )
    assert assignment.arguments == "may change"
    assert all(part.reference_seconds for part in assignment.parts)
    assert not (kit / "inputs").exists()
    assert not (kit / "expected").exists()
    starter = (assignment.starter / "words.py").read_text()
    assert starter.count("raise NotImplementedError") == 3
    assert "## `longest`\n\n`longest(file)`\n\nReturn the longest" in assignment.handout.read_text()
    assert points(kit, "hw", assignment.reference) == {
        "known": (34, 34),
        "longest": (33, 33),
        "keep_unknown": (33, 33),
    }


def test_tests_of_a_function_are_moved_as_they_are(tmp_path: Path) -> None:
    assert new(tmp_path, FILES).status == 0
    tests = tmp_path / "kit/autograder/assignments/hw/tests"
    assert files_in(tests) == {
        *("test_known.py", "test_longest.py", "test_keep_unknown.py", "words.txt"),
    }
    text = (FILES / "test_words.py").read_text()
    known, longest, keep = (
        text.index(f"\n\n\n{line}") for line in ("def test_known", "# The usual", "def test_keep")
    )
    shared = text[:known].replace('\nMISSING = "missing.txt"', "")
    assert (tests / "test_known.py").read_text() == shared + text[known:longest] + "\n"
    assert (tests / "test_longest.py").read_text() == shared + text[longest:keep] + "\n"
    assert (tests / "test_keep_unknown.py").read_text() == text[:known] + text[keep:]


def test_class_in_unittest(tmp_path: Path) -> None:
    """Each file is a part; conftest.py and data stay next to the tests."""
    ran = new(tmp_path, UNITTEST)
    assert (ran.status, ran.err) == (0, "")
    assert "\nA part for each file of tests, with its points: stack (50), use (50).\n" in ran.out
    assert "\nThe solution passes all 6 tests.\n" in ran.out
    kit = tmp_path / "kit"
    folder = load("hw", kit).folder
    assert files_in(folder) == {
        "assignment.toml",
        "helping.py",
        *("tests/conftest.py", "tests/data/sizes.csv", "tests/test_stack.py", "tests/test_use.py"),
    }
    tests = (UNITTEST / "tests/stack_test.py").read_text()
    assert (folder / "tests/test_stack.py").read_text() == tests


def test_starter_with_an_answer_is_not_released(tmp_path: Path) -> None:
    """A constant beside a function is taken for one that students are given."""
    solution = "LIMIT = 3\n\n\ndef f():\n    return LIMIT\n"
    both = "from hw import LIMIT, f\n\n\ndef test_value():\n    assert LIMIT == 3\n"
    more = "\n\ndef test_f():\n    assert f() == 3\n"
    files = {"hw.py": solution, "test_limit.py": both, "test_f.py": f"{both}{more}"}
    assert new(tmp_path, files).status == 0
    ran = run_autograder("verify", cwd=tmp_path / "kit")
    says = "the starter passes test_value; let the test require something that only an answer has"
    tests = "autograder/assignments/hw/tests"
    assert ran.status == 1
    assert ran.out.startswith(f"{tests}/test_limit.py: {says}\nadvice: ")
    assert f"\nadvice: {tests}/test_f.py: {says}\n" in ran.out


UNSPLIT = {
    "a test of two functions": "def test_both():\n    assert a() == b() == 1\n",
    "a fixture for all tests": (
        "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef before():\n    pass\n"
    ),
    "a hook": "def setup_module():\n    pass\n",
    "two statements on a line": "A = 1; B = 2\n",
    "a class": "class TestBoth:\n    def test_a(self):\n        assert a() == 1\n",
    "a test of a constant": "import hw\n\n\ndef test_c():\n    assert hw.C == 1\n",
}


@pytest.mark.parametrize("more", UNSPLIT.values(), ids=UNSPLIT)
def test_one_part_in_doubt(tmp_path: Path, more: str) -> None:
    tests = "from hw import a, b\n\n\n{}\n\ndef test_a():\n    assert a() == 1\n\n\n"
    tests += "def test_b():\n    assert b() == 1\n"
    solution = "C = 1\n\n\ndef b():\n    return 1\n\n\ndef a():\n    return 1\n"
    ran = new(tmp_path, {"hw.py": solution, "test_hw.py": tests.format(more)})
    assert (ran.status, ran.err) == (0, "")
    assert (
        "with its points: hw (100).\nFor more parts, move tests into files test_PART.py and add a "
        "[[part]] for each to assignment.toml.\n"
    ) in ran.out
    handout = (tmp_path / "kit/handout/hw.md").read_text()
    assert "`b()`\n\n`a()`" in handout


def test_assignment_in_a_kit(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "autograder/assignments").mkdir(parents=True)
    old = make(
        tmp_path / "old",
        {"a.py": "x = 1\n", "test_a.py": "from a import x\n\n\ndef test_x():\n    assert x == 1\n"},
    )
    ran = run_autograder("new", "first", "--from", old, "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(f"\n  autograder release first --to dist --kit {kit}\n")
    assert not (kit / "Makefile").exists()
    assert (kit / "starter/first/a.py").read_text() == "x = ...\n"


PASSING = "from hw import a\n\n\ndef test_a():\n    assert a() == 1\n"
REFUSED = {
    "no tests": (
        {"hw.py": "x = 1\n"},
        "{0}: no tests; they are test_*.py or *_test.py in {0} or {0}/tests",
    ),
    "tests of something else": (
        {
            "hw.py": "x = 1\n",
            "test_hw.py": "from homework import x\n\n\ndef test_x():\n    assert x\n",
        },
        "{0}: the tests import nothing of the solution; it has hw.py",
    ),
    "tests that import from a folder": (
        {
            "solution/hw.py": "x = 1\n",
            "test_hw.py": "from solution.hw import x\n\n\ndef test_x():\n    assert x\n",
        },
        "{0}: the tests import solution.hw; let them import hw",
    ),
    "a solution that fails": (
        {
            "hw.py": "def a():\n    return 2\n",
            "test_hw.py": f"{PASSING}\n\ndef test_b():\n    assert a() == 3\n",
        },
        "{0}/test_hw.py: the solution does not pass test_a, test_b (wrong: a gave the wrong "
        "answer; returned 2; expected 1)",
    ),
    "a test that cannot be run": (
        {
            "hw.py": "def a():\n    return 1\n",
            "test_hw.py": PASSING.replace("a()", "b()").replace("import a", "import b"),
        },
        "{0}/test_hw.py, line 1: the reference does not define b; correct the test",
    ),
    "a statement that may be the answer": (
        {"hw.py": "def a():\n    return 1\n\n\nprint(a())\n", "test_hw.py": PASSING},
        "{0}/hw.py, line 5: this would stay in the starter; "
        "move it into a function, or the file into `provided`",
    ),
    "data that is not beside the solution": (
        {
            "hw.py": "def a():\n    return int(open('data/one.txt').read())\n",
            "data/one.txt": "1",
            "test_hw.py": PASSING,
        },
        "{0}/data/one.txt: if the solution reads it, move it to {0}; otherwise, out of {0}",
    ),
    "two parts of one name": (
        {"hw.py": "", "test_hw.py": PASSING, "hw_test.py": PASSING},
        "{0}/hw_test.py: {0}/test_hw.py would have the same name in the assignment; "
        "rename one of them",
    ),
    "a syntax error": (
        {"hw.py": "def a(:\n", "test_hw.py": PASSING},
        "{0}/hw.py, line 1: invalid syntax",
    ),
}


@pytest.mark.parametrize(("files", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_in_one_line(tmp_path: Path, files: dict[str, str], says: str) -> None:
    ran = new(tmp_path, files)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {says.format(tmp_path / 'old')}\n"
    assert list((tmp_path / "kit").iterdir()) == []


def test_name_that_is_taken(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "autograder/assignments").mkdir(parents=True)
    (kit / "reference/hw").mkdir(parents=True)
    ran = run_autograder("new", "hw", "--from", FILES, "--kit", kit)
    there = f"{kit}/reference/hw: already there; choose another name than 'hw'"
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {there}\n")


def test_folder_that_is_neither_empty_nor_a_kit() -> None:
    ran = run_autograder("new", "hw", "--from", FILES, cwd=FILES)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"autograder: {FILES}: not empty, it holds ")
    assert "autograder" not in {path.name for path in FILES.iterdir()}
