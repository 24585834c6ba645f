"""Write a puzzle in other layouts that its format allows, to test programs that read it."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.puzzles.formats import Format, FormatError, Layouts, join
from autograder.puzzles.model import Board, Cell, Grid, Puzzle, empty_grid
from autograder.puzzles.rng import SeededRandom

CAGES = ("in order", "in any order", "reversed", "by target", "by operation")
CELLS = ("in order", "in any order", "reversed")


class UnsuitableError(FormatError):
    """A puzzle does not suit a layout, which may suit another puzzle."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a puzzle's text.

    Attributes:
        cages: The order of the cages' lines, one of `CAGES`.
        cells: The order of the cells in such a line, one of `CELLS`.
        letters: The letters of the cages, in their order. Surplus ones are ignored.
        text: The whitespace and comments, one of the format's `Layouts.texts`.
        left: The number of cages, the last ones as they are written, that are not filled in yet.
        guesses: The number of cells of the first of those that hold a guess.
    """

    cages: str = CAGES[0]
    cells: str = CELLS[0]
    letters: str = ""
    text: str = ""
    left: int | None = None
    guesses: int = 0


def check_layout(layout: Layout, format: Format) -> None:  # noqa: A002 - a Format
    """Raise FormatError if the format has no such layout."""
    layouts = format.layouts or Layouts()
    choices = {
        "cages": CAGES if format.layouts else CAGES[:1],
        "cells": CELLS if layouts.cell else CELLS[:1],
        "text": ("", *layouts.texts),
    }
    for key, values in choices.items():
        value = getattr(layout, key)
        if value not in values:
            known = ", ".join(map(repr, values))
            raise FormatError(f"{key!r}: {format.name} has {known}, found {value!r}")
    for letter in layout.letters:
        is_letter = letter.isprintable() and not letter.isspace() and layouts.is_letter
        if not is_letter or not is_letter(letter) or layout.letters.count(letter) > 1:
            fault = f"{format.name} cannot use {letter!r} as a letter of one cage"
            raise FormatError(f"'letters': {fault}")
    if (layout.left is not None or layout.guesses) and not layouts.fill_in:
        raise FormatError(f"'left', 'guesses': {format.name} cannot hold filled-in numbers")
    if layout.guesses and layout.left is None:
        raise FormatError("'guesses': needs 'left'")


def lay_out(
    puzzle: Puzzle,
    solution: Grid | None,
    format: Format,  # noqa: A002 - a Format
    layout: Layout,
    rng: SeededRandom,
) -> str:
    """The text of a puzzle in a layout. Numbers that are filled in are those of the solution.

    Raises:
        UnsuitableError: the puzzle has too many cages for the letters, or too few to fill in.
        FormatError: the format cannot hold this puzzle, or has no such layout.
    """
    check_layout(layout, format)
    text = format.write(Board(puzzle, empty_grid(puzzle.size)))
    layouts = format.layouts
    if layouts is None:
        return text
    lines = text.splitlines()
    above, cages = lines[: -len(puzzle.cages)], lines[-len(puzzle.cages) :]
    if layout.letters:
        above, cages = _with_letters(above, cages, layout.letters)
    order = _order(puzzle, layout.cages, rng)
    cages = [_with_cells(cages[index], layout.cells, layouts, rng) for index in order]
    if layout.left is not None and layouts.fill_in:
        cells = [puzzle.cages[index].cells for index in order]
        numbers, guesses = _filled_in(cells, solution, layout.left, layout.guesses)
        above = layouts.fill_in(above, numbers, guesses)
        cages = cages[len(cages) - layout.left :]
    return layouts.texts[layout.text](above, cages) if layout.text else join(above, cages)


def _order(puzzle: Puzzle, order: str, rng: SeededRandom) -> list[int]:
    indices = list(range(len(puzzle.cages)))
    match order:
        case "in any order":
            return rng.shuffled(indices)
        case "reversed":
            return indices[::-1]
        case "by target":
            return sorted(indices, key=lambda index: -puzzle.cages[index].target)
        case "by operation":
            return sorted(indices, key=lambda index: puzzle.cages[index].operation)
        case _:
            return indices


def _with_cells(line: str, order: str, layouts: Layouts, rng: SeededRandom) -> str:
    if order == CELLS[0] or layouts.cell is None:
        return line
    *first, rest = line.split(" ", 2)
    cells = layouts.cell.findall(rest)
    reordered = iter(cells[::-1] if order == "reversed" else rng.shuffled(cells))
    return " ".join([*first, layouts.cell.sub(lambda _: next(reordered), rest)])


def _with_letters(above: list[str], cages: list[str], letters: str) -> tuple[list[str], list[str]]:
    if len(letters) < len(cages):
        raise UnsuitableError(f"'letters': expected {len(cages)} or more, found {len(letters)}")
    table = str.maketrans({line[0]: letter for line, letter in zip(cages, letters, strict=False)})
    return (
        [line.translate(table) for line in above],
        [line[0].translate(table) + line[1:] for line in cages],
    )


def _filled_in(
    cages: list[tuple[Cell, ...]], solution: Grid | None, left: int, guesses: int
) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """The numbers in all cages but the last `left`, and the guesses in the first of those."""
    if solution is None:
        raise FormatError("'left': there is no solution to fill in")
    if left > len(cages):
        raise UnsuitableError(f"'left': expected 0 to {len(cages)}, the cages, found {left}")
    done = len(cages) - left
    next_cells = cages[done] if left else ()
    if len(next_cells) < guesses:
        expected = f"expected 0 to {len(next_cells)}, the cells"
        raise UnsuitableError(f"'guesses': {expected}, found {guesses}")
    numbers = {cell: solution[cell[0]][cell[1]] for cells in cages[:done] for cell in cells}
    return numbers, {cell: solution[cell[0]][cell[1]] for cell in next_cells[:guesses]}
