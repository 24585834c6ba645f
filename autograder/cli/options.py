"""Options that several commands share, and exit statuses."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from autograder.assignment import KIT, Assignment, load, names
from autograder.cli.console import is_packed
from autograder.intake.detect import assignments_of

UNUSABLE, GRADER_FAILED, STOPPED = 2, 3, 130
"""Exit statuses: an input cannot be used; the grader itself failed; a signal stopped it."""


path_argument = click.Path(path_type=Path)

check_option = click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; fail if a byte would change."
)
whitespace_option = click.option(
    "--whitespace",
    type=click.Choice(["exact", "lenient"]),
    default="exact",
    help="How program output is compared; lenient compares words only.",
)
unconfined_option = click.option(
    "--allow-unconfined",
    is_flag=True,
    help="Grade even where submissions cannot be confined. Only for code that you trust.",
)


report_option = click.option(
    "--json",
    "json_file",
    type=click.Path(readable=False),
    metavar="FILE",
    help="Write the report as JSON; - prints it.",
)

page_option = click.option(
    "--html",
    "html_file",
    type=click.Path(readable=False, allow_dash=False),
    metavar="FILE",
    help="Write the report as a page for a browser.",
)


def is_kit(folder: Path) -> bool:
    return (folder / "autograder" / "assignments").is_dir()


def default_kit() -> Path:
    """Return the kit to use when none is named.

    That is the current folder if it is a kit, else this repository. An installed package is not a
    repository: then it is the folder around the virtual environment, if that is a kit. For
    check.pyz, what looks like a kit in the current folder is the student's.
    """
    if is_kit(Path()) and not is_packed():
        return Path.cwd()
    if names(KIT):
        return KIT
    around = Path(sys.prefix).parent
    return around if is_kit(around) else Path.cwd()


kit_option = click.option(
    "--kit",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=default_kit,
    is_eager=True,
    hidden=is_packed(),
    help="Folder with reference/, starter/, inputs/, expected/, handout/ and "
    "autograder/assignments/; by default the current folder if it has them, else this repository.",
)
"""The kit; it is read first, since it decides which names other options may have."""


def _loaded(
    context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]
) -> list[Assignment]:
    kit = context.params.pop("kit").absolute()
    return [load(name, kit) for name in dict.fromkeys(names) or assignments_of(kit)]


def assignments_argument(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command process the named assignments of a kit, or all of them."""
    argument = click.argument("assignments", metavar="[NAME]...", nargs=-1, callback=_loaded)
    return argument(kit_option(command))
