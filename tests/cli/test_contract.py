"""The contract with scripts: commands, options, exit statuses and JSON keys that must not change.

contract.json was taken before the house was rearranged. Additions are allowed.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from autograder.assignment import AssignmentError
from autograder.cli.main import commands, main
from autograder.course.errors import CourseError
from autograder.intake.listing import IntakeError
from autograder.report import GraderError
from autograder.sandbox.backend import UnconfinedError
from tests.cli.in_process import THREE, run_puzzle
from tests.conftest import DOUBLE, copy_kit, run_autograder

CONTRACT = json.loads(Path(__file__).with_name("contract.json").read_text(encoding="utf-8"))
COMMANDS: dict[str, dict[str, Any]] = CONTRACT["commands"]


def walk(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from walk(found, f"{path} {name}".strip())


def described(parameter: click.Parameter) -> tuple[str, dict[str, Any]]:
    """The name of a parameter, and its properties where they are not the default."""
    kind = parameter.param_type_name
    name = "/".join(parameter.opts) if kind == "option" else parameter.human_readable_name
    choices = list(parameter.type.choices) if isinstance(parameter.type, click.Choice) else []
    properties = {
        "choices": choices,
        "flag": getattr(parameter, "is_flag", False),
        "required": parameter.required,
        "multiple": getattr(parameter, "multiple", False),
        "nargs": parameter.nargs if parameter.nargs != 1 else 0,
    }
    return name, {"kind": kind} | {key: value for key, value in properties.items() if value}


@pytest.mark.parametrize("path", COMMANDS)
def test_command_keeps_its_arguments_and_options(path: str) -> None:
    command = dict(walk(commands))[path]
    found = dict(map(described, command.params))
    for name, expected in COMMANDS[path].items():
        properties = dict(found[name])
        assert set(expected.get("choices", ())) <= set(properties.get("choices", ()))
        assert properties | {"choices": 0} == expected | {"choices": 0}, name


@pytest.mark.parametrize("path", COMMANDS)
def test_no_argument_and_no_required_option_is_added(path: str) -> None:
    """A script that calls the command as before would break."""
    for name, properties in map(described, dict(walk(commands))[path].params):
        needed = properties["kind"] == "argument" or properties.get("required", False)
        assert name in COMMANDS[path] or not needed


STATUSES = {
    "usage": (click.UsageError("x"), 2),
    "assignment": (AssignmentError("x"), 2),
    "submission": (IntakeError("x"), 2),
    "results": (CourseError("x"), 2),
    "unconfined": (UnconfinedError({"landlock": "x"}), 3),
    "grader": (GraderError("x"), 3),
    "fault": (RuntimeError("x"), 3),
    "interrupt": (KeyboardInterrupt(), 130),
}


@pytest.mark.parametrize(("error", "status"), STATUSES.values(), ids=STATUSES)
def test_exit_status_of_an_error(
    error: BaseException, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # For the traceback of a fault.
    monkeypatch.setattr(commands, "main", fail)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == status


def test_exit_status_of_checks(tmp_path: Path) -> None:
    """Status 1 is a failure that a script may wait for, and no error."""
    kit = ("--kit", copy_kit("double", tmp_path))
    assert run_autograder("starter", "--check", *kit).status == 1
    assert run_autograder("starter", *kit).status == 0
    assert run_autograder("starter", "--check", *kit).status == 0
    assert run_autograder("expected", *kit).status == 0
    assert run_autograder("check", "double", tmp_path / "starter/double", *kit).status == 1
    assert run_autograder("grade", "double", tmp_path / "starter/double", *kit).status == 0


def keys(value: object, path: str = "") -> set[str]:
    """The paths of all keys, as `parts[].tests[].outcome`."""
    if isinstance(value, list):
        return {key for entry in value for key in keys(entry, f"{path}[]")}
    if isinstance(value, dict):
        own = {f"{path}.{key}".lstrip(".") for key in value}
        return own.union(*(keys(value[key], f"{path}.{key}".lstrip(".")) for key in value))
    return set()


TABLE_TEST = '''

def test_table():
    """double doubles a table"""
    assert double([[1, 2], [3, 4]]) == [[2, 4], [6, 8]]
'''


def test_json_of_a_report(tiny: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    with (kit / "autograder/assignments/double/hidden/test_double.py").open("a") as tests:
        tests.write(TABLE_TEST)
    wrong = "print(number)\n    half = 1 // (number != 2)\n    return number"
    (tmp_path / "double.py").write_text(DOUBLE.replace("return 2 * number", wrong))
    ran = run_autograder("grade", "double", tmp_path / "double.py", "--kit", kit, "--json", "-")
    assert set(CONTRACT["report"]) - keys(json.loads(ran.out)) == set()


@pytest.mark.parametrize("command", CONTRACT["puzzles"])
def test_json_of_a_puzzle(command: str) -> None:
    ran = run_puzzle(*command.split(), stdin=THREE)
    assert set(CONTRACT["puzzles"][command]) - keys(json.loads(ran.out)) == set()
