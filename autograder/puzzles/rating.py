"""How hard a puzzle is for a person: by the deductions that it takes.

Deductions are tried from the easiest on, the next one only where those before it find nothing, and
a puzzle is as hard as the hardest that it takes. The borders between ratings lie where Simon
Tatham's Keen has them; `search` is its "unreasonable".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograder.puzzles import techniques
from autograder.puzzles.bitboard import Square
from autograder.puzzles.model import Puzzle, PuzzleError
from autograder.puzzles.solver import Search, State
from autograder.puzzles.techniques import Notes

RATINGS = ("easy", "normal", "hard", "extreme", "search")

_SIMPLE: dict[str, Callable[[Notes], int]] = {
    "numbers that are found leave their lines": techniques.found_numbers_leave_their_lines,
    "a number has one place in a line": techniques.one_place_in_a_line,
    "a number is in no way to fill a cage": techniques.numbers_of_a_cage,
    "a number has no such place in a cage": techniques.places_in_a_cage,
    "a cage takes a number from the rest of a line": techniques.lines_of_a_cage,
}
_LINES = list(_SIMPLE)[:2]
_EASY = [*_LINES, list(_SIMPLE)[2]]
_NORMAL = [*_LINES, list(_SIMPLE)[3]]
_LATIN: dict[str, Callable[[Square, int], int]] = {
    "cells of a line share as many numbers": techniques.sets_in_a_line,
    "rows share as many columns for a number": techniques.sets_of_lines,
    "a chain of cells with two candidates": techniques.chains,
}
_SEARCH = "numbers must be tried"

_LEVEL = dict(
    zip(
        [*_SIMPLE, *_LATIN, _SEARCH],
        ["easy", "easy", "easy", "normal", "hard", "hard", "extreme", "extreme", "search"],
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    Attributes:
        level: One of RATINGS.
        deductions: What it takes, the easiest first.
        tried: How many ways to fill a cage the solver still tries after these deductions, until
            it knows that the solution is the only one; 0 unless the level is `search`.
    """

    level: str
    deductions: tuple[str, ...]
    tried: int


def rate(puzzle: Puzzle) -> Rating:
    """How hard a puzzle with one solution is.

    Raises:
        PuzzleError: it has no solution, or several.
    """
    search = Search(puzzle)
    found = sum(1 for _, _ in zip(range(2), search.solutions(), strict=False))
    if found != 1:
        what = "several solutions" if found else "no solution"
        raise PuzzleError(f"the puzzle has {what}, and only one with one solution can be rated")
    used, tried = _taken(puzzle)
    level = max((_LEVEL[name] for name in used), key=RATINGS.index, default=RATINGS[0])
    return Rating(level, tuple(name for name in _LEVEL if name in used), tried)


def is_rated(puzzle: Puzzle, level: str, tried: int | None = None) -> bool:
    """Would `rate` give a puzzle with one solution this level? Faster, as it needs no order.

    Args:
        tried: How many ways the solver tries where it knows no more than cages and lines, if that
            is known.
    """
    if level == "easy":
        return _is_solved_by(puzzle, _EASY)
    if level == "normal":
        return _is_solved_by(puzzle, _NORMAL) and not _is_solved_by(puzzle, _EASY)
    hardest = _hardest(puzzle, level) if tried != 0 else "hard"
    return hardest == level and (level != "hard" or not _is_solved_by(puzzle, _NORMAL))


def _hardest(puzzle: Puzzle, enough: str) -> str:
    """The level of the hardest deduction, at least hard; a harder one than `enough` will do."""
    search = Search(puzzle)
    state = search.start()
    used, most = RATINGS.index("hard"), RATINGS.index(enough)
    while state and used <= most and not _is_solved(search.square, state.candidates):
        found = _beyond(search, state)
        if not found:
            return "search"
        name, left = found
        used = max(used, RATINGS.index(_LEVEL[name]))
        state = _without(search, state, left)
    return RATINGS[used]


def _is_solved_by(puzzle: Puzzle, names: Sequence[str]) -> bool:
    notes = techniques.notes(puzzle)
    before = 0
    while before != notes.candidates:
        before = notes.candidates
        for name in names:
            notes.candidates = _SIMPLE[name](notes)
    return _is_solved(notes.square, notes.candidates)


def _taken(puzzle: Puzzle) -> tuple[set[str], int]:
    """What solves a puzzle with one solution, and how many ways are tried where that ends."""
    search = Search(puzzle)
    state = search.start()
    notes = techniques.notes(puzzle)
    used = set()
    while state and not _is_solved(notes.square, notes.candidates):
        found = _simple(notes) or _beyond(search, state)
        if not found:
            used.add(_SEARCH)
            for _ in search.solutions(state):
                pass
            break
        name, notes.candidates = found
        used.add(name)
        if name not in _SIMPLE:
            state = _without(search, state, notes.candidates)
    return used, search.tried


def _simple(notes: Notes) -> tuple[str, int] | None:
    """The first deduction that finds something: its name, and the candidates left."""
    for name, deduce in _SIMPLE.items():
        left = deduce(notes)
        if left != notes.candidates:
            return name, left
    return None


def _is_solved(square: Square, candidates: int) -> bool:
    return max(square.counts(candidates)) == 1


def _without(search: Search, state: State, left: int) -> State | None:
    """What follows in cages and lines when no more than these candidates are left."""
    following = state.only(left)
    return following if search.propagate(following) else None


def _beyond(search: Search, state: State) -> tuple[str, int] | None:
    """The first deduction that finds something where cages and lines tell nothing more."""
    for name, deduce in _LATIN.items():
        left = deduce(search.square, state.candidates)
        if left != state.candidates:
            return name, left
    return None
