"""`autograder play`: the first step of a run that differs, in the terminal and on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.authoring.folder import write
from autograder.authoring.release.kit_files import student_kit
from autograder.judge.chaffs import with_chaff
from tests.conftest import ROOT, Ran, run_autograder

REFERENCE = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")
FORGETS_GUESSES = """
def used_in_row(puzzle, posn):
    return sorted(entry.number for entry in puzzle.board[posn.y] if entry.number)
"""
RETURNS_A_NUMBER = """
def neighbours(puzzle):
    return 7
"""
CHANGES_ITS_ARGUMENT = """
def apply_guess(puzzle):
    puzzle.constraints.pop()
    return puzzle
"""
RECURSES = """
def apply_guess(puzzle):
    return apply_guess(puzzle)
"""
LOOPS = """
def guess_valid(puzzle):
    while True: pass
"""


def play(folder: Path, code: str, kit: Path) -> Ran:
    (folder / "kenken.py").write_text(with_chaff(REFERENCE, code), encoding="utf-8")
    options = ("--assignment", "kenken", "--no-open", "--kit", kit)
    return run_autograder("play", "three_by_three", *options, cwd=folder)


def quick_kit(kit: Path) -> Path:
    """Make what students get of the assignment, with short limits."""
    write(kit, student_kit(load("kenken", ROOT)))
    toml = load("kenken", kit).toml
    toml.write_text(re.sub(r"(call|program)_seconds = \d+", r"\1_seconds = 0.5", toml.read_text()))
    return kit


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "✓ None of the 208 steps differs from the algorithm's."),
        (
            FORGETS_GUESSES,
            "✗ Step 14: used_in_row returned no number for Posn(1, 0); row 0 holds 1.",
        ),
        (RETURNS_A_NUMBER, "✗ Step 3: neighbours returned 7; available are 1, 2 and 3."),
        (
            CHANGES_ITS_ARGUMENT,
            "✗ Step 48: apply_guess changed what it was given, and returned a puzzle with",
        ),
        (RECURSES, "✗ Step 48: apply_guess raised RecursionError; it has to be a puzzle with"),
        (LOOPS, "✗ After step 22: solve.py did not finish: it was still computing after 1 s"),
    ],
)
def test_first_difference(tmp_path: Path, code: str, sentence: str) -> None:
    """The page ends with the sentence of the terminal."""
    ran = play(tmp_path, code, quick_kit(tmp_path / "kit") if code == LOOPS else ROOT)
    said, path = ran.out.splitlines()
    assert said.startswith(sentence)
    assert (ran.status, path) == (
        said[0] == "✗",
        "The page that plays your run is three_by_three-played.html",
    )
    page = (tmp_path / "three_by_three-played.html").read_text(encoding="utf-8")
    assert page.split('"sentences":[')[1].split('],"steps"')[0].endswith(f'"{said[2:]}"')


def test_bundle_has_the_steps_and_no_reference(tmp_path: Path) -> None:
    assignment = load("kenken", ROOT)
    write(tmp_path / "kit", student_kit(assignment))
    assert not load("kenken", tmp_path / "kit").has_reference
    pages = []
    for kit in (ROOT, tmp_path / "kit"):
        ran = play(tmp_path, FORGETS_GUESSES, kit)
        pages.append((ran, (tmp_path / "three_by_three-played.html").read_bytes()))
    assert pages[0] == pages[1]


def test_nothing_to_play(tmp_path: Path) -> None:
    folder = ROOT / "reference/mathdoku"
    ran = run_autograder("play", "figure", folder, "--no-open", cwd=tmp_path)
    assert (ran.status, ran.err) == (
        2,
        "autograder: mathdoku has no steps to play: how its program solves a puzzle is up to you"
        " and cannot be seen from outside\n",
    )
