"""Gradings that share the tests that a process has collected once."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import load
from autograder.judge import collected_tests
from autograder.judge.collected_tests import grade_own, keep_collected_tests
from autograder.judge.session import GradingRequest, reference_box
from autograder.report import GraderError, Outcome
from tests.authoring.sound_kit import make_sound_kit, put

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tests are kept on Linux only")
WRONG = "def double(number):\n    return number + {}\n"
MARKING = (
    "import random\nfrom pathlib import Path\n\nfrom double import double\n\n"
    "with Path({mark!r}).open('a') as mark:\n"
    "    mark.write('x')\nrandom.seed(1)\n\n\n"
    "def test_small():\n    Path({mark!r} + str(random.random())).touch()\n"
    "    assert double(2) == 4\n\n\n"
    "def test_more():\n    assert double(200) == 400\n"
)
TWO = (
    "from double import double\n\n\n"
    "def test_a():\n    assert double(3) == 6\n\n\n"
    "def test_b():\n    assert double(4) == 8\n"
)
InPool = Callable[..., Any]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_sound_kit(tmp_path_factory.mktemp("sound")).kit


@pytest.fixture
def kit(sound: Path, tmp_path: Path) -> Path:
    shutil.copytree(sound, tmp_path / "kit")
    return tmp_path / "kit"


@pytest.fixture(scope="module")
def in_pool() -> Iterator[InPool]:
    """Call a function in a process that keeps tests, which is another one than pytest's."""
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, initializer=keep_collected_tests) as pool:
        yield lambda function, *arguments: pool.submit(function, *arguments).result(120)


def failed_tests(kit: Path, body: str, parts: tuple[str, ...], **options: Any) -> list[str]:
    """Grade the reference, or another body of its function; return the tests that failed."""
    assignment = load("double", kit)
    with reference_box(assignment) as box:
        if body:
            put(box / "double.py", WRONG.format(body))
        chosen = [assignment.part(name) for name in parts]
        report = grade_own(assignment, GradingRequest(box, parts=chosen, **options))
    assert [part.name for part in report.parts] == list(parts or ("double", "program"))
    tests = [test for part in report.parts for test in part.tests]
    return [test.name for test in tests if test.outcome is not Outcome.PASS]


def test_tests_are_collected_once(kit: Path, tmp_path: Path, in_pool: InPool) -> None:
    """Each grading has the parts that it asks for, and random numbers of its own."""
    mark = tmp_path / "mark"
    tests = kit / "autograder/assignments/double/tests/test_double.py"
    put(tests, MARKING.format(mark=str(mark)))
    assert in_pool(failed_tests, kit, "", ()) == []
    assert in_pool(failed_tests, kit, "2", ("double",)) == ["test_more", "test_large"]
    assert in_pool(failed_tests, kit, "", ("program",)) == []
    assert in_pool(failed_tests, kit, "", ("double",)) == []
    assert mark.read_text(encoding="utf-8") == "x"
    assert len([*tmp_path.glob("mark0.*")]) == 3


def test_last_test_is_first_where_one_failure_is_enough(kit: Path, in_pool: InPool) -> None:
    tests = kit / "autograder/assignments/double/tests/test_double.py"
    put(tests, TWO)
    first = partial(failed_tests, kit, "1", ("double",), exit_first=True)
    assert in_pool(first) == ["test_a"]
    assert in_pool(partial(first, expected_to_fail=True)) == ["test_b"]
    assert in_pool(partial(first, hidden_first=True)) == ["test_large"]
    assert in_pool(partial(first, named_like="_large_numbers")) == ["test_large"]
    assert in_pool(partial(first, named_like="many", expected_to_fail=True)) == ["test_b"]


def error_of(kit: Path) -> str:
    with pytest.raises(GraderError) as raised:
        failed_tests(kit, "", ())
    return str(raised.value)


def test_tests_that_cannot_be_collected(kit: Path, in_pool: InPool) -> None:
    """Each grading reports the reason."""
    put(kit / "autograder/assignments/double/tests/test_double.py", "import nothing_here\n")
    for _ in range(2):
        assert in_pool(error_of, kit).endswith("No module named 'nothing_here'")


def error_without_a_process(kit: Path) -> str:
    """Grade where only the process that collects the tests can be forked."""
    fork, may_fork = os.fork, [True]

    def fork_once() -> int:
        if not may_fork:
            raise BlockingIOError(errno.EAGAIN, "no more processes")
        may_fork.clear()
        return fork()

    signal.alarm(60)
    os.fork = fork_once
    try:
        return error_of(kit)
    finally:
        os.fork = fork
        signal.alarm(0)


def test_no_process_for_a_grading(kit: Path, in_pool: InPool) -> None:
    """It is reported; before, the process with the tests and the pool waited for each other."""
    assert in_pool(error_without_a_process, kit).endswith("no more processes")


def errors_of_more_than_are_kept(kits: list[Path]) -> list[str]:
    """Grade with one assignment more than can be kept. An alarm ends a wait without end."""
    signal.alarm(60)
    for kept in collected_tests._kept.of.values():
        kept.close()
    collected_tests._kept.of.clear()
    before, collected_tests.MAX_KEPT = collected_tests.MAX_KEPT, len(kits) - 1
    errors = [error_of(kit) for kit in kits]
    collected_tests.MAX_KEPT = before
    signal.alarm(0)
    return errors


def test_more_assignments_than_are_kept(kit: Path, tmp_path: Path, in_pool: InPool) -> None:
    """The oldest gives way, although those after it were forked from the same process."""
    put(kit / "autograder/assignments/double/tests/test_double.py", "import nothing_here\n")
    kits = [Path(shutil.copytree(kit, tmp_path / name)) for name in ("one", "two", "three")]
    errors = in_pool(errors_of_more_than_are_kept, kits)
    assert all(error.endswith("No module named 'nothing_here'") for error in errors)
    assert len(errors) == len(kits)


def error_of_ended_process(kit: Path) -> tuple[str, str]:
    """Return the errors when a grading's process ends, and when that with the tests does."""
    assignment = load("double", kit)
    ended = error_of(kit)
    os.kill(collected_tests._kept.get(assignment).pid, signal.SIGKILL)
    return ended, error_of(kit)


def test_process_that_ends(kit: Path, in_pool: InPool) -> None:
    tests = kit / "autograder/assignments/double/tests/test_double.py"
    put(tests, "import os\n\n\ndef test_end():\n    os._exit(3)\n")
    assert in_pool(error_of_ended_process, kit) == (
        "the process that graded it ended without a result",
        "the process that has collected the tests is gone",
    )
