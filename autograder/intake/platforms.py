"""How platforms name the files of a download: Canvas, Moodle, GitHub Classroom, and by hand."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from autograder.intake.archive import SUFFIXES, Entry, suffix
from autograder.intake.download_entries import GIT
from autograder.intake.handed_in import ONLINE_TEXT, HandedIn, Participant
from autograder.intake.listing import EntryKind, printable_name

CANVAS = re.compile(
    r"(?:(?P<name>.*?)_)??(?P<late>LATE_)?(?P<user>anon_[A-Za-z0-9]{5}|(?<=_)\d+)_"
    r"(?:(?P<number>\d+)_(?P<file>.+)|(?:text|link)\.html)",
    re.DOTALL,
)
"""The last number is that of a file: the files of one submission have different ones."""
MOODLE = re.compile(
    r"(?P<name>.*?)_(?P<user>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?/?(?P<file>.*)",
    re.DOTALL,
)
"""The first match counts: what follows is named by the student."""
CLONES = "-submissions"
"""The end of the name of the folder that GitHub Classroom puts clones into."""


def without_wrapper(entries: Sequence[Entry], pattern: re.Pattern[str]) -> Sequence[Entry]:
    """Leave out folders around everything, if names in a platform's form are inside."""
    found = entries
    while found and not are_named(pattern, found):
        same_top = len({entry.parts[0] for entry in found}) == 1
        found = [inside(entry, 1) for entry in found if same_top and len(entry.parts) > 1]
    return found or entries


def inside(entry: Entry, depth: int) -> Entry:
    """Return an entry as seen from a folder that it is in."""
    return replace(entry, parts=entry.parts[depth:])


def with_path(entry: Entry, path: str) -> Entry:
    return replace(entry, parts=tuple(part for part in path.split("/") if part))


def are_named(pattern: re.Pattern[str], entries: Iterable[Entry]) -> bool:
    """Are half of the names at the top in a platform's form?"""
    tops = {entry.parts[0] for entry in entries}
    matching = sum(bool(pattern.fullmatch(top)) for top in tops)
    return 2 * matching >= len(tops) > 0


def matching(
    pattern: re.Pattern[str], entries: Iterable[Entry], platform: str, problems: list[str]
) -> Iterator[tuple[Entry, re.Match[str]]]:
    """Yield the entries whose paths are in a platform's form; add the others to the problems."""
    for entry in entries:
        if match := pattern.fullmatch("/".join(entry.parts)):
            yield entry, match
        else:
            problems.append(
                f"{printable_path(entry)}: not named as {platform} names files; not read"
            )


def read_canvas(entries: Iterable[Entry]) -> tuple[list[HandedIn], list[str]]:
    """Group loose files NAME_USER_NUMBER_FILE by user; return problems with other files, too.

    A user's files are in the order of their numbers, and their folder is the name of the last.
    In anonymous grading, USER is `anon_ID`, without a name.
    """
    found: dict[str, list[tuple[int, HandedIn]]] = {}
    problems: list[str] = []
    for entry, match in matching(CANVAS, entries, "Canvas", problems):
        prefix = match.string[: match.end("number" if match["file"] else "user")]
        member = Participant(match["user"], match["name"] or "")
        files = [with_path(entry, match["file"] or ONLINE_TEXT)]
        one = HandedIn((member,), "Canvas", prefix, files, late=bool(match["late"]))
        found.setdefault(member.id, []).append((int(match["number"] or 0), one))
    return [merged(files) for files in found.values()], problems


def merged(files: list[tuple[int, HandedIn]]) -> HandedIn:
    """Return one user's files as one submission; each of them has its number."""
    in_order = [one for _, one in sorted(files, key=lambda pair: pair[0])]
    last = in_order[-1]
    last.late = any(one.late for one in in_order)
    last.entries = [entry for one in in_order for entry in one.entries]
    return last


def read_moodle(entries: Iterable[Entry]) -> tuple[list[HandedIn], list[str]]:
    """Group files in or after `Full Name_ID_assignsubmission_file` by participant."""
    found: dict[str, HandedIn] = {}
    problems: list[str] = []
    for entry, match in matching(MOODLE, entries, "Moodle", problems):
        folder = match.string[: match.start("file")].rstrip("/")
        member = Participant(match["user"], match["name"])
        handed_in = found.setdefault(match["user"], HandedIn((member,), "Moodle", folder))
        if match["kind"] == "file":
            handed_in.folder = folder
        else:
            handed_in.notes = ["online text was handed in; it is not graded"]
        if match["file"]:
            handed_in.entries.append(with_path(entry, match["file"]))
    return list(found.values()), problems


