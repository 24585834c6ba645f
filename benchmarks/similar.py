"""Can copies be told from independent answers? Compares with copydetect, if it is installed.

The pairs are planted: every reference and wheat, disguised. Other pairs of these are independent.
"""

from __future__ import annotations

import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from autograder.assignment import KIT, load, names
from autograder.course.similar import compared, handed_out, similar_pair
from autograder.course.winnowing import all_k_grams
from tests.course.planted import DISGUISES, disguised, right_answers

Comparison = Callable[[str, str], float]


def own(starter: Iterable[str]) -> Comparison:
    known = all_k_grams(starter)

    def share(first: str, second: str) -> float:
        pair = (compared((), {"": source}, known) for source in (first, second))
        return similar_pair(*pair).shares[0]

    return share


def copydetect(length: int) -> Callable[[Iterable[str]], Comparison]:
    """Return its comparison with a noise threshold, and the same guarantee threshold."""
    library, numpy = import_module("copydetect"), import_module("numpy")

    def with_starter(starter: Iterable[str]) -> Comparison:
        def read(source: str, known: object = None) -> Any:
            return library.CodeFingerprint(
                "a.py", length, 1, boilerplate=known, fp=io.StringIO(source)
            )

        known = numpy.array(sorted({each for source in starter for each in read(source).hashes}))

        def share(first: str, second: str) -> float:
            return float(max(library.compare_files(read(first, known), read(second, known))[1]))

        return share

    return with_starter


def measure(title: str, comparison: Callable[[Iterable[str]], Comparison]) -> None:
    independent = []
    planted: defaultdict[str, list[float]] = defaultdict(list)
    for name in names(KIT):
        assignment, answers = load(name), right_answers(name)
        share = comparison(handed_out(assignment).values())
        independent += [share(*pair) for pair in combinations(answers, 2)]
        for disguise in DISGUISES:
            planted[disguise] += [
                share(answer, disguised(answer, assignment, disguise)) for answer in answers
            ]
    print(f"{title}: independent pairs: {len(independent)}, highest {max(independent):.0%}")
    for disguise, shares in planted.items():
        found = sum(each > max(independent) for each in shares)
        print(f"  {disguise:40} lowest {min(shares):4.0%}, higher: {found} of {len(shares)}")


if __name__ == "__main__":
    measure("course similar", own)
    if find_spec("copydetect"):
        measure("copydetect, by default", copydetect(25))
        measure("copydetect, shorter pieces", copydetect(20))
