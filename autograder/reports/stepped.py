"""A failing call, line by line: as a page that steps through it, and as a table for a terminal."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from autograder.html_page import page_file, render_page
from autograder.report import Detail, Report, Step, TestResult
from autograder.reports.next_step import failed_tests, next_step
from autograder.safetext import printable_line

MAX_ROWS, MAX_CODE, MAX_VALUE = 40, 44, 60
"""Of the table: how many rows, the last ones, and the widths of its columns."""


def first_with_steps(report: Report) -> TestResult | None:
    """Return the first failing test with steps, beginning with the part to begin with, if any."""
    first = next_step(report.parts)
    parts = [*([first.part] if first else []), *report.parts]
    tests = chain.from_iterable(map(failed_tests, parts))
    return next((test for test in tests if test.detail and test.detail.steps), None)


def steps_table(test: TestResult, sources: Mapping[str, str]) -> str:
    """Return the steps of a test as text, the last ones if they are many."""
    detail = test.detail
    assert detail
    rows = [_row(number, step, sources) for number, step in enumerate(detail.steps, 1)]
    hidden = len(rows) - MAX_ROWS
    before = [f"  … {hidden} steps before these; the page has all"] if hidden > 0 else []
    head = [f"✗ {test.says}", f"  {detail.message}", f"  {detail.call}".rstrip(), ""]
    return "".join(f"{line}\n" for line in [*head, *before, *rows[-MAX_ROWS:], *_end(detail)])


def _row(number: int, step: Step, sources: Mapping[str, str]) -> str:
    code = _code(step, sources)
    code = code if len(code) <= MAX_CODE else f"{code[: MAX_CODE - 1]}…"
    values = ", ".join(
        f"{name} {'=' if name in step.variables else 'is'} {text}"
        for name, text in step.values
        if text
    )
    values = values if len(values) <= MAX_VALUE else f"{values[: MAX_VALUE - 1]}…"
    gap = "  …\n" if step.after_gap else ""
    return f"{gap}  {number:>4}  line {step.line:<4} {code:{MAX_CODE}}  {values}".rstrip()


def _code(step: Step, sources: Mapping[str, str]) -> str:
    lines = sources.get(step.file, "").split("\n")
    line = lines[step.line - 1] if step.line <= len(lines) else ""
    return printable_line(line.rstrip().expandtabs(4))


def _end(detail: Detail) -> Iterator[str]:
    yield ""
    for label, text in ((detail.returned_label, detail.returned), ("expected", detail.expected)):
        if text:
            yield f"  {label}  {text}".replace("\n", "\n            ")


def page(test: TestResult, title: str, sources: Mapping[str, str]) -> str:
    """Return the page. It opens at the last step, where a wrong value is returned."""
    detail = test.detail
    assert detail
    names = dict.fromkeys(step.file for step in detail.steps)
    data = {
        "steps": [*_steps(detail.steps)],
        "files": {name: sources.get(name, "").split("\n") for name in names},
        "start": len(detail.steps) - 1,
    }
    return render_page(
        __package__,
        "step_page.html",
        page_file(__package__, "step_page.css"),
        page_file(__package__, "step_page.js"),
        data,
        title=title,
        test=test,
        detail=detail,
        count=len(detail.steps),
    )


def _steps(steps: Sequence[Step]) -> Iterator[dict[str, Any]]:
    """Yield what the page shows at each step: the variables of its call, of which some changed."""
    of_calls: dict[int, dict[str, str]] = {}
    for step in steps:
        known = {} if step.begins else of_calls.get(step.call, {})
        values = dict(step.values)
        now = {name: values[name] for name in step.variables if values[name]}
        of_calls[step.call] = {**known, **now}
        yield {
            "file": step.file,
            "line": step.line,
            "function": step.function,
            "call": step.call,
            "pass": step.is_pass,
            "gap": step.after_gap,
            "variables": [
                [name, text, name in now and known.get(name) != text, board_in(text)]
                for name, text in of_calls[step.call].items()
            ],
            "values": [pair for pair in step.values if pair[0] not in now and pair[1]],
        }


def board_in(text: str) -> list[list[str]]:
    """Return the rows of a list of lists of one length that a text shows; [] if it is none."""
    try:
        rows = ast.literal_eval(text) if text.startswith("[[") else []
    except (SyntaxError, ValueError):
        return []
    if len(rows) < 2 or {*map(type, rows)} != {list} or len({*map(len, rows)}) != 1:
        return []
    return [[str(cell) for cell in row] for row in rows]
