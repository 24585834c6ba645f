"""A pytest session that fails has a reason, whatever pytest printed."""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.assignment import load
from autograder.judge.session import run_pytest
from autograder.report import GraderError
from tests.conftest import KITS


def reason_of(monkeypatch: pytest.MonkeyPatch, out: str = "", err: str = "") -> str:
    def internal_error(*_: object) -> pytest.ExitCode:
        sys.stdout.write(out)
        sys.stderr.write(err)
        return pytest.ExitCode.INTERNAL_ERROR

    monkeypatch.setattr(pytest, "main", internal_error)
    monkeypatch.setattr(os, "environ", {})  # It removes variables that other tests need.
    assignment = load("double", KITS / "double")
    plugin: Any = SimpleNamespace(faults=[])
    with pytest.raises(GraderError) as raised:
        run_pytest(assignment, assignment.parts, True, plugin)
    return str(raised.value)


def test_reason_is_what_pytest_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reason_of(monkeypatch, out="collected nothing\n") == "collected nothing"
    assert reason_of(monkeypatch, err="no such file\n") == "no such file"


def test_without_output_the_reason_is_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reason_of(monkeypatch) == "pytest ended with exit status 3"
