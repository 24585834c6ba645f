"""GitHub Classroom and Classroom 50: a clone `ASSIGNMENT-USER` for each student."""

from __future__ import annotations

import os.path
from dataclasses import replace

from autograder.course.platforms import by_hand
from autograder.course.students import Student
from autograder.course.submissions import Download, Submission
from autograder.intake.entries import GIT, IntakeError, printable_name

NAME, FORM = "GitHub Classroom", "ASSIGNMENT-USER/"
CLONES = "-submissions"
"""The end of the name of the folder that GitHub Classroom puts clones of an assignment into."""


def signs(download: Download) -> set[str]:
    """Return the folders that are clones, or all of a folder of these."""
    if download.around.endswith(CLONES) and not any(map(by_hand.is_loose, download.entries)):
        return download.tops
    clones = {entry.parts[0] for entry in download.entries if entry.parts[1:2] == (GIT,)}
    is_work = len(clones) == 1 and not download.is_outermost  # In the folder of the only student.
    return set() if is_work else clones


def read(download: Download) -> list[Submission]:
    """Read clones; not the times of commits, which students can set.

    In a folder `ASSIGNMENT-submissions`, that comes before the users' names; otherwise, what all
    names have in common, up to a hyphen.

    Raises:
        IntakeError: there is only one clone, whose name cannot be divided.
    """
    loose = [entry for entry in download.entries if by_hand.is_loose(entry)]
    download.unread += [entry for entry in loose if by_hand.is_of_student(entry, ())]
    folders = [entry for entry in download.entries if entry not in loose]
    found = by_hand.read(replace(download, entries=folders))
    names = [one.id for one in found]
    prefix = f"{download.around.removesuffix(CLONES)}-"
    if not download.around.endswith(CLONES) or not all(name.startswith(prefix) for name in names):
        shared = os.path.commonprefix(names)  # noqa: RUF071 - They are no paths.
        prefix = shared[: shared.rfind("-") + 1]
        if len(names) == 1 and prefix:
            raise IntakeError(
                f"which part of {printable_name(names[0])} is the user? Put it into a folder named "
                f"ASSIGNMENT{CLONES}, as GitHub Classroom does"
            )
    for one in found:
        user = one.id.removeprefix(prefix)
        one.students, one.platform = (Student(user, platform_id=user),), NAME
    return found