def read_by_hand(
    entries: Sequence[Entry], expected: Sequence[str]
) -> tuple[list[HandedIn], list[str]]:
    """Read a folder or a file for each student: `ID/`, `ID.py`, `ID.zip`."""
    found: dict[str, HandedIn] = {}
    problems = []
    for entry in entries:
        top = entry.parts[0]
        if top in GIT:  # The submissions are kept in a repository.
            continue
        if ".." in entry.parts:
            problems.append(f"{printable_path(entry)}: points outside the download; not read")
            continue
        loose = len(entry.parts) == 1 and entry.kind is not EntryKind.FOLDER
        if loose and (top in expected or suffix(top) not in (".py", *SUFFIXES)):
            problems.append(
                f"{printable_path(entry)}: not a student's file (ID.py or ID.zip); not read"
            )
            continue
        # macOS may take letters and their accents apart.
        student = unicodedata.normalize("NFC", without_suffixes(top) if loose else top)
        handed_in = found.setdefault(student, HandedIn((Participant(student),), "by hand", top))
        if handed_in.folder != top:
            names = sorted(map(printable_name, (handed_in.folder, top)))
            handed_in.fault = f"{' and '.join(names)}: two submissions of one student; keep one"
        handed_in.entries.append(entry if loose else inside(entry, 1))
    for handed_in in found.values():
        handed_in.entries = [entry for entry in handed_in.entries if entry.parts]
    return list(found.values()), problems


def are_clones(entries: Sequence[Entry], folder: str) -> bool:
    """Is this the folder of GitHub Classroom, or are half of the submissions in it clones?

    A single student may have handed in `.git`, too.
    """
    loose = {entry.parts[0] for entry in entries if is_loose(entry)}
    folders = {entry.parts[0] for entry in entries if len(entry.parts) > 1}
    clones = {entry.parts[0] for entry in entries if not GIT.isdisjoint(entry.parts[1:2])}
    if folder.endswith(CLONES) and not loose:
        return True
    return 2 * len(clones) >= len(loose | folders) > 0


def is_loose(entry: Entry) -> bool:
    """Is it a file that may be all that a student handed in: `ID.py` or `ID.zip`?"""
    is_file = len(entry.parts) == 1 and entry.kind is not EntryKind.FOLDER
    return is_file and suffix(entry.parts[0]) in (".py", *SUFFIXES)


def read_clones(
    entries: Sequence[Entry], folder: str, assignment: str, known: Mapping[str, object]
) -> tuple[list[HandedIn], list[str]]:
    """Read clones `ASSIGNMENT-USER/`; not the times of commits, which students can set.

    `folder` is the name of the folder that they are in, `known` has the users of the roster.
    """
    folders = [e for e in entries if len(e.parts) > 1 or e.kind is EntryKind.FOLDER]
    handed_in, problems = read_by_hand(folders, ())
    problems += [
        f"{printable_path(entry)}: not a clone; put it into a folder of its own; not read"
        for entry in entries
        if is_loose(entry)
    ]
    names = [each.id for each in handed_in]  # In one normal form, unlike the folders.
    folder = unicodedata.normalize("NFC", folder)
    of_folder = f"{folder.removesuffix(CLONES)}-" if folder.endswith(CLONES) else ""
    if not all(name.startswith(of_folder) for name in names):
        of_folder = ""
    prefix = prefix_of_roster(names, known, 2 if of_folder else 1)
    if prefix is None:
        prefix = of_folder or common_prefix(names, assignment)
    taken = {name.removeprefix(prefix).casefold() for name in names if name.startswith(prefix)}
    for each in handed_in:
        each.platform = "GitHub Classroom"
        user = each.id.removeprefix(prefix)
        if not each.id.startswith(prefix):
            free = (end for end in ends_of(each.id) if end.casefold() not in taken)
            user = next((end for end in free if end.casefold() in known), user)
        each.members = (Participant(user),)
    return handed_in, problems


def prefix_of_roster(names: Sequence[str], known: Mapping[str, object], least: int) -> str | None:
    """Return what comes before a user of the roster in most names; None if in fewer than `least`.

    A single name may end with another student's: `hw1-my-ada`, which is the user `my-ada`.
    """
    counts = Counter(
        name.removesuffix(end) for name in names for end in ends_of(name) if end.casefold() in known
    )
    found = {prefix: count for prefix, count in counts.items() if count >= least}

    def evidence(prefix: str) -> tuple[int, int, int]:
        return found[prefix], sum(name.startswith(prefix) for name in names), -len(prefix)

    return max(found, key=evidence, default=None)


def ends_of(name: str) -> list[str]:
    """Return the name, and what follows each of its hyphens, the longest first."""
    parts = name.split("-")
    return ["-".join(parts[start:]) for start in range(len(parts))]


def common_prefix(names: Sequence[str], assignment: str) -> str:
    """Return what all names begin with, up to a hyphen; the assignment's name if there is one."""
    first, last = min(names, default=""), max(names, default="")
    shared = next((first[:i] for i in range(len(first), 0, -1) if last.startswith(first[:i])), "")
    prefix = shared[: shared.rfind("-") + 1]
    known = re.match(rf"(?:.*-)?{re.escape(assignment)}-", prefix)
    return known[0] if known else prefix


def without_suffixes(name: str) -> str:
    stem = name
    while suffix(stem) in (".py", *SUFFIXES):
        stem = os.path.splitext(stem)[0]
    return stem


def printable_path(entry: Entry) -> str:
    return printable_name("/".join(entry.parts))
