"""Pairs of submissions of a class that share a lot of code. Sharing is not proof of copying.

Code is compared by winnowing, after Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms
for document fingerprinting" (SIGMOD 2003). Names, comments and layout are ignored. Tokens are found
by a regular expression: `tokenize` stops at a syntax error, and splits f-strings from Python 3.12
on, so that the figures would depend on the interpreter.
"""

from __future__ import annotations

import builtins
import keyword
import re
import statistics
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from autograder.assignment import Assignment
from autograder.course.pages import (
    MAX_CHARACTERS_SHOWN,
    MAX_LINES_SHOWN,
    render_page,
    write_files,
)
from autograder.course.results import CourseError, Results
from autograder.judge.sources import source_text
from autograder.safetext import printable_line

MIN_SHARE = 0.3
"""The share of one of two submissions that has to be in both for the pair to be listed."""
MIN_TOKENS = 60
"""Submissions with less original code are not compared: they would resemble many others."""
MAX_PAIRS = 200
GRAM = 10
"""Tokens in a k-gram: a shorter piece of common code is never found."""
WINDOW = 4
"""K-grams in a window: a common piece of GRAM + WINDOW - 1 tokens is always found."""
KEPT = frozenset(keyword.kwlist) | frozenset(dir(builtins)) - {"_"}
"""Names that are not replaced."""
PYTHON = ".py"
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
            is_replaced = kind == "string" or (kind == "name" and text not in KEPT)
            tokens.append(Token(str(kind) if is_replaced else text, line))
        if kind == "operator":
            depth += (text in "([{") - (text in ")]}")
        if text == "def" or (text == ":" and depth <= 0):
            in_head = text == "def"
        at_start = kind == "newline" or (at_start and kind == "skipped")
        line += text.count("\n")
    return tokens


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


def winnowed(hashes: Sequence[int]) -> Iterator[int]:
    """Yield the place of the smallest hash of each window; of equal ones, the rightmost."""
    previous = -1
    for start in range(max(1, len(hashes) - WINDOW + 1) if hashes else 0):
        window = range(start, min(start + WINDOW, len(hashes)))
        place = min(window, key=lambda i: (hashes[i], -i))
        if place != previous:
            yield place
        previous = place


@dataclass(frozen=True)
class ComparedSubmission:
    """The Python code of a student, or of a group, and its fingerprints.

    `places` are those of the tokens that can be compared, `starts` the numbers of the tokens at
    which each fingerprint begins.
    """

    students: tuple[str, ...]
    name: str
    submitted: str
    files: Mapping[str, str]
    places: Sequence[CodePlace]
    starts: Mapping[int, Sequence[int]]

    @property
    def label(self) -> str:
        return ", ".join(self.students)

    @cached_property
    def size(self) -> int:
        """The number of tokens that fingerprints cover."""
        return len(self.tokens_in(self.starts))

    def tokens_in(self, hashes: Iterable[int]) -> set[int]:
        """Return the numbers of the tokens that these fingerprints cover."""
        starts = (start for each in hashes for start in self.starts[each])
        return {token for start in starts for token in range(start, start + GRAM)}


def compared(
    students: tuple[str, ...],
    files: Mapping[str, str],
    known: Collection[int],
    name: str = "",
    submitted: str = "",
) -> ComparedSubmission:
    """Return a submission with its fingerprints; `known` are the k-grams of what was handed out."""
    places: list[CodePlace] = []
    starts: dict[int, list[int]] = defaultdict(list)
    for file, source in files.items():
        for piece in _own_pieces(code_tokens(source), known):
            grams = k_grams(piece)
            for start in winnowed(grams):
                starts[grams[start]].append(len(places) + start)
            places += [(file, token.line) for token in piece]
    return ComparedSubmission(students, name, submitted, files, places, dict(starts))


def _own_pieces(tokens: Sequence[Token], handed_out: Collection[int]) -> Iterator[list[Token]]:
    """Yield the code between k-grams that everyone has."""
    own = [True] * len(tokens)
    for start, gram in enumerate(k_grams(tokens)):
        if gram in handed_out:
            own[start : start + GRAM] = [False] * GRAM
    for is_own, run in groupby(zip(own, tokens, strict=True), key=itemgetter(0)):
        if is_own:
            yield [token for _, token in run]


@dataclass(frozen=True)
class SimilarPair:
    """Two submissions, and the share of each that is in the other, the larger one first."""

    first: ComparedSubmission
    second: ComparedSubmission
    shares: tuple[float, float]

    @property
    def label(self) -> str:
        return f"{self.first.label} and {self.second.label}"


@dataclass(frozen=True)
class Similarities:
    """The most similar pairs; `listed` of `compared` pairs are over the threshold.

    `median` is that of the larger shares of all pairs. `too_short` are the students whose
    submissions have too little original code to compare.
    """

    pairs: tuple[SimilarPair, ...]
    listed: int
    compared: int
    median: float
    too_short: tuple[str, ...]


