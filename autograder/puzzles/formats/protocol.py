"""What a text format defines: the `format.py` of an assignment, and how the engine sees it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from autograder.puzzles.formats.limits import FormatLimits
from autograder.puzzles.model import Board, Cell

Lines = list[str]


class Match(IntEnum):
    """How well a text fits a format. The format with the best match is chosen.

    NO: the text is not in this format. POSSIBLE: it may be a faulty text of this format. LIKELY:
    it begins like a text of this format. CERTAIN: so much of it fits that it is in this format
    even if it also begins like another.
    """

    NO = 0
    POSSIBLE = 1
    LIKELY = 2
    CERTAIN = 3


class FormatModule(Protocol):
    """The functions of an assignment's `format.py`. The format has the assignment's name.

    The module may also define `LIMITS`, a `FormatLimits` (without it, a format holds any puzzle
    with nothing filled in), `LAYOUTS`, a `Layouts` (without it, `inputs.toml` cannot ask for
    other layouts), and `read_shown`: from the arguments of a call by name, as reports show them, to
    their board (without it, an argument that `read` takes is drawn in pages).

    Texts come without a byte order mark, with line ends `\\n`, and without blank lines at the end.
    """

    def recognise(self, text: str, /) -> Match:
        """Judge any text by its beginning."""
        ...

    def read(self, text: str, /) -> Board:
        """The board of a text.

        Raises:
            FormatError: the text is not in this format; with line and column if possible.
        """
        ...

    def write(self, board: Board, /) -> str:
        """The text that reads as this board, which is within the format's limits.

        Raises:
            FormatError: the format cannot hold it for another reason.
        """
        ...


@dataclass(frozen=True, slots=True)
class Layouts:
    """Other layouts of a format in which the text ends with a line for each cage, in their order.

    The text of `write` is split into those lines and the lines above them.

    Attributes:
        cell: Matches a cell in the line of a cage, after the second word; None if cages do not
            list their cells.
        texts: Layouts of whitespace and comments by name: from the lines above the cages and the
            cages' lines to the text.
        is_letter: Can this printable character be the letter of a cage? None if cages have no
            letters. Letters begin the cages' lines and occur in the lines above.
        fill_in: The lines above the cages with these numbers and these guesses in their cells;
            None if there cannot be any.
    """

    cell: re.Pattern[str] | None = None
    texts: Mapping[str, Callable[[Lines, Lines], str]] = field(default_factory=dict)
    is_letter: Callable[[str], bool] | None = None
    fill_in: Callable[[Lines, dict[Cell, int], dict[Cell, int]], Lines] | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A format as the engine uses it.

    Attributes:
        read_each: The boards of a text, each with its index in the text.
        write: As in `FormatModule`, but checks the limits first.
        is_multiple: Can a text hold several puzzles, each on its line?
        layouts: None if `write` has the only layout.
        read_shown: As in `FormatModule`; it raises a FormatError if there is no board.
    """

    name: str
    recognise: Callable[[str], Match]
    read_each: Callable[[str], Iterator[tuple[int, Board]]]
    write: Callable[[Board], str]
    limits: FormatLimits
    layouts: Layouts | None = None
    is_multiple: bool = False
    read_shown: Callable[[Mapping[str, str]], Board] | None = None


def join(above: Sequence[str], cages: Sequence[str]) -> str:
    """The text of lines above the cages and of the cages' lines."""
    return "".join(f"{line}\n" for line in [*above, *cages])
