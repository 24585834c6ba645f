"""Exit statuses: 0 and 1 are results, 2 is an input, 3 the grader, 130 a signal."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import click
import pytest

from autograder.assignment import AssignmentError
from autograder.cli.main import commands
from autograder.report import GraderError
from autograder.sandbox.backend import SandboxError, UnconfinedError
from tests.conftest import copy_kit, run_autograder, run_program

OF_ERRORS = {
    "assignment": (AssignmentError("x"), 2, "x"),
    "unconfined": (UnconfinedError({"landlock": "x"}), 3, "nothing was graded: "),
    "grader": (GraderError("x"), 3, "the grader failed, not the submission: x"),
    "sandbox": (SandboxError("x"), 3, "the grader failed, not the submission: x"),
    "fault": (RuntimeError("x"), 3, "the grader failed, not the submission: RuntimeError('x')"),
    "interrupt": (KeyboardInterrupt(), 130, ""),
}


@pytest.mark.parametrize(("error", "status", "says"), OF_ERRORS.values(), ids=OF_ERRORS)
def test_of_an_error(
    error: BaseException, status: int, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # For the traceback of a fault.
    with patch("autograder.sandbox.doctor.examine", side_effect=error):
        ran = run_autograder("doctor")
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.removeprefix("autograder: ").startswith(says)


UNUSABLE = {
    "no such assignment": ("grade nope .", "no assignment 'nope' in"),
    "nothing to grade": ("grade kenken handout", "kenken.py is missing in handout"),
    "no cases": (
        "grade kenken reference/kenken --cases handout",
        "handout: no cases here; a case is two files, NAME.in and NAME.out",
    ),
    "no such part": (
        "check kenken reference/kenken --part nope",
        "kenken has no part 'nope'; its parts are: find_blank",
    ),
    "nearly a command": ("chekc", "No such command 'chekc'."),
    "two ways to check": (
        "check --watch --hand-in",
        "--watch writes no files: omit --hand-in, --json and --html. See autograder check --help",
    ),
}


@pytest.mark.parametrize(("command", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_of_unusable_input(command: str, says: str) -> None:
    ran = run_autograder(*command.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"autograder: {says}")
    assert ran.err.count("\n") == 1


def test_kit_that_is_part_of_the_submission(tmp_path: Path) -> None:
    """Its tests would decide the score."""
    kit = copy_kit("double", tmp_path / "double")
    ran = run_autograder("grade", "double", ".", cwd=kit)
    assert (ran.status, ran.out) == (2, "")
    assert "the kit of the current folder is part of this submission" in ran.err


def test_each_command_has_examples_that_its_options_fit() -> None:
    """They are run by the tests of the documents as far as these show them."""
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command
        inner = command.commands.values() if isinstance(command, click.Group) else [command]
        for each in inner:
            assert each.help
            lines = map(str.strip, each.help.partition("Examples:\n")[2].splitlines())
            examples = [line for line in lines if line.startswith("autograder ")]
            assert examples, name
            known = {name for one in each.params for name in one.opts + one.secondary_opts}
            for example in examples:
                words = example.partition(" | ")[0].split()
                assert {word for word in words if word.startswith("--")} <= known


def test_program_in_a_process_of_its_own() -> None:
    done = run_program(sys.executable, "-m", "autograder", "--help")
    assert (done.status, done.err) == (0, "")
    assert all(f"  {name} " in done.out for name in commands.list_commands(click.Context(commands)))