def find_similar(submissions: Sequence[ComparedSubmission]) -> Similarities:
    """Compare all pairs; the one with the largest share of a submission in common comes first."""
    long = [each for each in submissions if each.size >= MIN_TOKENS]
    shares, found = [], []
    for one, other in combinations(long, 2):
        pair = similar_pair(one, other)
        shares.append(pair.shares[0])
        if pair.shares[0] >= MIN_SHARE:
            found.append(pair)
    found.sort(key=lambda pair: (-pair.shares[0], -pair.shares[1], pair.label))
    return Similarities(
        tuple(found[:MAX_PAIRS]),
        len(found),
        len(shares),
        statistics.median(shares) if shares else 0.0,
        tuple(each.label for each in submissions if each.size < MIN_TOKENS),
    )


def similar_pair(one: ComparedSubmission, other: ComparedSubmission) -> SimilarPair:
    """Compare two submissions."""
    common = one.starts.keys() & other.starts.keys()
    share, back = (len(each.tokens_in(common)) / max(each.size, 1) for each in (one, other))
    if share >= back:
        return SimilarPair(one, other, (share, back))
    return SimilarPair(other, one, (back, share))


def compared_submissions(results: Results, assignment: Assignment) -> list[ComparedSubmission]:
    """Return the submissions that count, without code that the assignment hands out.

    Raises:
        CourseError: there are none.
    """
    known = all_k_grams(handed_out(assignment).values())
    students: dict[int, list[tuple[str, str, str]]] = {}
    for row in results.rows("SELECT * FROM scores WHERE submission IS NOT NULL ORDER BY student"):
        about = (row["student"], row["name"], row["submitted"] or "")
        students.setdefault(row["submission"], []).append(about)
    found = []
    for submission, members in students.items():
        contents = results.submission(submission).contents
        files = {n: source_text(c) for n, c in contents.items() if n.endswith(PYTHON)}
        if files:
            ids, names, times = zip(*members, strict=True)
            found.append(compared(ids, files, known, ", ".join(filter(None, names)), times[0]))
    if not found:
        raise CourseError(f"{results.where}: has no submission with Python code")
    return found


def handed_out(assignment: Assignment) -> dict[str, str]:
    """Return the Python files that students are handed out: the starter and provided code.

    Raises:
        CourseError: the kit does not have them.
    """
    folder = assignment.starter
    if not folder.is_dir():
        raise CourseError(f"{folder}: missing, so its code cannot be left out; use --kit DIR")
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob(f"*{PYTHON}"))
    }


def similar_lines(similar: Similarities) -> list[str]:
    """Return the pairs as text for the terminal."""
    lines = [
        f"{pair.shares[0]:6.1%} of {printable_line(pair.first.label)} is in "
        f"{printable_line(pair.second.label)}, and {pair.shares[1]:.1%} the other way"
        for pair in similar.pairs
    ]
    return [*lines, *summary_lines(similar)]


def summary_lines(similar: Similarities) -> list[str]:
    """Return how many pairs were compared, and what was left out."""
    lines = [
        f"{similar.listed} of {similar.compared} pairs have at least {MIN_SHARE:.0%} of one "
        f"submission in common; the median of all pairs is {similar.median:.0%}."
    ]
    if similar.listed > len(similar.pairs):
        lines.append(f"Only the {len(similar.pairs)} most similar pairs are shown.")
    if similar.too_short:
        names = printable_line(", ".join(similar.too_short), 1000)
        lines.append(f"Too little original code to compare: {names}")
    return lines


def write_similar_pages(similar: Similarities, title: str, to: Path) -> None:
    """Write `index.html`, and a page for each pair into `pairs/`.

    Raises:
        CourseError: they cannot be written.
    """
    pairs = [(f"pairs/{number:03}.html", pair) for number, pair in enumerate(similar.pairs, 1)]
    index = render_page(
        "similar_page.html",
        title=title,
        summary=summary_lines(similar),
        pairs=[{"page": page, "pair": pair} for page, pair in pairs],
    )
    pages = ((page, pair_page(pair)) for page, pair in pairs)
    write_files(to, iter([("index.html", index), *pages]))


def pair_page(pair: SimilarPair) -> str:
    """Return two submissions side by side; a line in both links to the other."""
    sides = [
        {"submission": own, "share": share, "files": list(_shown_files(own, other, sign))}
        for own, other, share, sign in (
            (pair.first, pair.second, pair.shares[0], "ab"),
            (pair.second, pair.first, pair.shares[1], "ba"),
        )
    ]
    return render_page("pair_page.html", title=pair.label, sides=sides)


def _shown_files(
    own: ComparedSubmission, other: ComparedSubmission, sides: str
) -> Iterator[dict[str, Any]]:
    """Yield the files of the first of two sides; common lines link to the second."""
    links: dict[CodePlace, CodePlace] = {}
    for each in own.starts.keys() & other.starts.keys():
        there = other.places[other.starts[each][0]]
        for token in own.tokens_in([each]):
            place = own.places[token]
            links[place] = min(links.get(place, there), there)
    for name, source in own.files.items():
        lines = []
        for number, text in enumerate(source.split("\n")[:MAX_LINES_SHOWN], 1):
            file, line = links.get((name, number), ("", 0))
            lines.append(
                {
                    "number": number,
                    "text": text[:MAX_CHARACTERS_SHOWN],
                    "anchor": f"{sides[0]}:{name}:{number}",
                    "link": f"{sides[1]}:{file}:{line}" if line else "",
                }
            )
        yield {"name": name, "lines": lines}
