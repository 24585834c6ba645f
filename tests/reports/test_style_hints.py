"""Style hints for the person who marks by hand, from files that are not run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.reports import style_hints
from tests.conftest import ROOT, run_autograder

FILE = '''\
"""A module."""

import os


class Board:
    """A board."""

    def __init__(self):
        """Not counted."""

    def area(self):
        def inside():
            return 1
        return inside()


async def wait():
    "Wait."


def _own():
    raise SystemExit  # noqa: F841
'''


def test_docstrings_of_public_definitions() -> None:
    assert style_hints.docstrings({"a.py": FILE, "b.py": "x = 1\n"}) == "docstrings: 3 of 5"


def test_findings_by_number() -> None:
    files = {"a.py": "import os\nimport re\nl = 1\n", "b.py": "import os  # noqa: F401\n"}
    assert style_hints.ruff(files) == "ruff: 4 findings (F401 3, E741 1)"
    assert style_hints.ruff({"a.py": "import os\n"}) == "ruff: 1 finding (F401 1)"
    assert style_hints.ruff({"a.py": "x = 1\n"}) == "ruff: 0 findings"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of one program")
@pytest.mark.parametrize("statements", [90_000, 500_000])
def test_memory_for_very_many_findings(statements: int) -> None:
    """Of three findings for each statement, a list takes gigabytes."""
    code = f"""
import sys
from autograder.reports import style_hints
print(style_hints.advise({{"a.py": "a;" * {statements}}}))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    advice, kib = ran.stdout.splitlines()
    assert advice.startswith("docstrings: 0 of 1; ruff: 2" if statements < 100_000 else "")
    assert int(kib) < 300 << 10


def test_without_ruff_only_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert style_hints.advise({"a.py": FILE}) == "docstrings: 3 of 4"


def test_failing_ruff_gives_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style_hints, "RULES", "no such rule")
    assert style_hints.ruff({"a.py": FILE}) == ""


def test_nothing_of_the_folder_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ruff.py").write_text("open('run', 'w')")
    (tmp_path / "ruff.toml").write_text("lint.ignore = ['F401']")
    monkeypatch.chdir(tmp_path)
    assert style_hints.ruff({"a.py": "import os\n"}) == "ruff: 1 finding (F401 1)"
    assert not (tmp_path / "run").exists()


def test_instructors_get_hints_if_the_assignment_asks_for_them(tiny: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    toml = kit / "autograder/assignments/double/assignment.toml"
    toml.write_text(toml.read_text("utf-8") + "advice = true\n", "utf-8")
    submission = kit / "reference/double"
    told = "By hand: style __ / 10\n  docstrings: 1 of 2; ruff: 0 findings\n"
    assert told in run_autograder("grade", "double", submission, "--kit", kit).out
    for ran in (
        run_autograder("grade", "double", submission, "--kit", kit, "--audience", "student"),
        run_autograder("check", "double", submission, "--kit", kit),
        run_autograder("grade", "double", submission, "--kit", tiny),
    ):
        assert "By hand: style __ / 10\n" in ran.out
        assert "docstrings:" not in ran.out
