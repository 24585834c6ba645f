"""Submissions are graded in processes of their own, which share what was collected once."""

from __future__ import annotations

import contextlib
import multiprocessing
import shutil
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import load
from autograder.judge.grading_server import GradingServer, own_tests
from autograder.judge.request import GradingRequest
from autograder.report import GraderError, Outcome, Report
from autograder.sandbox.backend import SandboxError, UnconfinedError
from tests.authoring.sound_kit import make_sound_kit, put
from tests.conftest import KITS, descendants, runs, wait_for

forked = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, no process is forked")
in_both_ways = pytest.mark.parametrize("forking", [pytest.param(True, marks=forked), False])
RIGHT = (KITS / "double/reference/double/double.py").read_text(encoding="utf-8")
WRONG = "def double(number):\n    return number + {}\n"
WAITS = "import time\ntime.sleep(60)\n"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_sound_kit(tmp_path_factory.mktemp("sound")).kit


@pytest.fixture
def kit(sound: Path, tmp_path: Path) -> Path:
    shutil.copytree(sound, tmp_path / "kit")
    return tmp_path / "kit"


@contextlib.contextmanager
def serving(kit: Path, **options: Any) -> Iterator[GradingServer]:
    server = GradingServer(own_tests(load("double", kit)), **options)
    with contextlib.closing(server):
        yield server


def request(server: GradingServer, text: str, *parts: str, **options: Any) -> GradingRequest:
    """Return a request to grade a file with this text, on these parts."""
    assignment = server.tests.assignment
    box = assignment.kit / "box"
    box.mkdir(exist_ok=True)
    (box / "double.py").write_text(text, encoding="utf-8")
    return GradingRequest(box, parts=[assignment.part(name) for name in parts], **options)


def failed_tests(report: Report) -> list[str]:
    tests = [test for part in report.parts for test in part.tests]
    return [test.name for test in tests if test.outcome is not Outcome.PASS]


def write_tests(kit: Path, text: str) -> None:
    put(kit / "autograder/assignments/double/tests/test_double.py", text)


MARKING = """
import random
from pathlib import Path
from double import double

with Path({mark!r}).open("a") as mark:
    mark.write("x")
random.seed(1)
SEEN = []


def test_small():
    Path({mark!r} + str(random.random())).touch()
    SEEN.append(double(2))
    assert SEEN == [4]


def test_more():
    assert double(200) == 400
"""


@in_both_ways
def test_tests_are_collected_once(kit: Path, tmp_path: Path, forking: bool) -> None:
    """Each grading has the parts that it asks for, and shares nothing with an earlier one."""
    mark = tmp_path / "mark"
    write_tests(kit, MARKING.format(mark=str(mark)))
    with serving(kit, forking=forking) as server:
        graded = [
            failed_tests(server.grade(request(server, *asked)))
            for asked in ((RIGHT,), (WRONG.format(2), "double"), (RIGHT, "program"))
        ]
    assert graded == [[], ["test_more", "test_large"], []]
    assert mark.read_text(encoding="utf-8") == ("x" if forking else "xxx")
    assert len([*tmp_path.glob("mark0.*")]) == (2 if forking else 1)


@in_both_ways
def test_a_grading_that_takes_too_long_is_ended(kit: Path, forking: bool) -> None:
    with serving(kit, forking=forking, seconds=0.01) as server:
        with pytest.raises(GraderError, match=r"^grading it took longer than"):
            server.grade(request(server, WAITS))
        if forking:
            wait_for(lambda: sum(map(runs, descendants(server.process.pid))) <= IDLE)
        assert not multiprocessing.active_children()


ENDING = """
import os
from autograder.judge import grading
from autograder.sandbox.backend import UnconfinedError


def end(*_):
    {}


def test_end():
    grading.settle_on_reference = end
"""


@in_both_ways
@pytest.mark.parametrize(
    ("end", "error", "says"),
    [
        ("os._exit(3)", GraderError, "^the process .* ended without a result"),
        ("1 / 0", GraderError, "(?s)^Traceback.*ZeroDivisionError: "),
        ("raise UnconfinedError({'x': 'missing'})", UnconfinedError, "^x: missing$"),
    ],
)
def test_a_grading_that_fails(
    kit: Path, end: str, error: type[Exception], says: str, forking: bool
) -> None:
    """The class goes on."""
    write_tests(kit, ENDING.format(end))
    with serving(kit, forking=forking) as server:
        with pytest.raises(error, match=says):
            server.grade(request(server, RIGHT))
        assert failed_tests(server.grade(request(server, RIGHT, "program"))) == []


ENDLESS = """
from autograder.judge import watchdog
from double import double

watchdog.MAX_UNINTERRUPTED_SECONDS = 1


def test_sum():
    assert sum(range(double(5))) == 45
"""


@forked
def test_a_grading_that_nothing_interrupts(kit: Path) -> None:
    """It ends without a score and names its test, while another is graded."""
    write_tests(kit, ENDLESS)
    with serving(kit) as server, ThreadPoolExecutor(2) as executor:
        endless = request(server, "def double(n): return 10**13\n")
        endless = replace(endless, box=endless.box.rename(kit / "endless"))
        running = executor.submit(server.grade, endless)
        wait_for(lambda: len(descendants(server.process.pid)) > IDLE)
        assert failed_tests(server.grade(request(server, RIGHT))) == []
        with pytest.raises(GraderError, match=r"^tests/test_double.py::test_sum: the test comp"):
            running.result(60)


IDLE = 1
"""The processes below a server that grades nothing: the one that jails are forked from."""


@forked
@pytest.mark.parametrize("ending", ["close", "kill"])
def test_gradings_end_with_the_server(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    errors: list[Exception] = []

    def grade(server: GradingServer, given: GradingRequest) -> None:
        try:
            server.grade(given)
        except (GraderError, SandboxError) as error:
            errors.append(error)

    with serving(kit) as server:
        given = request(server, WAITS)
        threads = [threading.Thread(target=grade, args=[server, given]) for _ in range(2)]
        for thread in threads:
            thread.start()
        wait_for(lambda: len([*(tmp_path / "temporary").glob("*")]) >= len(threads))
        processes = descendants(server.process.pid)
        if ending == "close":
            server.close()
        else:
            server.process.kill()
        for thread in threads:
            thread.join(60)
        wait_for(lambda: not any(map(runs, processes)))
        with pytest.raises(SandboxError, match="gradings are forked from is gone"):
            server.grade(given)
    assert len(errors) == len(threads)
