"""The parts that a part needs, found by reading the reference and the tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.needs import needs_found, with_needs
from autograder.authoring.verify.tests import check_tests_of_other_parts
from autograder.judge.python_source import reachable
from tests.conftest import ROOT, copy_kit

TOML = """\
title = "Steps"
files = ["steps.py"]

[[part]]
name = "first"
points = 20
file = "steps.py"

[[part]]
name = "second"
points = 30
file = "steps.py"

[[part]]
name = "third"
points = 50
file = "steps.py"
"""
REFERENCE = """\
def first(number):
    return number


def _helper(number):
    return first(number)


class Steps:
    def second(self):
        return _helper(print(1))

    def third(self):
        return self.second()
"""


@pytest.fixture
def steps(tmp_path: Path) -> Assignment:
    folder = tmp_path / "autograder/assignments/steps"
    (folder / "tests").mkdir(parents=True)
    for name in ("first", "second", "third"):
        (folder / f"tests/test_{name}.py").write_text("")
    (folder / "assignment.toml").write_text(TOML)
    (tmp_path / "reference/steps").mkdir(parents=True)
    (tmp_path / "reference/steps/steps.py").write_text(REFERENCE)
    return load("steps", tmp_path)


def test_calls_through_helpers_and_methods(steps: Assignment) -> None:
    assert needs_found(steps) == {"first": (), "second": ("first",), "third": ("second",)}


def test_needs_that_are_written_are_kept(steps: Assignment) -> None:
    filled = with_needs(steps)
    assert [part.needs for part in filled.parts] == [(), ("first",), ("second",)]
    written = replace(filled.parts[2], needs=())
    again = with_needs(replace(steps, parts=(*steps.parts[:2], written)))
    assert [part.needs for part in again.parts] == [(), ("first",), ()]


def test_program_needs_the_functions_that_it_calls(tmp_path: Path) -> None:
    double = load("double", copy_kit("double", tmp_path))
    assert needs_found(double) == {"double": (), "program": ("double",)}


def test_parts_that_are_named_after_their_modules(tmp_path: Path) -> None:
    """One uses the other's, but none of them is used by other parts about its own module.

    Nor is a part that is named after nothing in its module, by tests that have its name.
    """
    files = {
        "reference/own/nodes.py": "class Node:\n    pass\n",
        "reference/own/chain.py": "from nodes import Node\n\n\ndef chain():\n    return Node()\n",
        "tests/test_nodes.py": "import nodes\n\n\ndef test():\n    nodes.Node()\n",
        "tests/test_chain.py": "import chain\n\n\ndef test():\n    chain.chain()\n",
        "tests/test_more.py": "import nodes\n\n\ndef test():\n    node = nodes.Node()\n",
        "tests/test_all.py": "import chain, tools\n\n\ndef test():\n    chain.chain(tools.more)\n",
        "tools.py": "more = 1\n",
    }
    parts = {
        "nodes": ("nodes", 40),
        "chain": ("chain", 30),
        "more": ("nodes", 20),
        "all": ("chain", 10),
    }
    toml = 'title = "Own"\nfiles = ["nodes.py", "chain.py"]\n'
    for part, (module, points) in parts.items():
        toml += f'[[part]]\nname = "{part}"\npoints = {points}\nfile = "{module}.py"\n'
    folder = tmp_path / "autograder/assignments/own"
    for file, text in {**files, "assignment.toml": toml}.items():
        path = (tmp_path if file.startswith("reference") else folder) / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    own = load("own", tmp_path)
    assert needs_found(own) == {"nodes": (), "chain": ("nodes",), "more": (), "all": ("chain",)}
    assert [*check_tests_of_other_parts(own)] == []


@pytest.mark.parametrize("name", names(ROOT))
def test_needs_of_the_assignments(name: str) -> None:
    """They are written, for a student has no reference to find them in."""
    assignment = load(name)
    assert [part.name for part in assignment.parts if part.needs is None] == []
    written = {part.name: part.needs or () for part in assignment.parts}
    for part, called in needs_found(assignment).items():
        missing = {*called} - reachable(written, written[part])
        assert {other for other in missing if part not in reachable(written, [other])} == set()
