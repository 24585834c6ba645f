"""Submissions of a class that share a lot of code. Sharing is not proof of copying.

Code is compared by winnowing, after Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms
for document fingerprinting" (SIGMOD 2003). Names, comments and layout are ignored. Tokens are found
by a regular expression: `tokenize` stops at a syntax error, and splits f-strings from Python 3.12
on, so that the figures would depend on the interpreter.
"""

from __future__ import annotations

import builtins
import keyword
import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby
from pathlib import Path
from typing import NamedTuple

from autograder.course.pages import render_page, write_files
from autograder.course.results import CourseError, Results
from autograder.judge.sources import source_text
from autograder.safetext import printable_line

MIN_SHARE = 0.3
"""The share of one of two submissions that has to be in both for the pair to be listed."""
MIN_TOKENS = 60
"""Submissions with less code that is not common are listed only if nearly all is the same."""
NEARLY = 0.9
"""The share of both submissions that has to be the same for them to be nearly identical."""
MAX_COMMON = 10
"""Fingerprints of more submissions are common knowledge, as are those of starter and reference."""
MAX_LISTED = 200
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
    file: str
    line: int


def code_tokens(source: str, file: str = "") -> list[Token]:
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
            tokens.append(Token(str(kind) if is_replaced else text, file, line))
        if kind == "operator":
            depth += (text in "([{") - (text in ")]}")
        if text == "def" or (text == ":" and depth <= 0):
            in_head = text == "def"
        at_start = kind == "newline" or (at_start and kind == "skipped")
        line += text.count("\n")
    return tokens


def bare_lines(source: str) -> tuple[tuple[int, str], ...]:
    """Return the lines of code without comments and spaces, each with its indentation."""
    code = TOKEN.sub(lambda one: "" if one.group().startswith("#") else one.group(), source)
    lines = ((len(line) - len(line.lstrip()), "".join(line.split())) for line in code.split("\n"))
    return tuple(line for line in lines if line[1])


def k_grams(tokens: Sequence[Token]) -> list[int]:
    """Return the hash of each k-gram; it is the same in every process."""
    texts = [token.text for token in tokens]
    return [
        zlib.crc32(" ".join(texts[i : i + GRAM]).encode("utf-8", "replace"))
        for i in range(len(texts) - GRAM + 1)
    ]


def winnowed(hashes: Sequence[int]) -> Iterator[int]:
    """Yield the place of the smallest hash of each window; of equal ones, the rightmost."""
    previous = -1
    for start in range(max(1, len(hashes) - WINDOW + 1) if hashes else 0):
        window = range(start, min(start + WINDOW, len(hashes)))
        place = min(window, key=lambda i: (hashes[i], -i))
        if place != previous:
            yield place
        previous = place


@dataclass(frozen=True, eq=False)
class ComparedSubmission:
    """The Python code of a submission and its fingerprints.

    `student` has the ids of all members of a group, `about` names and a time. `copies` are
    submissions that are identical apart from comments and spaces.
    """

    student: str
    files: Mapping[str, str]
    about: str = ""
    copies: Sequence[ComparedSubmission] = ()

    @property
    def label(self) -> str:
        return " = ".join(one.student for one in (self, *self.copies))

    @cached_property
    def tokens(self) -> Sequence[Token]:
        return [one for file, source in self.files.items() for one in code_tokens(source, file)]

    @cached_property
    def starts(self) -> Mapping[int, Sequence[int]]:
        """The numbers of the tokens at which each fingerprint begins."""
        starts: dict[int, list[int]] = defaultdict(list)
        grams = k_grams(self.tokens)
        for start in winnowed(grams):
            if self.tokens[start].file == self.tokens[start + GRAM - 1].file:
                starts[grams[start]].append(start)
        return dict(starts)

    def tokens_in(self, hashes: Iterable[int]) -> set[int]:
        """Return the numbers of the tokens that these fingerprints cover."""
        starts = (start for each in hashes for start in self.starts[each])
        return {token for start in starts for token in range(start, start + GRAM)}

    def share(self, some: Iterable[int], whole: Iterable[int]) -> float:
        """Return the share of the tokens in some fingerprints among those in all of them."""
        return len(self.tokens_in(some)) / max(len(self.tokens_in(whole)), 1)


