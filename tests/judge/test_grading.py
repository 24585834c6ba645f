"""The pytest session: the reason why it fails, and the workers that it starts."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.assignment import load
from autograder.judge.grading import grade
from autograder.judge.modules.module import StandIns
from autograder.judge.pytest_items import sentence
from autograder.judge.pytest_run import run_pytest
from autograder.judge.request import ChosenTests, GradingRequest, Progress
from autograder.report import GraderError
from tests.conftest import KITS, copy_kit


def reason_of(monkeypatch: pytest.MonkeyPatch, out: str = "", err: str = "") -> str:
    def internal_error(*_: object) -> pytest.ExitCode:
        sys.stdout.write(out)
        sys.stderr.write(err)
        return pytest.ExitCode.INTERNAL_ERROR

    monkeypatch.setattr(pytest, "main", internal_error)
    monkeypatch.setattr(os, "environ", {})  # It removes variables that other tests need.
    assignment = load("double", KITS / "double")
    stand_ins = StandIns(assignment)
    plugin: Any = SimpleNamespace(assignment=assignment, faults=[], stand_ins=stand_ins)
    submission: Any = None
    with pytest.raises(GraderError) as raised:
        run_pytest(assignment.parts, [assignment.public_tests], plugin, lambda: submission)
    return str(raised.value)


def test_reason_is_what_pytest_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reason_of(monkeypatch, out="collected nothing\n") == "collected nothing"
    assert reason_of(monkeypatch, err="no such file\n") == "no such file"


def test_without_output_the_reason_is_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reason_of(monkeypatch) == "pytest ended with exit status 3"


@pytest.mark.skipif(sys.platform != "linux", reason="workers are started ahead on Linux only")
def test_no_worker_is_started_that_no_test_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from autograder.sandbox.zygote import Jail

    start, started = Jail.start, []

    def counted(jail: Jail) -> Any:
        started.append(jail)
        return start(jail)

    monkeypatch.setattr(Jail, "start", counted)
    assignment = load("functions", KITS / "functions")
    box = shutil.copytree(assignment.reference, tmp_path / "box")
    report = grade(ChosenTests(assignment), GradingRequest(box))
    assert len(started) == sum(len(part.tests) for part in report.parts) == 60


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
    progress = Progress(begins=lambda part: begun.append(part.name))
    report = grade(ChosenTests(assignment), GradingRequest(box), progress=progress)
    assert [len(part.tests) for part in report.parts] == [60, 1]
    assert begun == ["functions", "add"]


@pytest.mark.parametrize(("row", "shown"), [("two words", "two words"), ("", "''")])
def test_row_of_a_table_continues_the_sentence(row: str, shown: str) -> None:
    function = SimpleNamespace(__doc__="bad text")
    item: Any = SimpleNamespace(function=function, callspec=SimpleNamespace(id=row))
    assert sentence(item) == f"bad text: {shown}"
