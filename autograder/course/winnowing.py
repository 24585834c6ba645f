"""Fingerprints of Python code by winnowing, which ignores names, comments and layout.

After Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document fingerprinting"
(SIGMOD 2003). Tokens are found by a regular expression: `tokenize` stops at a syntax error, and
splits f-strings from Python 3.12 on, so that the figures would depend on the interpreter.
"""

from __future__ import annotations

import builtins
import keyword
import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

GRAM = 10
"""Tokens in a k-gram: a shorter piece of common code is never found."""
WINDOW = 4
"""K-grams in a window: a common piece of GRAM + WINDOW - 1 tokens is always found."""
KEPT = frozenset(keyword.kwlist) | frozenset(dir(builtins)) - {"_"}
"""Names that are not replaced."""
NAME, STRING = "name", "string"
TOKEN = re.compile(
    r"""
    (?P<skipped> \#[^\n]* | \\\n | [^\S\n]+ )
    | (?P<newline> \n )
    | (?P<string> [bfrtu]{0,2} (?:
        '{3} (?: [^'\\] | \\. | '(?!'') )*+ (?:''')?
        | "{3} (?: [^"\\] | \\. | "(?!"") )*+ (?:"{3})?
        | ' (?: [^'\\\n] | \\. )*+ '?
        | " (?: [^"\\\n] | \\. )*+ "?
    ))
    | (?P<number> \d[\w.]* )
    | (?P<name> \w+ )
    | (?P<operator> \*\*=? | //=? | ->| :=| [-+*/%<>=!&|^@]= | . )
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)

CodePlace = tuple[str, int]
"""A file and a line."""


class Token(NamedTuple):
    text: str
    line: int


def code_tokens(source: str) -> list[Token]:
    """Return the tokens of Python code that a copy can hardly do without.

    Names that are not built in become `name`, texts `string`. Comments, docstrings and function
    headers, which the assignment prescribes, are left out.
    """
    tokens: list[Token] = []
    at_start, in_head, depth, line = True, False, 0, 1
    for match in TOKEN.finditer(source):
        kind, text = match.lastgroup, match.group()
        if text == "def":
            in_head, depth = False, 0
        is_docstring = kind == "string" and at_start
        if kind not in ("skipped", "newline") and not is_docstring and not in_head:
            tokens.append(Token(_normalized(kind, text), line))
        if kind == "operator":
            depth += (text in "([{") - (text in ")]}")
        if text == "def" or (text == ":" and depth <= 0):
            in_head = text == "def"
        at_start = kind == "newline" or (at_start and kind == "skipped")
        line += text.count("\n")
    return tokens


def _normalized(kind: str | None, text: str) -> str:
    if kind == "string":
        return STRING
    return NAME if kind == "name" and text not in KEPT else text


def k_grams(tokens: Sequence[Token]) -> list[int]:
    """Return the hash of each k-gram; it is the same in every process."""
    texts = [token.text for token in tokens]
    return [
        zlib.crc32(" ".join(texts[i : i + GRAM]).encode("utf-8", "replace"))
        for i in range(len(texts) - GRAM + 1)
    ]


def all_k_grams(sources: Iterable[str]) -> frozenset[int]:
    """Return the k-grams of code that everyone has."""
    return frozenset(gram for source in sources for gram in k_grams(code_tokens(source)))


@dataclass(frozen=True)
class CodePrint:
    """The fingerprints of code: the place of each token, and where each fingerprint begins."""

    places: tuple[CodePlace, ...]
    starts: Mapping[int, Sequence[int]]

    def tokens_in(self, hashes: Iterable[int]) -> set[int]:
        """Return the numbers of the tokens that these fingerprints cover."""
        return {
            token
            for each in hashes
            for start in self.starts[each]
            for token in range(start, start + GRAM)
        }


def code_print(sources: Mapping[str, str], handed_out: Collection[int]) -> CodePrint:
    """Return the fingerprints of files, without the tokens in a k-gram that everyone has."""
    places: list[CodePlace] = []
    starts: dict[int, list[int]] = defaultdict(list)
    for file, source in sources.items():
        for piece in _own_pieces(code_tokens(source), handed_out):
            grams = k_grams(piece)
            for start in winnowed(grams):
                starts[grams[start]].append(len(places) + start)
            places += [(file, token.line) for token in piece]
    return CodePrint(tuple(places), dict(starts))


def _own_pieces(tokens: Sequence[Token], handed_out: Collection[int]) -> Iterator[list[Token]]:
    own = [True] * len(tokens)
    for start, gram in enumerate(k_grams(tokens)):
        if gram in handed_out:
            own[start : start + GRAM] = [False] * GRAM
    for is_own, run in groupby(zip(own, tokens, strict=True), key=itemgetter(0)):
        if is_own:
            yield [token for _, token in run]


def winnowed(hashes: Sequence[int]) -> Iterator[int]:
    """Yield the place of the smallest hash of each window; of equal ones, the rightmost."""
    previous = -1
    for start in range(max(1, len(hashes) - WINDOW + 1) if hashes else 0):
        window = range(start, min(start + WINDOW, len(hashes)))
        place = min(window, key=lambda i: (hashes[i], -i))
        if place != previous:
            yield place
        previous = place
