"""The rating of a puzzle: how hard it is for a person, by the techniques that it takes.

Techniques are tried from the easiest up, each one only where the previous ones find nothing, and
the hardest technique used gives the rating. Ratings are divided as in Simon Tatham's Keen; `search`
is its "unreasonable".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from autograder.puzzles import techniques
from autograder.puzzles.bitboard import Masks
from autograder.puzzles.model import Puzzle, PuzzleError
from autograder.puzzles.solver import Search, State
from autograder.puzzles.techniques import PencilMarks

RATINGS = ("easy", "normal", "hard", "extreme", "search")

_BASIC: dict[str, Callable[[PencilMarks], int]] = {
    "naked single: a cell has one candidate left": techniques.naked_singles,
    "hidden single: a number has one cell left in a row or column": techniques.hidden_singles,
    "no combination for the cage uses this number": techniques.cage_numbers,
    "no combination for the cage has this number in this cell": techniques.cage_cells,
    "every combination for the cage has this number in the same row or column": (
        techniques.cage_lines
    ),
}
_SINGLES = list(_BASIC)[:2]
_EASY = [*_SINGLES, list(_BASIC)[2]]
_NORMAL = [*_SINGLES, list(_BASIC)[3]]
_LATIN: dict[str, Callable[[Masks, int], int]] = {
    "naked or hidden subset: cells of a row or column share as many numbers": techniques.subsets,
    "X-wing or larger fish: rows and columns share the places of a number": techniques.fish,
    "XY-chain: a chain of cells with two candidates each": techniques.xy_chains,
}
_SEARCH = "search: numbers must be tried"

_LEVEL = dict(
    zip(
        [*_BASIC, *_LATIN, _SEARCH],
        ["easy", "easy", "easy", "normal", "hard", "hard", "extreme", "extreme", "search"],
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    Attributes:
        level: One of RATINGS.
        deductions: The techniques that it takes, easiest first.
        tried: The combinations that the solver tries after these techniques until it has proved
            that the solution is the only one; 0 unless the level is `search`.
    """

    level: str
    deductions: tuple[str, ...]
    tried: int


def rate(puzzle: Puzzle) -> Rating:
    """Rate a puzzle with exactly one solution.

    Raises:
        PuzzleError: the puzzle has no solution or several.
    """
    search = Search(puzzle)
    count = sum(1 for _ in islice(search.solutions(), 2))
    if count != 1:
        reason = "several solutions" if count else "no solution"
        message = f"the puzzle has {reason}, but only a puzzle with exactly one can be rated"
        raise PuzzleError(message)
    used, tried = _techniques_used(puzzle)
    level = max((_LEVEL[name] for name in used), key=RATINGS.index, default=RATINGS[0])
    return Rating(level, tuple(name for name in _LEVEL if name in used), tried)


def is_rated(puzzle: Puzzle, level: str, tried: int | None = None) -> bool:
    """Return whether `rate` would give a puzzle with one solution this level.

    This is faster, as it does not need the order of techniques.

    Args:
        tried: The branches that a search with propagation takes, if known.
    """
    if level == "easy":
        return _is_solved_by(puzzle, _EASY)
    if level == "normal":
        return _is_solved_by(puzzle, _NORMAL) and not _is_solved_by(puzzle, _EASY)
    hardest = _hardest(puzzle, level) if tried != 0 else "hard"
    return hardest == level and (level != "hard" or not _is_solved_by(puzzle, _NORMAL))


def _hardest(puzzle: Puzzle, enough: str) -> str:
    """Return the level of the hardest technique, at least hard; stop at any above `enough`."""
    search = Search(puzzle)
    state = search.start()
    used, most = RATINGS.index("hard"), RATINGS.index(enough)
    while state and used <= most and not _is_solved(search.masks, state.candidates):
        step = _latin_step(search, state)
        if not step:
            return "search"
        name, left = step
        used = max(used, RATINGS.index(_LEVEL[name]))
        state = _propagated(search, state, left)
    return RATINGS[used]


def _is_solved_by(puzzle: Puzzle, names: Sequence[str]) -> bool:
    marks = techniques.pencil_marks(puzzle)
    before = 0
    while before != marks.candidates:
        before = marks.candidates
        for name in names:
            marks.candidates = _BASIC[name](marks)
    return _is_solved(marks.masks, marks.candidates)


def _techniques_used(puzzle: Puzzle) -> tuple[set[str], int]:
    """Return the techniques that solve the puzzle, and the branches tried where they fail."""
    search = Search(puzzle)
    state = search.start()
    marks = techniques.pencil_marks(puzzle)
    used = set()
    while state and not _is_solved(marks.masks, marks.candidates):
        step = _basic_step(marks) or _latin_step(search, state)
        if not step:
            used.add(_SEARCH)
            for _ in search.solutions(state):
                pass
            break
        name, marks.candidates = step
        used.add(name)
        if name not in _BASIC:
            state = _propagated(search, state, marks.candidates)
    return used, search.tried


def _basic_step(marks: PencilMarks) -> tuple[str, int] | None:
    """Apply the first technique that finds something; return its name and the candidates."""
    for name, technique in _BASIC.items():
        left = technique(marks)
        if left != marks.candidates:
            return name, left
    return None


def _latin_step(search: Search, state: State) -> tuple[str, int] | None:
    """Apply the first technique that finds something after propagation."""
    for name, technique in _LATIN.items():
        left = technique(search.masks, state.candidates)
        if left != state.candidates:
            return name, left
    return None


def _is_solved(masks: Masks, candidates: int) -> bool:
    return max(masks.counts(candidates)) == 1


def _propagated(search: Search, state: State, candidates: int) -> State | None:
    """Return the state with only these candidates after propagation."""
    following = state.restricted_to(candidates)
    return following if search.propagate(following) else None
