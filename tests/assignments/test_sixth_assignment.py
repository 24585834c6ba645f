"""A sixth assignment is new files beside the five, and no line of the engine.

`tests/kits/double` is all there is of it: a function, a program, a rubric item, a public and a
hidden test of each part, a sample and a secret case; `tests/kits/sums` also has puzzles.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import names
from autograder.puzzles import read
from autograder.puzzles.formats import formats_of
from tests.conftest import DOUBLE, ROOT, copy_kit, run_autograder

PLAIN = "inputs/sums/sample/plain.in"
SOLUTION = "1 2 3\n2 3 1\n3 1 2\n"


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """The five assignments of this repository and the files of the sixth."""
    kit = tmp_path / "six"
    for folder in ("reference", "starter", "inputs", "expected", "autograder/assignments"):
        (kit / folder).mkdir(parents=True)
        for name in names(ROOT):
            (kit / folder / name).symlink_to(ROOT / folder / name)
    return copy_kit("double", kit)


def test_it_is_detected_by_its_files(six: Path, tmp_path: Path) -> None:
    assert names(six) == sorted([*names(ROOT), "double"])
    assert run_autograder("starter", "double", "--kit", six).status == 0
    (tmp_path / "double.py").write_text(DOUBLE, encoding="utf-8")
    ran = run_autograder("check", tmp_path, "--part", "double", "--kit", six)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"double: {tmp_path}\n")
    ran = run_autograder("check", ROOT / "reference/cages", "--part", "solve", "--kit", six)
    assert (ran.status, ran.out.partition(":")[0]) == (0, "cages")


# tests/kits/sums has a text format and an algorithm of its own.


@pytest.fixture
def kit(six: Path) -> Path:
    return copy_kit("sums", six)


def test_its_format_is_one_of_the_kit_and_not_of_the_repository(kit: Path) -> None:
    assert "sums" not in formats_of()
    assert set(formats_of(kit)) == {*formats_of(), "sums"}


def test_its_puzzles_are_shown_rated_and_solved(kit: Path) -> None:
    shown = run_autograder("puzzle", "show", kit / PLAIN, "--kit", kit)
    assert (shown.status, shown.err, shown.out[0]) == (0, "", "┌")
    rated = run_autograder("puzzle", "rate", kit / PLAIN, "--kit", kit)
    assert (rated.status, rated.out.partition(",")[0]) == (0, "easy")
    solved = run_autograder("puzzle", "solve", kit / PLAIN, "--kit", kit, "--format", "sums")
    assert (solved.status, solved.out, solved.err) == (0, SOLUTION, "")


def test_its_puzzles_are_converted_and_made(kit: Path, tmp_path: Path) -> None:
    converted = run_autograder("puzzle", "convert", kit / PLAIN, "--to", "json", "--kit", kit)
    assert (converted.status, read(converted.out)) == (0, read((kit / PLAIN).read_text(), kit=kit))
    (tmp_path / "json").write_text(converted.out)
    back = run_autograder("puzzle", "convert", tmp_path / "json", "--to", "sums", "--kit", kit)
    assert read(back.out, "sums", kit) == read(converted.out)
    made = run_autograder("puzzle", "new", "--seed", "1", "--format", "sums", "--kit", kit)
    assert made.err == ""
    assert {cage.operation for cage in read(made.out, kit=kit).puzzle.cages} <= set("+=")


def test_its_inputs_outputs_and_figures_are_made(kit: Path) -> None:
    plain = (kit / PLAIN).read_text()
    for command in (["inputs", "--seed", "2"], ["expected"], ["figures"]):
        ran = run_autograder(command[0], "sums", *command[1:], "--kit", kit)
        assert (ran.status, ran.err) == (0, "")
    texts = {path.stem: path.read_text() for path in (kit / "inputs/sums").glob("*/*.in")}
    assert plain not in texts.values()
    assert "sum  " in texts["wide"]
    puzzles = {name: read(text, kit=kit).puzzle for name, text in texts.items()}
    assert len(set(map(repr, puzzles.values()))) == 3
    for name in ("plain", "other_order"):
        path = next((kit / "expected/sums").glob(f"*/{name}.out"))
        solved = run_autograder(
            "puzzle", "solve", kit / f"inputs/sums/sample/{name}.in", "--kit", kit
        )
        assert path.read_text() == solved.out
    figure = (kit / "handout/figures/sums/solution.svg").read_text(encoding="utf-8")
    assert "Puzzle of size 3 with its solution" in figure


def test_its_algorithm_is_played(kit: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = run_autograder("puzzle", "solve", kit / PLAIN, "--html", page, "--kit", kit)
    assert (ran.status, ran.out, ran.err) == (0, SOLUTION, f"wrote the page to {page}\n")
    text = page.read_text(encoding="utf-8")
    assert "plain.in: Sums by whole grids</title>" in text
    assert "This grid is a solution." in text
