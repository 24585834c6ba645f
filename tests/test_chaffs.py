"""Wrong solutions, one misconception each: the part that a chaff names catches it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from autograder.assignment import KIT, Assignment, load, names
from tests.conftest import ROOT

CHAFFS = [
    path for name in names(KIT) for path in sorted((load(name).folder / "chaffs").glob("*.py"))
]
GRADE = """
import json, sys, tempfile
from pathlib import Path
from autograder.assignment import load
from autograder.course.intake import receive
from autograder.judge.session import grade

assignment = load(sys.argv[1])
for line in sys.stdin:
    chaff, file, part = json.loads(line)
    with tempfile.TemporaryDirectory() as folder:
        for own in assignment.files:
            text = (assignment.reference / own).read_text("utf-8")
            if own == file:
                text += "\\n\\n" + Path(chaff).read_text("utf-8")
            (Path(folder) / own).write_text(text, "utf-8")
        with receive(assignment, Path(folder)) as received:
            report = grade(
                assignment,
                received.box,
                submission=chaff,
                unusable={},
                secret=assignment.cases("secret"),
                parts=[assignment.part(part)],
            )
    print(json.dumps([test.outcome.value for test in report.parts[0].tests]), flush=True)
"""


def caught_by(chaff: Path) -> str:
    """The part that a chaff's docstring names, on a line of its own: `caught by: PART`."""
    doc = ast.get_docstring(ast.parse(chaff.read_text(encoding="utf-8"))) or ""
    last = doc.splitlines()[-1] if doc else ""
    assert last.startswith("caught by: "), f"{chaff}: its docstring ends with no `caught by: PART`"
    return last.removeprefix("caught by: ")


def file_of(assignment: Assignment, chaff: Path) -> str:
    """The file that a chaff is added to: where the functions that it defines anew are."""
    tree = ast.parse(chaff.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    own = {node.name for node in tree.body if isinstance(node, kinds)}
    for file in assignment.files:
        reference = ast.parse((assignment.reference / file).read_text(encoding="utf-8"))
        if own & {node.name for node in reference.body if isinstance(node, kinds)}:
            return file
    raise AssertionError(f"{chaff}: it defines nothing that the reference defines")


@pytest.mark.parametrize("name", names(KIT))
def test_part_catches_its_chaffs(name: str) -> None:
    """By a wrong answer, a crash or a hang of its own, never because it cannot be loaded."""
    assignment = load(name)
    chaffs = [chaff for chaff in CHAFFS if chaff.parent.parent.name == name]
    asked = [(str(c), file_of(assignment, c), caught_by(c)) for c in chaffs]
    done = subprocess.run(
        [sys.executable, "-c", GRADE, name],
        input="".join(f"{json.dumps(line)}\n" for line in asked),
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=True,
    )
    graded = [Counter(json.loads(line)) for line in done.stdout.splitlines()]
    caught = ("wrong", "crashed", "timed_out")
    missed = [
        c.stem for c, seen in zip(chaffs, graded, strict=True) if not any(map(seen.get, caught))
    ]
    unloaded = [c.stem for c, seen in zip(chaffs, graded, strict=True) if "not_run" in seen]
    assert (missed, unloaded) == ([], [])


@pytest.mark.parametrize("name", names(KIT))
def test_every_function_has_chaffs(name: str) -> None:
    """At least three for each part that is about a function."""
    assignment = load(name)
    found = Counter(caught_by(c) for c in CHAFFS if c.parent.parent.name == name)
    assert {
        part.name: found[part.name]
        for part in assignment.parts
        if part.file and found[part.name] < 3
    } == {}


@pytest.mark.parametrize("chaff", CHAFFS, ids=lambda chaff: chaff.stem)
def test_chaff_is_named_for_its_misconception(chaff: Path) -> None:
    doc = ast.get_docstring(ast.parse(chaff.read_text(encoding="utf-8"))) or ""
    assert chaff.stem.startswith(f"{caught_by(chaff)}_")
    assert doc.splitlines()[0].endswith(".")
