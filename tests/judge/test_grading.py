"""The pytest session: the reason why it fails, and the workers that it starts."""

from __future__ import annotations

import shutil
from pathlib import Path

from autograder.assignment import Part, load
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest
from tests.conftest import copy_kit


def test_only_the_files_of_parts_are_run_in_the_order_of_parts(tmp_path: Path) -> None:
    copy_kit("functions", tmp_path)
    folder = tmp_path / "autograder/assignments/functions"
    text = (folder / "assignment.toml").read_text(encoding="utf-8")
    before, style, after = text.partition("[[by_hand]]")
    part = '[[part]]\nname = "add"\nfile = "functions.py"\npoints = 10\n\n'
    changed = before.replace("60", "50") + part + style + after
    (folder / "assignment.toml").write_text(changed, encoding="utf-8")
    tests = {
        "test_add.py": "from functions import add\ndef test_add():\n    assert add(1, 2) == 3\n",
        "more/conftest.py": "raise RuntimeError('these are not the tests of a part')\n",
        "more/test_add.py": "raise RuntimeError('these, too')\n",
    }
    for name, source in tests.items():
        path = folder / "tests" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source, encoding="utf-8")
    assignment = load("functions", tmp_path)
    begun: list[str] = []
    box = shutil.copytree(assignment.reference, tmp_path / "box")

    def begins(part: Part) -> None:
        begun.append(part.name)

    report = grade(ChosenTests(assignment), GradingRequest(box), begins=begins)
    assert [len(part.tests) for part in report.parts] == [60, 1]
    assert begun == ["functions", "add"]
