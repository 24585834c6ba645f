"""A class of any size, of real submissions of all kinds, graded by a command that is killed.

    python benchmarks/killed_class.py [NUMBER]

So many submissions (default: 1,000), the kinds of whole_class.py, are graded with two jobs by
`course grade`, which is killed with -9 at ten random moments and run again. Each has to get the
score that `grade` says of it. Kinds that take long, such as endless loops, are few: the class takes
about as long as so many references. Exit status 1 if a score is wrong.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from whole_class import (
    KILLS,
    SEED,
    CheckedClass,
    expected_scores,
    faults_in,
    gradebook,
    graded_with_kills,
    gradings_in,
    real_command,
    submissions,
)

SLOW, SLOW_COPIES = 4, 3
"""A kind that takes so many times as long as the reference is in the class so many times."""


def check_killed(number: int, folder: Path) -> bool:
    """Grade a class of all kinds with kills; are all scores right?"""
    kinds, chosen = submissions(), random.Random(SEED)
    scores, seconds = expected_scores(kinds, folder)
    slow = [name for name in kinds if seconds[name] > SLOW * seconds["reference"]]
    names = [*kinds, *((SLOW_COPIES - 1) * slow)]
    names += chosen.choices([name for name in kinds if name not in slow], k=number - len(names))
    chosen.shuffle(names)
    students = {str(20_000 + n): (kinds[name], scores[name]) for n, name in enumerate(names)}
    made, results = CheckedClass(folder, "Canvas", students), folder / "killed.sqlite"
    command, started = real_command(made.download, results, 2), time.monotonic()
    graded_with_kills(command, results, sum(seconds[name] for name in names) / 2)
    wrong = faults_in(gradebook(results), made.expected)
    taken = f"{gradings_in(results)} gradings, {KILLS} kills, {time.monotonic() - started:.0f} s"
    print(f"{len(names)} submissions of {len(kinds)} kinds, {taken}, {len(wrong)} wrong scores")
    print("\n".join(wrong[:10]))
    return not wrong


def main() -> None:
    with TemporaryDirectory() as folder:
        sys.exit(not check_killed(int((sys.argv[1:] or ["1000"])[0]), Path(folder)))


if __name__ == "__main__":
    main()
