"""Submissions that students would hand in, each with the report that it must get."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, run_autograder

FOLDER = ROOT / "tests" / "submissions"
CASES = sorted(path.parent.name for path in FOLDER.glob("*/case.toml"))


@pytest.mark.parametrize("case", CASES)
def test_report(case: str, quick_kit: Path, recorded: Callable[[Path, str], None]) -> None:
    about = tomllib.loads((FOLDER / case / "case.toml").read_text(encoding="utf-8"))
    kit = ["--kit", quick_kit] if about.get("quick") else []
    path = f"tests/submissions/{case}/files"
    ran = run_autograder("grade", about["assignment"], path, *kit)
    text = f"{ran.out}{ran.err}exit status {ran.status}\n"
    recorded(FOLDER / case / "report.txt", text)
    assert "Traceback" not in text
