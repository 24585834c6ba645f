"""What the kit's tests share: running the command as a user does, and recorded texts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
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
    return _run(["-m", "autograder"], arguments, cwd)


def run_unprotected(*arguments: object, backend: str = "unconfined") -> Ran:
    """Run a command on a backend without confinement, which no option allows."""
    return _run(["-m", "tests.on_backend", backend], arguments, ROOT)


def _run(python: list[str], arguments: tuple[object, ...], cwd: Path) -> Ran:
    done = subprocess.run(
        [sys.executable, *python, *map(str, arguments)],
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


TINY = {
    "autograder/assignments/double/assignment.toml": """\
title = "Doubling"
files = ["double.py"]

[program]
file = "double.py"

[[part]]
name = "double"
points = 60
file = "double.py"
hint = "Twice."

[[part]]
name = "program"
points = 30

[[by_hand]]
name = "style"
points = 10
""",
    "autograder/assignments/double/tests/test_double.py": """\
def test_small(student):
    \"\"\"double doubles small numbers\"\"\"
    assert student.double(2) == 4
""",
    "autograder/assignments/double/hidden/test_double.py": """\
def test_large(student):
    \"\"\"double doubles large numbers\"\"\"
    assert student.double(10 ** 30) == 2 * 10 ** 30
""",
    "autograder/assignments/double/tests/test_program.py": """\
def test_prints(program, case):
    \"\"\"double.py prints the double\"\"\"
    assert program(case) == program.expected(case)
""",
    "reference/double/double.py": """\
def double(number):
    \"\"\"Twice the number.\"\"\"
    return 2 * number


if __name__ == "__main__":
    print(double(int(input())))
""",
    "inputs/double/sample/two.in": "2\n",
    "inputs/double/secret/ten.in": "10\n",
}
TINY["autograder/assignments/double/hidden/test_program.py"] = TINY[
    "autograder/assignments/double/tests/test_program.py"
]


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course's own kit: an assignment that is nothing but files."""
    kit = tmp_path_factory.mktemp("course")
    for name, content in TINY.items():
        (kit / name).parent.mkdir(parents=True, exist_ok=True)
        (kit / name).write_text(content, encoding="utf-8")
    for command in ("starter", "expected"):
        assert run_autograder(command, "--kit", kit).status == 0
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


@pytest.fixture
def most_memory() -> Iterator[Callable[[], int]]:
    """The most bytes that were in use at any time."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
