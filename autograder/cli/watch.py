"""`check --watch`: check again after each save."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import click

from autograder.assignment import Assignment
from autograder.cli.console import one_line
from autograder.cli.files import UnusableError
from autograder.intake.box import is_archive_file, paths_of
from autograder.intake.entries import IntakeError

POLL_SECONDS = 0.1
Stamps = list[tuple[int, int, int] | None]
"""Time, size and number of each watched file; None for a file that is not there."""


def watch(assignment: Assignment, path: Path, check: Callable[[], object]) -> NoReturn:
    """Check a student's files, and again each time that one changes, until Ctrl-C.

    Raises:
        UnusableError: the work is an archive: its files cannot be edited in place.
        IntakeError: there is no file at the start.
    """
    if is_archive_file(path):
        raise UnusableError(f"{path}: is an archive; --watch needs a folder")
    found = paths_of(assignment, path)
    paths = [*found.values(), *(place.with_name(name) for name, place in found.items())]
    checked = list(map(_stamp, paths))
    check()
    while True:
        click.echo("Waiting for you to save a file; Ctrl-C ends this.")
        checked = _next_stamps(paths, checked)
        click.clear()
        try:
            check()
        except IntakeError as error:  # Some editors remove a file before they write it.
            click.echo(one_line(error))
        gc.unfreeze()  # A session freezes what it leaves behind.
        gc.collect()


def _next_stamps(paths: list[Path], before: Stamps) -> Stamps:
    """Wait until a file has changed and all stay the same: an editor may write one in steps."""
    earlier = before
    while True:
        time.sleep(POLL_SECONDS)
        now = list(map(_stamp, paths))
        if now == earlier != before:
            return now
        earlier = now


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
