"""Constraint propagation over domains, and a guess only when nothing more can be ruled out."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import prod

from autograder.puzzles.model import Board, Cage, Cell, Puzzle, cells_of
from autograder.puzzles.trace.steps import (
    GUESS,
    NO_SOLUTION,
    SOLVED,
    CageLabel,
    Step,
    bits,
    given_numbers,
    joined,
    letter_labels,
    lettered,
    lines,
    numbers_in,
    row_and_column,
)

TITLE = "Mathdoku by propagation and guesses"
ABOUT = (
    "The domain of a cell holds the numbers that are still possible there. A group rules out the"
    " numbers that are in none of its combinations: the ways to fill its cells that give the"
    " target. A number that is found, or that all combinations of a group put into a row or column,"
    " is ruled out in the rest of it. A number with one cell left in a line belongs there. When"
    " nothing more is ruled out, guess a number in a cell with the fewest possible ones. A guess"
    " that fails is undone: that is one choice. The last possible number of a cell is not a guess."
)
COUNTS = ("numbers ruled out", "guesses", "choices (guesses undone)")
KINDS = ("guess", "retreat", "group")
PSEUDOCODE = (
    "solve(domains):",
    "    propagate until nothing more is ruled out:",
    "        each group keeps the numbers of its combinations",
    "        a number found is ruled out in its row and column",
    "        numbers that a group puts into a line are ruled out elsewhere in it",
    "        a number with one cell left in a line belongs there",
    "    if a cell has no number left: fail",
    "    if each cell has one number left: solved",
    "    cell = one with the fewest numbers, but more than one",
    "    guess its smallest number and solve from there",
    "    if that failed: undo the guess; choices += 1",
    "        rule the number out and start again",
)
START, GROUP, FOUND, CLAIM, ONLY_CELL, FAIL, DONE, TRY, UNDO = 0, 2, 3, 4, 5, 6, 7, 9, 10

MAX_COMBINATIONS = 9**5
"""A group that may have more combinations is left until its domains are smaller."""

Domains = dict[Cell, int]

Search = Generator[Step, None, Domains | None]
"""Steps that end with the solution, or with None if the domains have none."""

Rule = Generator[Step, None, bool]
"""Steps that rule numbers out of the domains; False at the end is a contradiction."""


@dataclass(slots=True)
class _Counts:
    ruled_out: int = 0
    guesses: int = 0
    choices: int = 0


@dataclass(frozen=True, slots=True)
class _State:
    """The puzzle, the names of its groups, the work so far, and the cells that are guessed now."""

    puzzle: Puzzle
    names: tuple[str, ...]
    counts: _Counts = field(default_factory=_Counts)
    guessed: tuple[Cell, ...] = ()

    @property
    def failure(self) -> str:
        """What follows from a contradiction."""
        return "the last guess is wrong" if self.guessed else NO_SOLUTION

    def step(
        self,
        sentence: str,
        domains: Domains,
        focus: tuple[Cell, ...] = (),
        related: tuple[Cell, ...] = (),
        line: int = START,
        kind: str = "",
    ) -> Step:
        shown = domains | {cell: domains[cell] | GUESS for cell in self.guessed}
        counts = (self.counts.ruled_out, self.counts.guesses, self.counts.choices)
        return Step(sentence, tuple(shown.values()), focus, related, counts, line, kind)


def cage_labels(board: Board) -> list[CageLabel]:
    """Groups have the characters of the text, else letters in reading order."""
    return letter_labels(board, "group")


def steps(board: Board) -> Iterator[Step]:
    """Everything that is ruled out, every guess, and every guess that is undone."""
    puzzle, size = board.puzzle, board.puzzle.size
    letters = {cage: letter for letter, cage in lettered(board).items()}
    names = []
    for cage in puzzle.cages:
        name = letters.get(cage, cage.cells[0])
        names.append(f"group {name} ({cage.target} {cage.operation})")
    state = _State(puzzle, tuple(names))
    domains = dict.fromkeys(cells_of(size), bits(range(1, size + 1)))
    domains |= {cell: bits([number]) for cell, number in given_numbers(board).items()}
    yield state.step(f"Each empty cell can be any number from 1 to {size}.", domains)
    yield from _solve(state, domains)


def _solve(state: _State, domains: Domains) -> Search:
    domains = dict(domains)
    while (yield from _propagate(state, domains)):
        cells = (cell for cage in state.puzzle.cages for cell in cage.cells)
        several = [cell for cell in cells if domains[cell].bit_count() > 1]
        if not several:
            sentence = f"Each cell has one number left: {SOLVED}."
            yield state.step(sentence, domains, line=DONE)
            return domains
        cell = min(several, key=lambda cell: domains[cell].bit_count())
        solution = yield from _guess(state, domains, cell)
        if solution:
            return solution
    return None


def _guess(state: _State, domains: Domains, cell: Cell) -> Search:
    """Guess the smallest number of a cell; if that fails, undo the guess and rule it out."""
    numbers = numbers_in(domains[cell])
    number = numbers[0]
    state.counts.guesses += 1
    guessed = replace(state, guessed=(*state.guessed, cell))
    assigned = domains | {cell: bits([number])}
    sentence = f"{cell} can be {joined(numbers)}: guess {number}."
    yield guessed.step(sentence, assigned, (cell,), (), TRY, "guess")
    solution = yield from _solve(guessed, assigned)
    if solution:
        return solution
    state.counts.choices += 1
    domains[cell] &= ~bits([number])
    sentence = f"{number} in {cell} was wrong: undo this guess and rule {number} out."
    yield state.step(sentence, domains, (cell,), (), UNDO, "retreat")
    return None


def _propagate(state: _State, domains: Domains) -> Rule:
    """Apply the rules until they rule nothing more out."""
    before: Domains = {}
    while before != domains:
        before = dict(domains)
        for rule in (_groups, _found, _claims, _only_cells):
            if not (yield from rule(state, domains)):
                return False
    return True


def _groups(state: _State, domains: Domains) -> Rule:
    for name, cage in zip(state.names, state.puzzle.cages, strict=True):
        contents, _ = _combined(cage, tuple(domains[cell] for cell in cage.cells))
        kept = dict(zip(cage.cells, contents, strict=True))
        if not all(contents):
            sentence = f"No combination of the possible numbers fits {name}: {state.failure}."
            yield state.step(sentence, domains, cage.cells, line=FAIL, kind="group")
            return False
        gone = {c: numbers_in(domains[c] & ~kept[c]) for c in cage.cells if domains[c] != kept[c]}
        if gone:
            _rule_out(state, domains, gone)
            listed = "; ".join(f"{joined(numbers)} in {cell}" for cell, numbers in gone.items())
            sentence = f"No combination of {name} has {listed}."
            others = tuple(cell for cell in cage.cells if cell not in gone)
            yield state.step(sentence, domains, tuple(gone), others, GROUP, "group")
    return True


def _found(state: _State, domains: Domains) -> Rule:
    for cell in domains:
        if domains[cell].bit_count() != 1:
            continue
        [number] = numbers_in(domains[cell])
        line = row_and_column(cell, state.puzzle.size)
        gone = {c: [number] for c in line if c != cell and domains[c] & domains[cell]}
        if gone:
            _rule_out(state, domains, gone)
            sentence = f"{cell} is {number}, so {number} is ruled out in {joined(list(gone))}"
            empty = [other for other in gone if not domains[other]]
            end = f". No number is left for {empty[0]}: {state.failure}" if empty else ""
            line_ = FAIL if empty else FOUND
            yield state.step(f"{sentence}{end}.", domains, tuple(gone), (cell,), line_)
            if empty:
                return False
    return True


def _claims(state: _State, domains: Domains) -> Rule:
    for name, cage in zip(state.names, state.puzzle.cages, strict=True):
        _, claims = _combined(cage, tuple(domains[cell] for cell in cage.cells))
        for line_name, line in lines(state.puzzle.size):
            claimed = claims.get(line_name, 0)
            outside = [cell for cell in line if cell not in cage.cells]
            gone = {c: numbers_in(domains[c] & claimed) for c in outside if domains[c] & claimed}
            if gone:
                _rule_out(state, domains, gone)
                sentence = f"All combinations of {name} put {joined(numbers_in(claimed))} into"
                sentence += f" {line_name}: ruled out in {joined(list(gone))}"
                empty = [cell for cell in gone if not domains[cell]]
                end = f". No number is left for {empty[0]}: {state.failure}" if empty else ""
                line_ = FAIL if empty else CLAIM
                focus = tuple(gone)
                yield state.step(f"{sentence}{end}.", domains, focus, cage.cells, line_, "group")
                if empty:
                    return False
    return True


def _only_cells(state: _State, domains: Domains) -> Rule:
    for name, line in lines(state.puzzle.size):
        for number in range(1, state.puzzle.size + 1):
            cells = [cell for cell in line if domains[cell] >> number & 1]
            if not cells:
                sentence = f"No cell of {name} can be {number}: {state.failure}."
                yield state.step(sentence, domains, (), tuple(line), FAIL)
                return False
            [cell, *others] = cells
            if not others and domains[cell].bit_count() > 1:
                gone = [n for n in numbers_in(domains[cell]) if n != number]
                _rule_out(state, domains, {cell: gone})
                sentence = f"{cell} is the only cell of {name} that can be {number}."
                related = tuple(other for other in line if other != cell)
                yield state.step(sentence, domains, (cell,), related, ONLY_CELL)
    return True


def _rule_out(state: _State, domains: Domains, gone: dict[Cell, list[int]]) -> None:
    for cell, numbers in gone.items():
        domains[cell] &= ~bits(numbers)
        state.counts.ruled_out += len(numbers)


@lru_cache(maxsize=1 << 14)
def _combined(cage: Cage, domains: tuple[int, ...]) -> tuple[tuple[int, ...], dict[str, int]]:
    """The numbers that some combination puts into each cell, and that all put into each line."""
    if prod(domain.bit_count() for domain in domains) > MAX_COMBINATIONS:
        return domains, {}
    kept = [0] * len(domains)
    claims: dict[str, int] = {}
    for combination in _combinations(cage, domains, ()):
        kept = [content | 1 << n for content, n in zip(kept, combination, strict=True)]
        inside: dict[str, int] = {}
        for (row, column), number in zip(cage.cells, combination, strict=True):
            for line in (f"row {row}", f"column {column}"):
                inside[line] = inside.get(line, 0) | 1 << number
        claims = {line: inside[line] & claims.get(line, inside[line]) for line in inside}
    return tuple(kept), claims


def _combinations(
    cage: Cage, domains: tuple[int, ...], first: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """The combinations that begin with these numbers."""
    if len(first) == len(domains):
        if cage.allows(first):
            yield first
        return
    row, column = cage.cells[len(first)]
    seen = {n for (r, c), n in zip(cage.cells, first, strict=False) if row == r or column == c}
    rest = len(domains) - len(first) - 1
    for number in numbers_in(domains[len(first)]):
        if number in seen:
            continue
        numbers = (*first, number)
        if cage.operation == "+" and sum(numbers) + rest > cage.target:
            continue
        if cage.operation == "*" and cage.target % prod(numbers):
            continue
        yield from _combinations(cage, domains, numbers)
