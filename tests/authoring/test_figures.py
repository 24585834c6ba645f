"""Figures of handouts: they show what handouts say, and faulty ones are reported."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from autograder.assignment import Case, Figure, load, names
from autograder.authoring.figures import figure_files
from autograder.puzzles.formats import read
from autograder.puzzles.render.text import render_text
from tests.conftest import ROOT, copy_kit, run_autograder

FIGURES = [
    (name, figure)
    for name in names(ROOT)
    for figure in load(name).figures
    if figure.file.endswith(".svg")
]
IMAGE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")


def handout(name: str) -> str:
    return (ROOT / "handout" / f"{name}.md").read_text(encoding="utf-8")


def case_of(name: str, figure: Figure) -> Case:
    return next(case for case in load(name).cases("sample") if case.name == figure.case)


def rows_drawn(name: str, figure: Figure) -> list[str]:
    """The numbers of an image, row by row, by their position."""
    path = ROOT / "handout" / "figures" / name / figure.file
    svg = "{http://www.w3.org/2000/svg}"
    rows: dict[int, list[tuple[int, str]]] = {}
    for text in ElementTree.parse(path).findall(f"{svg}g[@class='numbers']/{svg}text"):
        rows.setdefault(int(text.attrib["y"]), []).append((int(text.attrib["x"]), text.text or ""))
    return [" ".join(number for _, number in sorted(rows[y])) for y in sorted(rows)]


def rows_printed(case: Case) -> list[str]:
    lines = case.output.read_text(encoding="utf-8").splitlines()
    return [" ".join(line.replace(" ", "")) for line in lines if re.fullmatch(r"[\d ]+", line)]


@pytest.mark.parametrize("name", names(ROOT))
def test_handout_shows_its_figures_and_no_others(name: str) -> None:
    """The puzzle and its solution, each with a description for readers who see no images.

    Also a link to a page that plays the algorithm.
    """
    images = IMAGE.findall(handout(name))
    figures = load(name).figures
    assert [link for _, link in images] == [
        f"figures/{name}/{figure.file}" for figure in figures if figure.file.endswith(".svg")
    ]
    assert f"](figures/{name}/trace.html)" in handout(name)
    assert [(figure.file, figure.solution) for figure in figures] == [
        ("puzzle.svg", False),
        ("solution.svg", True),
        ("trace.html", False),
    ]


@pytest.mark.parametrize(("name", "figure"), FIGURES, ids=lambda value: getattr(value, "file", ""))
def test_figure_shows_what_the_program_prints(name: str, figure: Figure) -> None:
    words = {link: words for words, link in IMAGE.findall(handout(name))}
    printed = rows_printed(case_of(name, figure)) if figure.solution else []
    assert rows_drawn(name, figure) == printed
    assert ", ".join(printed) in words[f"figures/{name}/{figure.file}"]


def test_figure_names_cages_as_the_input_does() -> None:
    """The letters that the handout speaks of; a single number is shown without its sign."""
    text = case_of("kenken", load("kenken").figures[0]).input.read_text(encoding="utf-8")
    cages = re.findall(r"^(\w) (\d+) (\S)$", text, re.MULTILINE)
    image = (ROOT / "handout/figures/kenken/puzzle.svg").read_text(encoding="utf-8")
    assert re.findall(r"<text[^>]*>([^<]+)</text>", image) == [
        f"{letter} {target}{sign.replace('=', '')}" for letter, target, sign in cages
    ]


def test_handouts_draw_the_same_as_text() -> None:
    """Where neither input nor output shows the cages, for readers in a terminal."""
    found = []
    for name in names(ROOT):
        drawn = re.findall(r"```text\n(┌.*?)\n```", handout(name), re.DOTALL)
        figure = load(name).figures[0]
        text = case_of(name, figure).input.read_text(encoding="utf-8")
        assert drawn in ([], [render_text(read(text, figure.format))])
        found += drawn
    assert len(found) == 3


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return copy_kit("figures", tmp_path)


def test_kit_is_removed_only_from_the_beginning_of_a_path(kit: Path) -> None:
    kit.rename(kit.with_name("s"))
    ran = run_autograder("figures", "--check", "--kit", "s", cwd=kit.parent)
    assert ran.out.splitlines()[0] == "handout/figures/small/puzzle.svg: missing"


def test_figures_are_written_and_checked(kit: Path) -> None:
    folder = kit / "handout" / "figures" / "small"
    missing = [
        f"handout/figures/small/{name}: missing\n" for name in ("puzzle.svg", "solution.svg")
    ]
    ran = run_autograder("figures", "--check", "--kit", kit)
    assert (ran.status, ran.out, ran.err) == (1, "".join(missing), "")
    assert run_autograder("figures", "--kit", kit).status == 0
    puzzle, solution = ((folder / name).read_bytes() for name in ("puzzle.svg", "solution.svg"))
    assert b"Puzzle of size 2</title>" in puzzle
    assert b"Puzzle of size 2 with its solution</title>" in solution
    (folder / "puzzle.svg").write_bytes(solution)
    (folder / "old.svg").write_bytes(puzzle)
    ran = run_autograder("figures", "--check", "--kit", kit)
    assert ran.status == 1
    assert ran.out == (
        "handout/figures/small/old.svg: unexpected file, not generated by the kit\n"
        "handout/figures/small/puzzle.svg: differs from what would be written\n"
    )
    assert run_autograder("figures", "--kit", kit).status == 0
    ran = run_autograder("figures", "--check", "--kit", kit)
    assert (ran.status, ran.out) == (0, "Nothing to change: all files are up to date.\n")


def test_only_named_assignments_are_written(kit: Path) -> None:
    other = kit / "autograder" / "assignments" / "other"
    shutil.copytree(kit / "autograder/assignments/small", other)
    for folder in ("inputs", "expected"):
        shutil.copytree(kit / folder / "small", kit / folder / "other")
    assert run_autograder("figures", "small", "--kit", kit).status == 0
    assert [path.name for path in (kit / "handout/figures").iterdir()] == ["small"]
    assert run_autograder("figures", "other", "small", "--kit", kit).status == 0
    assert len(list((kit / "handout/figures").rglob("*.svg"))) == 4
    for command in ("starter", "expected", "figures"):
        ran = run_autograder(command, "nope", "--kit", kit)
        message = f"autograder: no assignment 'nope' in {kit}; there are: other, small\n"
        assert (ran.status, ran.err) == (2, message)


TOML = "autograder/assignments/small/assignment.toml"
BAD = {
    "no such case": (
        'case = "two"',
        'case = "three"',
        f"{TOML}: the figure 'puzzle.svg': no sample case 'three'; there are: none, rubbish, two",
    ),
    "no such format": (
        'format = "kenken"',
        'format = "sudoku"',
        f"{TOML}: the figure 'puzzle.svg': no format 'sudoku'; there are: ac3, cages, calcudoku, "
        "kenken, mathdoku, keen, json",
    ),
    "no solution": (
        'case = "two"\nformat = "kenken"\nsolution',
        'case = "none"\nformat = "kenken"\nsolution',
        f"{TOML}: the figure 'solution.svg': expected/small/sample/none.out does not hold a "
        "solution of none.in",
    ),
    "no algorithm": (
        'file = "puzzle.svg"',
        'file = "trace.html"',
        f"{TOML}: the figure 'trace.html': a page needs the algorithm in "
        "autograder/assignments/small/trace.py",
    ),
    "no puzzle": (
        'case = "two"',
        'case = "rubbish"',
        "inputs/small/sample/rubbish.in: line 4",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), BAD.values(), ids=BAD)
def test_figure_that_cannot_be_drawn(kit: Path, old: str, new: str, message: str) -> None:
    toml = (kit / TOML).read_text(encoding="utf-8")
    assert old in toml
    (kit / TOML).write_text(toml.replace(old, new, 1), encoding="utf-8")
    ran = run_autograder("figures", "--kit", kit)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert ran.err.replace(f"{kit}/", "").startswith(f"autograder: {message}")


def test_numbers_of_two_digits(kit: Path) -> None:
    grid = [[(row + column) % 10 + 1 for column in range(10)] for row in range(10)]
    cages = [
        {"operation": "=", "target": number, "cells": [[row, column]]}
        for row, numbers in enumerate(grid)
        for column, number in enumerate(numbers)
    ]
    puzzle = json.dumps({"size": 10, "cages": cages})
    (kit / "inputs/small/sample/two.in").write_text(puzzle, encoding="utf-8")
    printed = "".join(" ".join(map(str, row)) + "\n" for row in grid)
    (kit / "expected/small/sample/two.out").write_text(printed, encoding="utf-8")
    toml = (kit / TOML).read_text(encoding="utf-8")
    (kit / TOML).write_text(toml.replace('"kenken"', '"json"'), encoding="utf-8")
    drawn = figure_files(load("small", kit))["solution.svg"].decode()
    assert "Row 9: 10, 1, 2, 3, 4, 5, 6, 7, 8, 9.\n" in drawn


def test_solution_that_is_not_written_yet(kit: Path) -> None:
    path = kit / "expected/small/sample/two.out"
    path.unlink()
    ran = run_autograder("figures", "--kit", kit)
    message = f"autograder: {path}: missing; run autograder expected\n"
    assert (ran.status, ran.err) == (2, message)


def test_case_that_is_not_text(kit: Path) -> None:
    path = kit / "inputs/small/sample/two.in"
    path.write_bytes(b"\xff")
    ran = run_autograder("figures", "--kit", kit)
    assert (ran.status, ran.err) == (2, f"autograder: {path}: not UTF-8 text\n")
