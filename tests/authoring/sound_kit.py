"""A kit in which `autograder verify` finds nothing: `tests/kits/double` with all that it lacks."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import Assignment, load
from autograder.authoring.folder import write
from autograder.authoring.starter import starter_files
from tests.conftest import copy_kit

CHAFF = '"""{mistake}.\n\ncaught by: {part}\n"""\n\n\ndef double(number):\n    {body}\n'
CHAFFS = {
    "double_adds_two": ("Two is added", "return number + 2"),
    "double_squares": ("The number is squared", "return number**2"),
    "double_as_float": ("The number becomes a float", "return int(2.0 * number)"),
    "program_prints_progress": ("Progress is printed", 'print("…")\n    return 2 * number'),
    "program_stops_at_nine": (
        "The result has one digit",
        "return min(9, 2 * number) if number < 99 else 2 * number",
    ),
    "program_negative": ("The sign is wrong", "return -2 * number"),
}
WHEAT = '"""Adds the number to itself."""\n\n\ndef double(number):\n    return number + number\n'
HANDOUT = "# Doubling\n\n`double(number)` doubles.\n\n## The `program`\n\nIt prints `double(3)`.\n"


def make_sound_kit(kit: Path) -> Assignment:
    """Make the kit in an empty folder."""
    copy_kit("double", kit)
    folder = kit / "autograder/assignments/double"
    settings = folder / "assignment.toml"
    text = settings.read_text(encoding="utf-8")
    text = text.replace("points = 60", "points = 60\nreference_seconds = 0.002")
    more = 'points = 30\nhint = "Run it."\nreference_seconds = 0.003'
    put(settings, text.replace("points = 30", more))
    for name, (mistake, body) in CHAFFS.items():
        part = name.partition("_")[0]
        put(folder / "chaffs" / f"{name}.py", CHAFF.format(mistake=mistake, part=part, body=body))
    put(folder / "wheats/addition.py", WHEAT)
    put(kit / "handout/double.md", HANDOUT)
    put(kit / "expected/double/sample/two.out", "4\n")
    put(kit / "expected/double/secret/ten.out", "20\n")
    assignment = load("double", kit)
    write(assignment.starter, starter_files(assignment))
    return assignment


def put(path: Path, text: str) -> None:
    """Write a file, and make its folder if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
