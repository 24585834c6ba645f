"""What is printed while a command runs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

from autograder.safetext import MAX_PRINTABLE, printable_line

Tell = Callable[[str], None]


def complain(what: str) -> None:
    """A path, or what a submission did to the grader, may stand in it: no line but the first
    starts where the grader's own lines do."""
    click.echo("\n  ".join(f"autograder: {what}".split("\n")), err=True)


def in_a_line(what: object) -> str:
    """A message without anything that a terminal would obey."""
    return printable_line(str(what), MAX_PRINTABLE)


MARKS = str.maketrans("✓✗", "+x")


def in_encoding(text: str, stream: TextIO | None) -> str:
    """A report with marks that can be told apart where the usual ones cannot be written.

    The stream is None if it is closed.
    """
    try:
        text.encode(stream.encoding if stream else "utf-8")
    except UnicodeEncodeError:
        return text.translate(MARKS)
    return text


@contextmanager
def progress(total: int) -> Iterator[tuple[Tell, Tell, Callable[[], None]]]:
    """How to print a result, how to complain, and what to call when one of `total` is done.

    Where someone looks on, a bar below what is printed tells how far it is.
    """
    if total < 2 or not sys.stderr.isatty():
        yield click.echo, complain, lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    from rich.text import Text

    console = Console(stderr=True)

    def above(text: str) -> None:
        console.print(Text(text), soft_wrap=True)

    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as bar:
        task = bar.add_task("", total=total)
        yield (
            above if sys.stdout.isatty() else click.echo,
            lambda what: above(f"autograder: {what}"),
            lambda: bar.advance(task),
        )


def quoted(path: Path) -> str:
    """A path as a shell takes it."""
    text = printable_line(str(path))
    if sys.platform == "win32":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)
