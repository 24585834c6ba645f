"""What the kit's tests share: running the command as a user does, and recorded texts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


def run_autograder(*arguments: object, cwd: Path = ROOT) -> Ran:
    done = subprocess.run(
        [sys.executable, "-m", "autograder", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=300,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def quick_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This repository's kit, with limits that make what hangs hang for half a second."""
    kit = tmp_path_factory.mktemp("kit")
    for folder in ("reference", "starter", "inputs", "expected", "handout"):
        (kit / folder).symlink_to(ROOT / folder)
    for source in (ROOT / "autograder" / "assignments").iterdir():
        target = kit / "autograder" / "assignments" / source.name
        target.mkdir(parents=True)
        for entry in source.iterdir():
            if entry.name != "assignment.toml":
                (target / entry.name).symlink_to(entry)
        toml = (source / "assignment.toml").read_text(encoding="utf-8")
        quick = re.sub(r"(call|program)_seconds = \d+", r"\1_seconds = 0.5", toml)
        (target / "assignment.toml").write_text(quick, encoding="utf-8")
    return kit


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write recorded texts anew; review them")


@pytest.fixture
def recorded(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with the one in a file, whole; with --record, write the file instead."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--record"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare
