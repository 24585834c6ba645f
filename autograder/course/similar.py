"""Pairs of submissions of a class that share a lot of code. Sharing is not proof of copying."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from autograder.assignment import Assignment
from autograder.course.errors import CourseError
from autograder.course.results import Results
from autograder.course.saved_submissions import contents_of
from autograder.course.winnowing import CodePrint, all_k_grams, code_print
from autograder.judge.sources import source_text
from autograder.safetext import printable_line

MIN_SHARE = 0.3
"""The share of one of two submissions that has to be in both for the pair to be listed."""
MIN_TOKENS = 60
"""Submissions with less original code are not compared: they would resemble many others."""
MAX_PAIRS = 200
PYTHON = ".py"


@dataclass(frozen=True)
class ComparedSubmission:
    """The Python code of a student, or of a group, and its fingerprints.

    `size` is the number of tokens that can be compared.
    """

    students: tuple[str, ...]
    name: str
    submitted: str
    files: Mapping[str, str]
    prints: CodePrint
    hashes: frozenset[int]
    size: int

    @property
    def label(self) -> str:
        return ", ".join(self.students)


@dataclass(frozen=True)
class SimilarPair:
    """Two submissions, and the share of each that is in the other, the larger one first."""

    first: ComparedSubmission
    second: ComparedSubmission
    shares: tuple[float, float]

    @property
    def label(self) -> str:
        return f"{self.first.label} and {self.second.label}"

    @property
    def common(self) -> frozenset[int]:
        """The fingerprints in both."""
        return self.first.hashes & self.second.hashes


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
    shares, found = [], []
    long = [each for each in submissions if each.size >= MIN_TOKENS]
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
    common = one.hashes & other.hashes
    share, back = (len(each.prints.tokens_in(common)) / max(each.size, 1) for each in (one, other))
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
    for row in results.rows(
        "SELECT * FROM scores WHERE submission IS NOT NULL ORDER BY student, submission"
    ):
        about = (row["student"], row["name"], row["submitted"] or "")
        students.setdefault(row["submission"], []).append(about)
    found = []
    for submission, members in students.items():
        files = {
            name: source_text(content)
            for name, content in sorted(contents_of(results, submission).items())
            if name.endswith(PYTHON)
        }
        if files:
            ids, names, times = zip(*members, strict=True)
            name = ", ".join(filter(None, names))
            found.append(compared(ids, files, known, name, times[0]))
    if not found:
        raise CourseError(f"{results.where}: has no submission with Python code")
    return found


def compared(
    students: tuple[str, ...],
    files: Mapping[str, str],
    known: Collection[int],
    name: str = "",
    submitted: str = "",
) -> ComparedSubmission:
    """Return a submission with its fingerprints; `known` are the k-grams of what was handed out."""
    prints = code_print(files, known)
    hashes = frozenset(prints.starts)
    size = len(prints.tokens_in(hashes))
    return ComparedSubmission(students, name, submitted, files, prints, hashes, size)


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
        f"{share:6.1%} of {printable_line(pair.first.label)} is in "
        f"{printable_line(pair.second.label)}, and {back:.1%} the other way"
        for pair in similar.pairs
        for share, back in [pair.shares]
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
