"""A sixth assignment with a text format and an algorithm of its own, as files in its folder.

`tests/kits/sums` is all there is of it. It is used next to the five, without a change to the
engine.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.assignment import names
from autograder.puzzles import format_names, read
from autograder.puzzles.trace import trace
from tests.conftest import ROOT, run_autograder

FOLDERS = ("reference", "starter", "inputs", "expected", "autograder/assignments")
PLAIN = "inputs/sums/sample/plain.in"
SOLUTION = "1 2 3\n2 3 1\n3 1 2\n"
KEEN = "3:a_5a_a_,a3a4a5a3a1a2\n"


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """The five assignments of this repository as they are, and the sixth's files."""
    kit = tmp_path / "six"
    for folder in FOLDERS:
        (kit / folder).mkdir(parents=True)
        for name in names(ROOT):
            (kit / folder / name).symlink_to(ROOT / folder / name)
    shutil.copytree(ROOT / "tests/kits/sums", kit, dirs_exist_ok=True)
    return kit


def test_its_format_is_one_of_the_kit_and_not_of_the_repository(six: Path) -> None:
    assert "sums" not in format_names()
    assert set(format_names(six)) == {*format_names(), "sums"}


def test_its_puzzles_are_shown_rated_and_solved(six: Path) -> None:
    kit = ("--kit", six)
    shown = run_autograder("puzzle", "show", six / PLAIN, *kit)
    assert (shown.status, shown.err, shown.out[0]) == (0, "", "┌")
    rated = run_autograder("puzzle", "rate", six / PLAIN, *kit)
    assert (rated.status, rated.out.partition(",")[0]) == (0, "easy")
    solved = run_autograder("puzzle", "solve", six / PLAIN, *kit, "--format", "sums")
    assert (solved.status, solved.out, solved.err) == (0, SOLUTION, "")


def test_its_puzzles_are_converted_and_made(six: Path, tmp_path: Path) -> None:
    converted = run_autograder("puzzle", "convert", six / PLAIN, "--to", "keen", "--kit", six)
    assert (converted.status, converted.out) == (0, KEEN)
    (tmp_path / "keen").write_text(KEEN)
    back = run_autograder("puzzle", "convert", tmp_path / "keen", "--to", "sums", "--kit", six)
    assert read(back.out, "sums", six) == read(KEEN)
    made = run_autograder("puzzle", "new", "--seed", "1", "--format", "sums", "--kit", six)
    assert made.err == ""
    assert {cage.operation for cage in read(made.out, kit=six).puzzle.cages} <= set("+=")


def test_without_its_kit_its_format_is_unknown(six: Path) -> None:
    ran = run_autograder("puzzle", "show", six / PLAIN)
    assert ran.status == 2
    assert "expected a puzzle in one of the formats ac3, " in ran.err
    ran = run_autograder("puzzle", "show", six / PLAIN, "--format", "sums")
    assert "'sums' is not one of 'ac3', " in ran.err
    ran = run_autograder("puzzle", "show", "--kit", six, "--help")
    assert "sums" in ran.out


def test_its_faults_have_line_and_column(six: Path) -> None:
    path = six / PLAIN
    path.write_text(path.read_text().replace("of 11", "of 1x"))
    ran = run_autograder("puzzle", "show", path, "--kit", six)
    fault = "line 5, column 10: expected a row and a column, such as 02, found 1x"
    assert (ran.status, ran.err) == (2, f"autograder: {path}: {fault}\n")


def test_its_inputs_outputs_and_figures_are_made(six: Path) -> None:
    plain = (six / PLAIN).read_text()
    for command in (["inputs", "--seed", "2"], ["expected"], ["figures"]):
        ran = run_autograder(command[0], "sums", *command[1:], "--kit", six)
        assert (ran.status, ran.err) == (0, "")
    texts = {path.stem: path.read_text() for path in (six / "inputs/sums").glob("*/*.in")}
    assert plain not in texts.values()
    assert "sum  " in texts["wide"]
    puzzles = {name: read(text, kit=six).puzzle for name, text in texts.items()}
    assert len(set(map(repr, puzzles.values()))) == 3
    for name in ("plain", "other_order"):
        path = next((six / "expected/sums").glob(f"*/{name}.out"))
        solved = run_autograder(
            "puzzle", "solve", six / f"inputs/sums/sample/{name}.in", "--kit", six
        )
        assert path.read_text() == solved.out
    figure = (six / "handout/figures/sums/solution.svg").read_text(encoding="utf-8")
    assert "Puzzle of size 3 with its solution" in figure


def test_its_algorithm_is_played(six: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for by in ([], ["--by", "sums"]):
        ran = run_autograder("puzzle", "solve", six / PLAIN, "--html", page, *by, "--kit", six)
        assert (ran.status, ran.out, ran.err) == (0, SOLUTION, "")
        text = page.read_text(encoding="utf-8")
        assert "plain.in: Sums by whole grids</title>" in text
        assert "This grid is a solution." in text
    ran = run_autograder("puzzle", "solve", six / PLAIN, "--html", page, "--by", "sums")
    assert ran.status == 2
    assert "'sums' is not one of 'ac3', " in ran.err


def test_its_algorithm_counts_steps_of_fresh_inputs(six: Path) -> None:
    assert run_autograder("inputs", "sums", "--seed", "3", "--kit", six).status == 0
    for path in (six / "inputs/sums").glob("*/*.in"):
        puzzle = read(path.read_text(), "sums", six).puzzle
        last = trace(puzzle, "sums", kit=six).steps[-1]
        assert 1 <= last.counts[0] <= 8
