"""The tests that fail most in a class."""

from __future__ import annotations

from dataclasses import dataclass, replace

from autograder.course.results import Results


@dataclass(frozen=True)
class FailingTest:
    """A test that students fail: its row that most fail, and the `keys` of all rows that fail."""

    part: str
    says: str
    hidden: bool
    failed: int
    students: int
    keys: tuple[str, ...]

    @property
    def others(self) -> str:
        more = len(self.keys) - 1
        return f"{more} more like it" if more else ""


def find_failing_tests(results: Results, most: int) -> list[FailingTest]:
    """Return the tests that fail most; the rows of a test's table are one."""
    found: dict[str, FailingTest] = {}
    for row in results.rows("SELECT * FROM test_pass_rates WHERE pass_rate < 1"):
        test = "/".join(row["key"].split("/")[:3])
        if known := found.get(test):
            found[test] = replace(known, keys=(*known.keys, row["key"]))
            continue
        failed, hidden = row["students"] - row["passed"], bool(row["hidden"])
        found[test] = FailingTest(
            row["part"], row["says"], hidden, failed, row["students"], (row["key"],)
        )
    return list(found.values())[:most]
