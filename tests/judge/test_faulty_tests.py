"""A fault of a test or of the grader never costs a submission a mark."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from autograder.judge import watchdog
from tests.conftest import Ran, copy_kit, run_autograder
from tests.judge.own_kit import ASSIGNMENT, write_one_part

TESTS = Path("autograder/assignments/functions/tests/test_functions.py")
IMPORTS = "import pytest\nfrom functions import add, digits, distinct\n\n\n"
FIRST = f'{IMPORTS}def test_first():\n    """first"""\n    '
PASSES = '\n\n\ndef test_other():\n    """other"""\n    assert add(1, 2) == 3\n'


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return copy_kit("functions", tmp_path / "kit")


def write_tests(kit: Path, source: str) -> None:
    (kit / TESTS).write_text(source + PASSES, encoding="utf-8")


def grade(kit: Path, work: Path | None = None, command: str = "grade") -> Ran:
    path = work or kit / "reference/functions"
    return run_autograder(command, "functions", path, "--kit", kit, "--json", "-")


def parts_of(ran: Ran) -> list[dict[str, Any]]:
    assert ran.out, ran.err
    parts: list[dict[str, Any]] = json.loads(ran.out)["parts"]
    return parts


def first_of(ran: Ran) -> dict[str, Any]:
    tests = parts_of(ran)[0]["tests"]
    assert tests[-1]["outcome"] == "pass"
    first: dict[str, Any] = tests[0]
    return first


def without_reference(kit: Path) -> Path:
    """Turn a kit into a student's; return the submission."""
    return (kit / "reference/functions").rename(kit.parent / "work")


STARTS = "a test starts functions.py, which is not the student's here: use program(case) instead"
FAULTS = {
    "unknown name": ("assert add(1, 2) == UNDEFINED", "NameError: name 'UNDEFINED'"),
    "a student's file that it starts": (
        "import functions, subprocess, sys\n    ran = subprocess.run([sys.executable, "
        "functions.__file__])\n    assert ran.returncode == 0",
        f"StartedFileError: {STARTS}",
    ),
    "a student's module that it starts": (
        "import functions, os, subprocess, sys\n    ran = subprocess.run([sys.executable, '-m', "
        "'functions'], cwd=os.path.dirname(functions.__file__))\n    assert ran.returncode == 0",
        f"StartedFileError: {STARTS}",
    ),
}


@pytest.mark.parametrize(("test", "says"), FAULTS.values(), ids=FAULTS)
def test_fault_of_a_test(kit: Path, test: str, says: str) -> None:
    write_tests(kit, FIRST + test)
    ran = grade(kit)
    first = first_of(ran)
    assert (ran.status, first["outcome"]) == (3, "grader_error")
    assert first["detail"]["message"].startswith(f"the grader failed: {says}")
    assert parts_of(ran)[0]["earned"] == 60


def test_other_program_that_a_test_starts(kit: Path) -> None:
    """It may have the name of a student's file, or be about one."""
    (kit / TESTS).with_name("functions.py").write_text("print('functions.py')\n")
    start = "import subprocess, sys\n    from pathlib import Path\n    command = [sys.executable, "
    start += "Path(__file__).with_name('functions.py'), '-m', 'functions.py']\n    "
    write_tests(kit, f"{FIRST}{start}assert subprocess.check_output(command) == b'functions.py\\n'")
    assert first_of(grade(kit))["outcome"] == "pass"


def test_value_that_makes_a_test_raise(kit: Path, tmp_path: Path) -> None:
    """The reference passes the test, so the submission fails it."""
    write_tests(kit, FIRST + "assert sum(digits(12)) == 3")
    wrong = "def add(a, b):\n    return a + b\ndef digits(n):\n    return None\n"
    (tmp_path / "functions.py").write_text(wrong)
    ran = grade(kit, tmp_path)
    assert (ran.status, first_of(ran)["outcome"]) == (0, "wrong")
    assert first_of(ran)["detail"]["message"] == (
        "digits returned None, with which the test cannot go on: TypeError: 'NoneType' object is"
        " not iterable"
    )


def test_without_a_reference_the_value_is_at_fault(kit: Path) -> None:
    work = without_reference(kit)
    write_tests(kit, FIRST + "assert add(1, 2)[0] == 3")
    ran = grade(kit, work, "check")
    first = first_of(ran)
    assert (ran.status, first["outcome"]) == (1, "wrong")
    assert first["detail"]["message"] == (
        "add returned a number, with which the test cannot go on: TypeError: 'int' object is not"
        " subscriptable"
    )
    assert first["detail"]["call"] == "add(1, 2)"
    assert first["detail"]["returned"] == "3"


def test_reference_runs_in_a_jail_of_its_own(kit: Path, tmp_path: Path) -> None:
    """Workers inherit a jail's memory, so no submission's may have run the reference."""
    log = tmp_path / "log"
    note = f"with open({str(log)!r}, 'a') as log:\n        print(*found, file=log)"
    first = FIRST.replace(" digits,", "")
    write_tests(kit, f"{first}found = distinct([1])\n    {note}\n    found.x")
    spying = "def add(a, b):\n    return 3\ndef distinct(items):\n    import os\n"
    spying += "    return [os.getppid(), {}]\n"
    (kit / "reference/functions/functions.py").write_text(spying.format("'reference'"))
    (tmp_path / "work").mkdir()
    (tmp_path / "work/functions.py").write_text(spying.format("'work'"))
    assert first_of(grade(kit, tmp_path / "work"))["outcome"] == "grader_error"
    (one, *seen), (other, *seen_later) = (line.split() for line in log.read_text().splitlines())
    assert (seen, seen_later) == (["work"], ["reference"])
    assert one != other


