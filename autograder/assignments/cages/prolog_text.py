"""Layouts of Prolog terms: whitespace and comments of both kinds, wherever they are allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_TOKEN = re.compile(r"cage\(|\w+|\S")
_TARGET = re.compile(r"\d+")


def one_line(terms: Sequence[str]) -> str:
    return " ".join(terms) + "\n"


def no_spaces(terms: Sequence[str]) -> str:
    return "".join(_tight(term) + "\n" for term in terms)


def one_token_a_line(terms: Sequence[str]) -> str:
    return "".join(f"{token}\n" for term in terms for token in _TOKEN.findall(term))


def comments(terms: Sequence[str]) -> str:
    """Terms with comments that hold other cages than those of the puzzle."""
    around = ("{0}\n% {1}\n", "/**/ /***/ /* /* nested? no */\n{0}\n", "/* {1} % */ {0}\n", "{0}\n")
    first = f"%%% not a cage: {_with_other_target(terms[0])}\n"
    return first + "".join(
        around[i % len(around)].format(term, _with_other_target(term))
        for i, term in enumerate(terms)
    )


def mixed(terms: Sequence[str]) -> str:
    """Each term in another layout. The text ends without a line end."""
    layouts = (_tight, _spaced, _tabbed, _broken, _with_comment, _with_inner, _with_end)
    first = f"% All of it is one puzzle.\n\n/* Comments may go\n   over lines: {terms[0]} */\n\n"
    laid_out = (layouts[i % len(layouts)](term) for i, term in enumerate(terms))
    return first + "\n".join(laid_out) + "  /* the end **/"


PROLOG_TEXTS: dict[str, Callable[[Sequence[str]], str]] = {
    "one line": one_line,
    "no spaces": no_spaces,
    "one token a line": one_token_a_line,
    "comments": comments,
    "mixed": mixed,
}


def _with_other_target(term: str) -> str:
    return _TARGET.sub(lambda match: str(int(match[0]) + 1), term, count=1)


def _tight(term: str) -> str:
    return term.replace(" ", "")


def _with_gaps(term: str, gap: str) -> str:
    """The tokens with a gap between them, but not between `cage` and its bracket."""
    return gap.join(_TOKEN.findall(term))


def _spaced(term: str) -> str:
    return _with_gaps(term, " ")


def _tabbed(term: str) -> str:
    return _with_gaps(term, "\t") + " "


def _broken(term: str) -> str:
    return _with_gaps(term, "\n    ")


def _with_comment(term: str) -> str:
    return _tight(term).replace(",[[", ", % the cells follow\n[[", 1)


def _with_inner(term: str) -> str:
    return _tight(term).replace(",", ", /* target */ ", 1)


def _with_end(term: str) -> str:
    return _tight(term) + "% no space before this comment"
