"""A student's own work: the files, their assignment, and how the student named them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from autograder.assignment import KIT, Assignment, names
from autograder.cli.console import check_command, is_packed, shell_quoted
from autograder.cli.grade import require_own_kit
from autograder.intake.box import list_submission
from autograder.intake.detect import detect_assignment


@dataclass(frozen=True)
class OwnWork:
    """A student's files and the assignment; `arguments` name them as on the command line."""

    assignment: Assignment
    folder: Path
    arguments: str = ""

    def command(self, options: str) -> str:
        """Return the command that checks the same files with some options."""
        return " ".join(filter(None, [check_command(), self.arguments, options]))


def own_work(
    context: click.Context, assignment: str | None, path: Path | None, kit: Path
) -> OwnWork:
    """Find a student's files and their assignment, which check.pyz knows."""
    if is_packed() and len(names(KIT)) == 1:
        if assignment and path is None and assignment not in names(KIT):
            path = Path(assignment)
        assignment = names(KIT)[0]
    is_named = path or (assignment and not is_packed())
    chosen, folder = detect_assignment(assignment, path, kit)
    require_own_kit(kit, folder)
    if folder == Path():  # A refusal names it in full: the terminal may be in the wrong one.
        list_submission(chosen, folder.resolve()).usable_files()
    arguments = []
    if is_named:
        arguments += [*([] if is_packed() else [chosen.name]), shell_quoted(folder)]
    if not is_packed() and context.get_parameter_source("kit") is ParameterSource.COMMANDLINE:
        arguments += ["--kit", shell_quoted(kit)]
    if chosen.has_reference and any(part.needs is None for part in chosen.parts):
        from autograder.authoring.needs import with_needs  # A student's bundle may lack it.

        chosen = with_needs(chosen)
    return OwnWork(chosen, folder, " ".join(arguments))