@dataclass(frozen=True, eq=False)
class SimilarPair:
    """Two submissions, the fingerprints that count in both, and their share of each."""

    first: ComparedSubmission
    second: ComparedSubmission
    shared: Set[int]
    shares: tuple[float, float]

    @cached_property
    def passage(self) -> Sequence[Token]:
        """The longest passage of the first submission that is shared and not common."""
        tokens = self.first.tokens
        numbers = enumerate(sorted(self.first.tokens_in(self.shared)))
        runs = groupby(numbers, lambda place: (place[1] - place[0], tokens[place[1]].file))
        return max(([tokens[number] for _, number in run] for _, run in runs), key=len, default=())

    @property
    def why(self) -> str:
        """Why the pair is listed, in words."""
        if not self.passage:
            return "all of it is common"
        first, last = self.passage[0], self.passage[-1]
        lines = (
            f"lines {first.line} to {last.line}" if last.line > first.line else f"line {first.line}"
        )
        begin = self.first.files[first.file].split("\n")[first.line - 1].strip()
        return (
            f"longest passage that is not common: {len(self.passage)} tokens, "
            f"{lines} of {first.file}: {printable_line(begin, 60)}"
        )


@dataclass(frozen=True)
class Cluster:
    """The pairs that connect submissions which are identical or nearly so."""

    pairs: tuple[SimilarPair, ...]

    @property
    def label(self) -> str:
        members = dict.fromkeys(one for pair in self.pairs for one in (pair.first, pair.second))
        copies = {copy for one in members for copy in one.copies}
        return " ~ ".join(one.label for one in members if one not in copies)

    @property
    def best(self) -> SimilarPair:
        """The pair with the longest passage that is not common."""
        return max(self.pairs, key=lambda pair: len(pair.passage))

    @property
    def order(self) -> tuple[bool, bool, int]:
        """Identical submissions come first, but last those of which all is common."""
        length = len(self.best.passage)
        return not length, not any(pair.first.copies for pair in self.pairs), -length


@dataclass(frozen=True)
class Similarities:
    """What was found; `short` submissions have too little code that is not common for a pair."""

    clusters: Sequence[Cluster]
    pairs: Sequence[SimilarPair]
    short: int


def find_similar(submissions: Iterable[ComparedSubmission], known: Collection[int]) -> Similarities:
    """Compare all pairs that share a fingerprint which is not common; the most similar come first.

    `known` are the k-grams of starter and reference.
    """
    distinct = merge_identical(submissions)
    holders: dict[int, list[ComparedSubmission]] = defaultdict(list)
    for one in distinct:
        for each in one.starts:
            holders[each].append(one)
    counting = {each for each, some in holders.items() if len(some) <= MAX_COMMON} - set(known)
    own = {one: one.starts.keys() & counting for one in distinct}
    short = {one for one in distinct if len(one.tokens_in(own[one])) < MIN_TOKENS}
    near = [SimilarPair(one, one.copies[0], own[one], (1, 1)) for one in distinct if one.copies]
    others = []
    sharing = (combinations(holders[each], 2) for each in sorted(counting))
    for one, other in dict.fromkeys(pair for pairs in sharing for pair in pairs):
        shared, both = own[one] & own[other], one.starts.keys() & other.starts.keys()
        shares = one.share(shared, own[one]), other.share(shared, own[other])
        pair = SimilarPair(one, other, shared, shares)
        if all(each.share(both, each.starts) >= NEARLY for each in (one, other)):
            near.append(pair)
        elif max(shares) >= MIN_SHARE and short.isdisjoint((one, other)):
            others.append(pair)
    return Similarities(
        sorted(connected(near), key=lambda cluster: cluster.order),
        sorted(others, key=lambda pair: (-max(pair.shares), -min(pair.shares))),
        len(short),
    )


def merge_identical(submissions: Iterable[ComparedSubmission]) -> list[ComparedSubmission]:
    """Make one of submissions that are identical apart from comments and spaces."""
    found: dict[object, list[ComparedSubmission]] = defaultdict(list)
    for each in submissions:
        found[tuple((n, bare_lines(source)) for n, source in each.files.items())].append(each)
    return [replace(first, copies=copies) for first, *copies in found.values()]


def connected(near: Iterable[SimilarPair]) -> list[Cluster]:
    """Return clusters, each with the pairs that connect it and have most in common."""
    clusters: dict[ComparedSubmission, Cluster] = {}
    for pair in sorted(near, key=lambda pair: -len(pair.passage)):
        ends = pair.first, pair.second
        joined = dict.fromkeys(clusters.get(one, Cluster(())) for one in ends)
        if len(joined) == 2 or not all(cluster.pairs for cluster in joined):
            made = Cluster((*(each for cluster in joined for each in cluster.pairs), pair))
            clusters |= dict.fromkeys(
                (one for p in made.pairs for one in (p.first, p.second)), made
            )
    return list(dict.fromkeys(clusters.values()))


