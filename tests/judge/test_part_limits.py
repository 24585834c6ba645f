"""Time limits are written, or derived from what the reference needs; they shrink after timeouts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox import clock
from tests.conftest import Ran, run_autograder

TOML = """\
title = "Loops"
files = ["own.py", "main.py"]

[program]
file = "main.py"

[limits]
program_seconds = 0.5

[[part]]
name = "twice"
points = 60
file = "own.py"
reference_seconds = 0.001

[[part]]
name = "program"
points = 40
"""
TESTS = '''\
import pytest
from own import twice


@pytest.mark.parametrize("number", range(12))
def test_twice(number):
    """twice doubles"""
    assert twice(number) == 2 * number
'''
PROGRAM_TESTS = '''\
def test_prints(program, case):
    """main.py prints the double"""
    assert program(case) == program.expected(case)
'''
MAIN = "from own import twice\n\nprint(twice(int(input())))\n"
ALONE = "print(2 * int(input()))\n"
"""A program that calls nothing which may loop."""
LOOP = "def twice(number):\n    while {}:\n        pass\n    return 2 * number\n"


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    folder = tmp_path / "kit" / "autograder" / "assignments" / "loops"
    (folder / "tests").mkdir(parents=True)
    (folder / "assignment.toml").write_text(TOML)
    (folder / "tests" / "test_twice.py").write_text(TESTS)
    (folder / "tests" / "test_program.py").write_text(PROGRAM_TESTS)
    starter = tmp_path / "kit/starter/loops"
    starter.mkdir(parents=True)
    (starter / "own.py").write_text("def twice(number):\n    raise NotImplementedError\n")
    for kind, suffix, factor in (("inputs", "in", 1), ("expected", "out", 2)):
        cases = tmp_path / "kit" / kind / "loops" / "sample"
        cases.mkdir(parents=True)
        for number in range(4):
            (cases / f"{number}.{suffix}").write_text(f"{factor * number}\n")
    return tmp_path / "kit"


def run(command: str, kit: Path, own: str, main: str = MAIN, *options: str) -> Ran:
    work = kit.parent / "work"
    work.mkdir(exist_ok=True)
    (work / "own.py").write_text(own)
    (work / "main.py").write_text(main)
    return run_autograder(command, "loops", work, "--kit", kit, *options)


def grade(kit: Path, own: str, main: str = MAIN) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(run("grade", kit, own, main, "--json", "-").out)
    return report


def limits_in(report: dict[str, Any], part: int) -> list[str]:
    messages = (test["detail"]["message"] for test in report["parts"][part]["tests"])
    return [re.findall(r"computing after (\S+) s", message)[0] for message in messages]


def test_function_that_never_ends(kit: Path) -> None:
    report = grade(kit, LOOP.format("True"))
    assert report["score"] == 0
    assert limits_in(report, 0) == ["0.5", *["0.25"] * 2, *["0.05"] * 9]
    assert limits_in(report, 1) == ["0.5", *["0.05"] * 3]


def test_program_that_never_ends(kit: Path) -> None:
    toml = kit / "autograder/assignments/loops/assignment.toml"
    toml.write_text(TOML.replace("points = 40", "points = 40\nreference_seconds = 0.02"))
    report = grade(kit, "def twice(number): return 2 * number\n", "while True: pass\n")
    assert limits_in(report, 1) == ["0.5", *["0.2"] * 2, "0.06"]


OF_USES = """

[[part]]
name = "quadruple"
points = 0
file = "own.py"
needs = ["twice"]

[[part]]
name = "other"
points = 0
file = "own.py"
"""
QUADRUPLE = "\n\ndef quadruple(n): return twice(twice(n))\n\ndef other(n): return n\n"


def test_check_does_not_try_what_uses_a_function_that_never_ends(kit: Path) -> None:
    folder = kit / "autograder/assignments/loops"
    uses = OF_USES.replace('name = "program"', "")
    toml = TOML.replace("points = 40", 'points = 40\nneeds = ["quadruple"]') + uses
    (folder / "assignment.toml").write_text(toml)
    for name in ("quadruple", "other"):
        test = f"from own import {name}\n\ndef test_it():\n    assert {name}(0) == 0\n"
        (folder / f"tests/test_{name}.py").write_text(test)
    with (kit / "starter/loops/own.py").open("a") as starter:
        starter.write(QUADRUPLE)
    own = LOOP.format("True") + QUADRUPLE
    ran = run("check", kit, own, MAIN, "--json", "-")
    parts = {part["name"]: part["tests"] for part in json.loads(ran.out)["parts"]}
    outcomes = {name: {test["outcome"] for test in tests} for name, tests in parts.items()}
    assert outcomes["twice"] == {"timed_out", "not_run"}
    assert outcomes["program"] == outcomes["quadruple"] == {"not_run"}
    assert outcomes["other"] == {"pass"}
    says = "not tried: it uses twice, which does not finish; to try them: "
    assert parts["program"][0]["detail"]["message"].startswith(says)
    tried = run("check", kit, own, MAIN, "--part", "quadruple", "--json", "-")
    assert json.loads(tried.out)["parts"][0]["tests"][0]["outcome"] == "timed_out"
    graded = {part["name"]: part for part in grade(kit, own)["parts"]}
    assert {test["outcome"] for test in graded["program"]["tests"]} == {"timed_out"}


def test_check_ends_where_a_file_does_not_finish_loading(kit: Path) -> None:
    """Also a function in another file is not tried."""
    folder = kit / "autograder/assignments/loops"
    part = '\n\n[[part]]\nname = "shout"\npoints = 0\nfile = "main.py"\n'
    (folder / "assignment.toml").write_text(TOML + part)
    test = "from main import shout\n\ndef test_it():\n    assert shout(0) == 0\n"
    (folder / "tests/test_shout.py").write_text(test)
    main = "def shout(n): return n\n"
    (kit / "starter/loops/main.py").write_text(main)
    own = "def twice(number): return 2 * number\nwhile True: pass\n"
    ran = run("check", kit, own, main)
    says = "Begin here: loading own.py did not finish: it was still computing after"
    assert f"\n\n{says} " in ran.out
    assert "All parts depend on this." in ran.out
    parts = json.loads(run("check", kit, own, main, "--json", "-").out)["parts"]
    assert {test["outcome"] for part in parts for test in part["tests"]} == {"not_run"}


def test_limit_that_is_written_holds(kit: Path) -> None:
    """Until a call takes longer."""
    toml = kit / "autograder/assignments/loops/assignment.toml"
    toml.write_text(TOML.replace("[limits]\n", "[limits]\ncall_seconds = 0.7\n"))
    assert limits_in(grade(kit, LOOP.format("True"), ALONE), 0) == [
        "0.7",
        *["0.25"] * 2,
        *["0.05"] * 9,
    ]


TWO_FUNCTIONS = """\
import pytest
from own import later, twice


