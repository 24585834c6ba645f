"""The progress of a class: a bar with rate, time left, scores and last failures, or plain lines."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from autograder.safetext import last_line, printable_line

if TYPE_CHECKING:
    from autograder.course.grading import GradedSubmission

    Show = Callable[[str, GradedSubmission], None]

TENTHS = 10
FAILURES_SHOWN = 3
BARS = " ▁▂▃▄▅▆▇█"


@contextmanager
def course_progress(total: int) -> Iterator[Show]:
    """Yield a function that shows the next result, on standard error."""
    if sys.stderr and sys.stderr.isatty():
        yield from _bar(total)
    else:
        done = 0

        def show(student: str, graded: GradedSubmission) -> None:
            nonlocal done
            done += 1
            click.echo(f"{done} of {total}  {progress_line(student, graded)}", err=True)

        yield show


def progress_line(student: str, graded: GradedSubmission) -> str:
    """Return a result in one line."""
    who = printable_line(student, 60)
    if not graded.report:
        fault = printable_line(last_line(graded.message))
        return f"{who}: not graded, a fault of the grader: {fault}"
    text = f"{who}: {graded.report['score']:g} of {graded.report['out_of']:g}"
    return f"{text}, {graded.message}" if graded.message else text


def _bar(total: int) -> Iterator[Show]:
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft
    from rich.text import Text

    bar = Progress(BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeLeft())
    task = bar.add_task("", total=total, rate="")
    scores: Counter[int] = Counter()
    failures: deque[str] = deque(maxlen=FAILURES_SHOWN)

    with Live(bar, console=Console(stderr=True), transient=True, redirect_stdout=False) as live:

        def show(student: str, graded: GradedSubmission) -> None:
            if graded.report and graded.report["out_of"]:
                share = graded.report["score"] / graded.report["out_of"]
                scores[min(int(TENTHS * share), TENTHS - 1)] += 1
            if graded.message:
                failures.append(progress_line(student, graded))
            bar.advance(task)
            elapsed = bar.tasks[0].elapsed or 1
            bar.update(task, rate=f"{60 * bar.tasks[0].completed / elapsed:.0f} a minute")
            lines = [Text(f"scores 0% {histogram(scores)} 100%"), *map(Text, failures)]
            live.update(Group(bar, *lines))

        yield show


def histogram(scores: Counter[int]) -> str:
    """Return how many submissions are in each tenth of the scores, as bars of one character."""
    most = max(scores.values(), default=1)
    steps = len(BARS) - 1
    return "".join(BARS[-(-steps * scores[tenth] // most)] for tenth in range(TENTHS))
