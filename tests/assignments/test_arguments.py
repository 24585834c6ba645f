"""Functions that change their arguments lose marks; no test exists for that alone."""

from __future__ import annotations

import ast
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from autograder.assignment import KIT, load, names
from autograder.authoring.names_in_tests import NamesInTests
from tests.conftest import run_autograder

TESTS = sorted((KIT / "autograder/assignments").glob("*/*/test_*.py"))
SPOILING = """

_calls = []


def _spoiling(function):
    def spoiled(*arguments):
        _calls.append(function)
        result = function(*arguments)
        _calls.pop()
        if not _calls:
            result = __import__("copy").deepcopy(result)
            for argument in arguments:
                for part in (argument, getattr(argument, "board", None)):
                    if isinstance(part, (list, dict)):
                        part.clear()
        return result

    return spoiled


for _name in {names}:
    globals()[_name] = _spoiling(globals()[_name])
"""


def calls_in(test: ast.FunctionDef, used: NamesInTests) -> set[str]:
    """Return the calls of the student's functions in a test."""
    calls = (node for node in ast.walk(test) if isinstance(node, ast.Call))
    return {ast.unparse(call) for call in calls if used.calls_submission(call.func)}


@pytest.mark.parametrize("path", TESTS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_two_tests_make_the_same_call(path: Path) -> None:
    """One mistake would cost two tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    plain = [test for test in tests if not test.args.args and len(test.body) == 2]
    used = NamesInTests(load(path.parts[-3]), path, tree)
    counts = Counter(call for test in plain for call in calls_in(test, used))
    assert [call for call, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("path", TESTS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_sentence_is_about_arguments_alone(path: Path) -> None:
    """Every call is checked, and a change is reported as one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = [
        ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)
    ]
    phrases = ("unchanged", "not change", "as it was", "as they were")
    assert [text for text in docstrings if any(phrase in text for phrase in phrases)] == []


WITH_ARGUMENTS = [name for name in names(KIT) if name != "mathdoku"]
"""The methods of mathdoku's class have none but a stream."""


@pytest.mark.parametrize("name", WITH_ARGUMENTS)
def test_right_values_and_spoilt_arguments_earn_less(name: str, tmp_path: Path) -> None:
    assignment = load(name)
    shutil.copytree(assignment.reference, tmp_path, dirs_exist_ok=True)
    functions = {part.name: part for part in assignment.parts if part.file}
    for file in {part.file for part in functions.values()}:
        source = (tmp_path / file).read_text(encoding="utf-8")
        defined = [node.name for node in ast.parse(source).body if hasattr(node, "name")]
        wrapped = [function for function in functions if function in defined]
        (tmp_path / file).write_text(source + SPOILING.format(names=wrapped), encoding="utf-8")
    ran = run_autograder("grade", name, tmp_path, "--json", "-")
    assert ran.status == 0
    report = json.loads(ran.out)
    assert report["score"] < 60
    told = {
        test["detail"]["message"].partition(" its ")[0]
        for part in report["parts"]
        if part["name"] in functions
        for test in part["tests"]
        if test["detail"]
    }
    assert any(message.endswith(" changed") for message in told)