@pytest.mark.parametrize("number", range(4))
def test_twice(number):
    assert twice(number) == 2 * number


def test_later():
    assert later() == 3
"""


def test_a_function_has_its_limit_whatever_others_took(kit: Path) -> None:
    (kit / "autograder/assignments/loops/tests/test_twice.py").write_text(TWO_FUNCTIONS)
    stub = "\n\ndef later():\n    raise NotImplementedError\n"
    with (kit / "starter/loops/own.py").open("a") as starter:
        starter.write(stub)
    own = LOOP.format("True") + "\n\ndef later():\n    return twice(1)\n"
    assert limits_in(grade(kit, own, ALONE), 0) == ["0.5", *["0.25"] * 2, "0.05", "0.5"]


def test_loop_on_3_of_12_calls_costs_3(kit: Path) -> None:
    part = grade(kit, LOOP.format("number in (4, 5, 6)"), ALONE)["parts"][0]
    assert (part["passed"], part["total"]) == (9, 12)


def test_no_time_is_left_after_20_minutes(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that follow time out, whatever they ask, and so do programs."""
    monkeypatch.setattr(clock, "MAX_SECONDS_IN_ALL", 0.06)
    report = grade(kit, LOOP.format("number < 3"))
    found = [test for part in report["parts"] for test in part["tests"]]
    assert {test["outcome"] for test in found} == {"timed_out"}
    says = "the submission has taken 0.001 minutes in all"
    assert all(says in test["detail"]["message"] for test in found[1:])


def test_no_score_where_the_reference_times_out_too(kit: Path) -> None:
    """The machine is slower than the one on which limits were set, or a case needs too long."""
    reference = kit / "reference/loops"
    reference.mkdir(parents=True)
    (reference / "own.py").write_text(LOOP.format("number == 5"))
    (reference / "main.py").write_text(MAIN)
    ran = run("grade", kit, LOOP.format("number == 5"), MAIN, "--json", "-")
    assert (ran.status, ran.out) == (3, "")
    says = "test_twice.py::test_twice[5]: the reference times out, too: twice did not finish: "
    assert says in ran.err
    assert f"; run autograder limits loops --measure --kit {kit} for this machine" in ran.err


def test_check_stops_a_part_at_its_first_time_out(kit: Path) -> None:
    ran = run("check", kit, LOOP.format("number == 4"))
    assert ran.status == 1
    assert "✗ twice    20/60" in ran.out
    assert " --part twice --all\n" in ran.out
    whole = run("check", kit, LOOP.format("number == 4"), MAIN, "--part", "twice", "--all")
    assert "11 of 12 tests" in whole.out


MARKED = """\
import time

import pytest
from own import twice


@pytest.mark.timeout(0.3)
def test_own_time():
    time.sleep(0.5)
    assert twice(1) == 2


@pytest.mark.timeout(0.7)
def test_more_than_a_call_may_take():
    assert twice(6) == 12


@pytest.mark.timeout(0.7)
def test_together():
    assert [twice(6), twice(6), twice(6)] == [12, 12, 12]
"""
BUSY = """\
import time

def twice(number):
    end = time.process_time() + number / 10
    while number > 1 and time.process_time() < end:
        pass
    return 2 * number
"""


def test_timeout_of_a_test_counts_the_time_of_its_calls(kit: Path) -> None:
    """The machine may be busy, and what the test does itself is not the student's fault."""
    (kit / "autograder/assignments/loops/tests/test_twice.py").write_text(MARKED)
    first, more, together = grade(kit, BUSY, ALONE)["parts"][0]["tests"]
    assert (first["outcome"], more["outcome"]) == ("pass", "pass")
    assert together["outcome"] == "timed_out"
    assert together["detail"]["message"].startswith("twice did not finish: it was still computing")
