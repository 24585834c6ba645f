"""`autograder doctor`."""

from __future__ import annotations

import sys

import click

from autograder.cli.options import examples


@click.command(epilog=examples("doctor"))
def doctor() -> None:
    """Tell what confines submissions here.

    Each mechanism is tried. Exit status 1 if nothing works: then grade refuses.
    """
    from autograder.sandbox.doctor import examine, lines

    findings, used = examine()
    for line in lines(findings, used):
        click.echo(line)
    sys.exit(0 if used else 1)
