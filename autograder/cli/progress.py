"""The progress bar of commands that make or process many puzzles."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from autograder.cli.console import print_error

Print = Callable[[str], None]


@contextmanager
def progress(total: int) -> Iterator[tuple[Print, Print, Callable[[], None]]]:
    """Yield three functions: print a result, print an error, count one of `total` items as done.

    On a terminal, a progress bar is shown below the printed lines.
    """
    if total < 2 or not (sys.stderr and sys.stderr.isatty()):
        yield click.echo, print_error, lambda: None
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
            above if sys.stdout and sys.stdout.isatty() else click.echo,
            lambda message: above(f"autograder: {message}"),
            lambda: bar.advance(task),
        )
