"""Edits of the sound kit: each is a function that makes one mistake in the kit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.authoring.sound_kit import CHAFF, change, put

Edit = Callable[[Path], object]

FOLDER = "autograder/assignments/double"
TOML = f"{FOLDER}/assignment.toml"
TESTS = f"{FOLDER}/tests"
HIDDEN = f"{FOLDER}/hidden/test_double.py"
CHAFFS, WHEATS = f"{FOLDER}/chaffs", f"{FOLDER}/wheats"
REFERENCE, STARTER = "reference/double/double.py", "starter/double/double.py"
HANDOUT, EXPECTED = "handout/double.md", "expected/double"
SAMPLE, SECRET = "inputs/double/sample", "inputs/double/secret"
IMPORT = "from double import double\n"
RIGHT = "assert double(10**30) == 2 * 10**30"
SAYS = '    """double doubles large numbers"""\n'
SMALL = "    assert double(3) == 6\n"


def swap(path: str, old: str, new: str) -> Edit:
    return lambda kit: change(kit / path, old, new)


def write(path: str, text: str) -> Edit:
    return lambda kit: put(kit / path, text)


def write_bytes(path: str, content: bytes) -> Edit:
    return lambda kit: (kit / path).write_bytes(content)


def mark(path: str) -> Edit:
    """Begin a file with a byte order mark, as editors on Windows do."""
    return lambda kit: put(kit / path, f"\ufeff{(kit / path).read_text(encoding='utf-8')}")


def append(path: str, text: str) -> Edit:
    return lambda kit: put(kit / path, (kit / path).read_text(encoding="utf-8") + text)


def remove(path: str) -> Edit:
    return lambda kit: (kit / path).unlink()


def both(first: Edit, second: Edit) -> Edit:
    return lambda kit: (first(kit), second(kit))


def toml(old: str, new: str) -> Edit:
    return swap(TOML, old, new)


def hidden(body: str) -> Edit:
    """Replace the assertion of the hidden test."""
    return swap(HIDDEN, RIGHT, body)


def new_chaff(body: str) -> Edit:
    return write(f"{CHAFFS}/double_x.py", CHAFF.format(mistake="New", part="double", body=body))


def new_wheat(body: str) -> Edit:
    return write(f"{WHEATS}/x.py", f'"""New."""\n\n\ndef double(number):\n    {body}\n')