def compared_submissions(results: Results) -> list[ComparedSubmission]:
    """Return the submissions that count.

    Raises:
        CourseError: there are none.
    """
    found = []
    for row in results.rows(
        """SELECT submission, submitted, group_concat(student, ', ') AS students,
        group_concat(nullif(name, ''), ', ') AS names
        FROM (SELECT * FROM scores WHERE submission IS NOT NULL ORDER BY student)
        GROUP BY submission ORDER BY min(student)"""
    ):
        contents = results.submission(row["submission"]).contents
        files = {n: source_text(c) for n, c in contents.items() if n.endswith(PYTHON)}
        about = " ".join(filter(None, (row["names"], row["submitted"])))
        found += [ComparedSubmission(row["students"], files, about)] if files else []
    if not found:
        raise CourseError(f"{results.path}: has no submission with Python code")
    return found


def known_k_grams(name: str, kit: Path) -> frozenset[int]:
    """Return the k-grams of what an assignment hands out, and of its reference.

    Raises:
        CourseError: the kit has neither.
    """
    folders = (kit / "starter" / name, kit / "reference" / name)
    paths = [path for folder in folders for path in folder.rglob(f"*{PYTHON}")]
    if not paths:
        missing = f"has no starter or reference of {name}, whose code would not count"
        raise CourseError(f"{kit}: {missing}; use --kit DIR")
    sources = (source_text(path.read_bytes()) for path in paths)
    return frozenset(gram for source in sources for gram in k_grams(code_tokens(source)))


def similar_lines(similar: Similarities) -> list[str]:
    """Return clusters and pairs as text for the terminal."""
    clusters = [
        f"{printable_line(cluster.label, 1000)}: {cluster.best.why}"
        for cluster in similar.clusters[:MAX_LISTED]
    ]
    pairs = [
        f"{pair.shares[0]:.1%} of {printable_line(pair.first.label)} and "
        f"{pair.shares[1]:.1%} of {printable_line(pair.second.label)}: {pair.why}"
        for pair in similar.pairs[:MAX_LISTED]
    ]
    return [*clusters, *pairs, *summary_lines(similar)]


def summary_lines(similar: Similarities) -> list[str]:
    """Return how much was found, and what was not compared."""
    return [
        f"Clusters of identical (=) or nearly identical (~) submissions: {len(similar.clusters)}. "
        f"Other pairs with at least {MIN_SHARE:.0%} of one in common: {len(similar.pairs)}. "
        f"At most {MAX_LISTED} of each are listed.",
        f"Submissions with fewer than {MIN_TOKENS} tokens that are not common: "
        f"{similar.short}; they are listed only in clusters.",
    ]


def write_similar_pages(similar: Similarities, title: str, to: Path) -> None:
    """Write `index.html`, and a page for each pair into `pairs/`.

    Raises:
        CourseError: they cannot be written.
    """
    clusters = similar.clusters[:MAX_LISTED]
    pairs = [pair for cluster in clusters for pair in cluster.pairs]
    pairs += similar.pairs[:MAX_LISTED]
    links = {pair: f"pairs/{number:03}.html" for number, pair in enumerate(pairs, 1)}
    index = render_page(
        "similar_page.html",
        title=title,
        summary=summary_lines(similar),
        clusters=clusters,
        pairs=similar.pairs[:MAX_LISTED],
        links=links,
    )
    pages = ((page, pair_page(pair)) for pair, page in links.items())
    write_files(to, iter([("index.html", index), *pages]))


def pair_page(pair: SimilarPair) -> str:
    """Return two submissions side by side; a line in both links to the other."""
    return render_page(
        "pair_page.html",
        pair=pair,
        sides=[
            (pair.first, "a", "b", common_lines(pair, pair.first, pair.second)),
            (pair.second, "b", "a", common_lines(pair, pair.second, pair.first)),
        ],
    )


def common_lines(
    pair: SimilarPair, own: ComparedSubmission, other: ComparedSubmission
) -> dict[CodePlace, CodePlace]:
    """Return the lines of one submission that count in both, each with its place in the other."""
    found: dict[CodePlace, CodePlace] = {}
    for each in pair.shared:
        there = other.tokens[other.starts[each][0]][1:]
        for number in own.tokens_in([each]):
            place = own.tokens[number][1:]
            found[place] = min(found.get(place, there), there)
    return found
