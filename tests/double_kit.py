"""A kit with one assignment, `double`, of which only assignment.toml has any contents."""

from __future__ import annotations

from pathlib import Path

GOOD = """\
title = "Doubling"
files = ["double.py"]

[[part]]
name = "double"
points = 90
file = "double.py"

[[by_hand]]
name = "style"
points = 10
"""


def write_double(kit: Path, toml: str) -> Path:
    folder = kit / "autograder" / "assignments" / "double"
    (folder / "tests").mkdir(parents=True)
    (folder / "tests" / "test_double.py").write_text("")
    (folder / "assignment.toml").write_text(toml, encoding="utf-8")
    return kit