FAULTY_KITS = {
    "fixture that raises": (
        "import pytest\n\n\n@pytest.fixture\ndef board():\n    return {}[1]\n\n\n"
        "def test_first(board):\n    pass\n",
        "test_functions.py::test_first: KeyError: 1",
    ),
    "no more open files": (
        f"{FIRST}add(1, 2)\n    raise OSError(24, 'Too many open files')",
        "this machine has run out of resources: Too many open files",
    ),
}


@pytest.mark.parametrize(("tests", "says"), FAULTY_KITS.values(), ids=FAULTY_KITS)
def test_error_of_the_assignment(kit: Path, tests: str, says: str) -> None:
    """There is no score. As an outcome of the test it would count as passed."""
    write_tests(kit, tests)
    ran = grade(kit)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.startswith("autograder: the grader failed, not the submission: ")
    assert ran.err.endswith(f"{says}\n")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the process is ended")
def test_test_that_never_ends(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog is set to a moment; it ends the grading, whatever the test catches."""
    monkeypatch.setattr(watchdog, "MAX_SECONDS", 2)
    loop = "try:\n        pytest.importorskip('time').sleep(9)\n    except Exception:\n        pass"
    write_tests(kit, FIRST + loop)
    ran = grade(kit)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.endswith("test_functions.py::test_first: the test does not end\n")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the process is ended")
def test_test_that_a_submission_keeps_busy(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer is a number for which the test would take hours."""
    monkeypatch.setattr(watchdog, "MAX_CPU_SECONDS", 1)
    (kit / TESTS).write_text(
        "from functions import add, mirror\n\n\n"
        'def test_counts():\n    """first"""\n    for _ in range(add(1, 2)):\n        pass\n\n\n'
        'def test_mirror():\n    """other"""\n    assert mirror("ab") == "ba"\n'
    )
    work = tmp_path / "functions.py"
    source = (kit / "reference/functions/functions.py").read_text()
    work.write_text(source.replace("return a + b", "return 10**12"))
    ran = grade(kit, work)
    first = first_of(ran)
    detail = {name: first["detail"][name] for name in ("message", "call")}
    assert (ran.status, first["outcome"]) == (0, "timed_out")
    assert detail == {"message": "the test of add did not end", "call": "add(1, 2)"}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, no process is left to say so")
def test_test_that_nothing_interrupts(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No signal is handled while C code computes. Nothing is scored, and nothing is left."""
    monkeypatch.setattr(watchdog, "MAX_UNINTERRUPTED_SECONDS", 1)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    for name in ("work", "temporary"):
        (tmp_path / name).mkdir()
    write_tests(kit, FIRST + "assert sum(range(add(1, 2))) == 3")
    (tmp_path / "work/functions.py").write_text("def add(a, b):\n    return 10**13\n")
    ran = grade(kit, tmp_path / "work")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == (
        "autograder: the grader failed, not the submission: tests/test_functions.py::test_first:"
        " the test computed for 1 s in C, where nothing interrupts it, as sum(range(n)) does; let"
        " it check what a call returns before it uses it\n"
    )
    assert [*(tmp_path / "temporary").iterdir()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts all memory")
def test_test_whose_memory_a_submission_chooses(kit: Path, tmp_path: Path) -> None:
    """Its answer is the length of a list that a fixture makes."""
    (kit / TESTS).write_text(
        "import pytest\nfrom functions import add, mirror\n\n\n"
        "@pytest.fixture\ndef items():\n    return [0] * add(1, 2)\n\n\n"
        'def test_length(items):\n    """first"""\n    assert len(items) == 3\n\n\n'
        'def test_mirror():\n    """other"""\n    assert mirror("ab") == "ba"\n'
    )
    work = tmp_path / "functions.py"
    source = (kit / "reference/functions/functions.py").read_text()
    work.write_text(source.replace("return a + b", f"return {1 << 28}"))  # 2 GiB.
    ran = grade(kit, work)
    first = first_of(ran)
    assert (ran.status, first["outcome"]) == (0, "wrong")
    assert first["detail"]["message"] == (
        "add returned a number, with which the test cannot go on: MemoryError"
    )


KEEPS = """\
from own import Deck, top

KEPT = []

def test_first():
    KEPT.append(Deck())
    assert KEPT[0].add(3) == 1

def test_object(): assert KEPT[0].add(4) == 2

def test_argument(): assert top(KEPT[0]) == 3
"""
DECK = """\
class Deck:
    def __init__(self): self.cards = []
    def add(self, card):
        self.cards.append(card)
        return len(self.cards)
def top(deck): return deck.cards[-1]
"""


def test_object_that_a_test_keeps_for_the_next(tmp_path: Path) -> None:
    """It was told as a crash of the student's, or another object came in its place."""
    kit = write_one_part(tmp_path / "kit", KEEPS, DECK)
    ran = run_autograder("grade", "own", kit / "reference/own", "--kit", kit, "--json", "-")
    kept = (
        "Deck() is an earlier test's, whose process has ended: make it in this test, or in a "
        'fixture with scope="module"'
    )
    tests = kit / ASSIGNMENT / "tests/test_own.py"
    says = {test["name"]: test["detail"] for test in parts_of(ran)[0]["tests"]}
    assert (ran.status, says["test_first"]) == (3, None)
    for name, line in (("test_object", 9), ("test_argument", 11)):
        assert says[name]["message"] == f"the grader failed: {tests}, line {line}: {kept}"
