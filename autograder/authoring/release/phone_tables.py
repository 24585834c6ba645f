"""Wide tables of a page: on a phone, each row becomes a list of its cells with their headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it.token import Token

MIN_COLUMNS = 3
FITTING_CHARACTERS = 80
"""Characters in a row that are readable side by side on a phone."""
ROWS_AS_LISTS = """\
@media screen and (max-width: 40rem) {
  .wide, .wide tbody, .wide tr, .wide td { display: block; }
  .wide thead, .wide td:empty { display: none; }
  .wide tr { border: 1px solid var(--edge); border-radius: 6px; margin-bottom: 0.8rem;
    padding: 0.4rem 0.7rem; }
  .wide td { border: 0; padding: 0.15rem 0; text-align: left !important; }
  .wide td::before { content: attr(data-heading) ": "; font-size: 0.85rem; font-weight: 600; }
}
"""
"""The style sheet for tables that `mark_wide_tables` has marked."""


def mark_wide_tables(tokens: Sequence[Token]) -> None:
    """Mark the tables that are too wide for a phone, and give each cell its column's heading."""
    for table in _tables(tokens):
        rows = list(_rows(table))
        longest = max(sum(len(text.content) for _, text in row) for row in rows)
        if len(rows[0]) < MIN_COLUMNS or longest <= FITTING_CHARACTERS:
            continue
        table[0].attrSet("class", "wide")
        headings = [_plain(text) for _, text in rows[0]]
        for row in rows[1:]:
            for (cell, _), heading in zip(row, headings, strict=True):
                cell.attrSet("data-heading", heading)


def _plain(text: Token) -> str:
    return "".join(child.content for child in text.children or ())


def _tables(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    start = 0
    for i, token in enumerate(tokens):
        if token.type == "table_open":
            start = i
        elif token.type == "table_close":
            yield tokens[start:i]


def _rows(table: Sequence[Token]) -> Iterator[list[tuple[Token, Token]]]:
    """Yield the cells of each row with their texts; the first row has the headings."""
    row: list[tuple[Token, Token]] = []
    for token, text in pairwise(table):
        if token.type in ("th_open", "td_open"):
            row.append((token, text))
        elif token.type == "tr_close":
            yield row
            row = []
