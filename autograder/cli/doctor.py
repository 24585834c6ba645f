"""`autograder doctor`."""

from __future__ import annotations

import sys

import click


@click.command()
def doctor() -> None:
    """Show what can confine submissions on this machine.

    Each mechanism is tried. Exit status 1 if none works; grade then refuses to run.

    \b
    Examples:
      autograder doctor                      can submissions be confined on this system?
    """
    from autograder.sandbox.doctor import examine, report_lines

    findings, used = examine()
    for line in report_lines(findings, used):
        click.echo(line)
    sys.exit(0 if used else 1)
