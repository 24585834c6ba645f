"""The instructor's page on the files of a student, which marks the lines at which tests fail."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from autograder.course.failing_lines import FailingLine, find_failing_lines
from autograder.course.page_names import page_name
from autograder.course.page_templates import (
    MAX_CHARACTERS_SHOWN,
    MAX_LINES_SHOWN,
    render_page,
)
from autograder.course.results import Results
from autograder.course.saved_submissions import contents_of
from autograder.judge.sources import source_text

MAX_TESTS_PER_MARK = 5


def files_page(results: Results, row: sqlite3.Row, report: Mapping[str, Any] | None) -> str:
    """Return a student's files, with marks on the lines at which tests failed."""
    about = results.rows("SELECT * FROM submissions WHERE id = ?", row["submission"])[0]
    score = [] if row["score"] is None else [f"{row['score']:g} of {row['out_of']:g}"]
    late = ["late"] if row["late"] else []
    contents = contents_of(results, row["submission"])
    texts = {name: source_text(contents[name]) for name in sorted(contents)}
    failing = find_failing_lines(report, texts) if report else {}
    return render_page(
        "files_page.html",
        student=row["student"],
        name=row["name"],
        report=f"{page_name(row['student'])}.html" if report else "",
        facts=[
            *score,
            row["status"],
            row["platform"],
            row["folder"],
            row["submitted"] or "",
            *late,
        ],
        notes=[
            *json.loads(about["notes"]),
            *json.loads(about["unusable"]).values(),
            *([row["message"]] if row["message"] else []),
        ],
        files=[
            {"name": name, "lines": list(_lines(place, name, text, failing))}
            for place, (name, text) in enumerate(texts.items())
        ],
    )


def _lines(
    place: int, name: str, text: str, failing: Mapping[tuple[str, int], FailingLine]
) -> Iterator[dict[str, Any]]:
    """Yield the first lines of a file, each with its marks, and an anchor if it has one."""
    for number, line in enumerate(text.split("\n")[:MAX_LINES_SHOWN], 1):
        marks = failing.get((name, number), {})
        yield {
            "number": number,
            "text": line[:MAX_CHARACTERS_SHOWN],
            "anchor": f"file{place}-line{number}" if marks else "",
            "marks": [(what, len(tests), _sentences(tests)) for what, tests in marks.items()],
        }


def _sentences(tests: Sequence[str]) -> list[str]:
    """Return the sentences of tests, each with the number of tests that have it."""
    counts = Counter(tests).most_common()
    shown = [f"{says} ({n} tests)" if n > 1 else says for says, n in counts[:MAX_TESTS_PER_MARK]]
    more = sum(n for _, n in counts[MAX_TESTS_PER_MARK:])
    return [*shown, *([f"and {more} more test{'s' if more > 1 else ''}"] if more else [])]
