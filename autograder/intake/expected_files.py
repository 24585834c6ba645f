"""The expected files among the entries of a folder or an archive, and what may be wrong."""

from __future__ import annotations

import codecs
import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from autograder.assignment import Assignment
from autograder.intake.entries import (
    CORRUPT,
    MAX_ARCHIVE_BYTES,
    MAX_DEPTH,
    MAX_FILE_BYTES,
    SUFFIXES,
    ZIP,
    Entry,
    EntryKind,
    IntakeError,
    archive_entries,
    not_a_file,
    printable_name,
    suffix,
    too_large,
)
from autograder.judge.python_source import is_test_file
from autograder.judge.sources import source_encoding
from autograder.left_behind import is_hidden

MAX_NAMES_SHOWN = 8
MAX_ARCHIVES = 4
MAX_NESTING = 2
"""A platform may pack the archive that a student has packed."""
NOTEBOOK = ".ipynb"
EXPORT = "export its code as"
DOCUMENTS = {
    b"{\\rtf": "an RTF document",
    b"%PDF-": "a PDF document",
    **dict.fromkeys(ZIP, "a zip or an office document"),
}
"""By the first bytes of a file."""
PROGRAM = re.compile(r"(.+?)(?:\.pyw?)+(?:\.txt)?", re.IGNORECASE)
"""Names of Python files, also where a system hides that it has added `.txt`."""
MIN_LIKENESS = 0.7


@dataclass
class Listing:
    """What is in a submission, without folders around everything; messages call it `where`.

    Of the expected files, `contents` has those that could be read, `faults` the reasons why others
    could not, and `paths` and `places` say where both are. Several files may be one in `unsure`. If
    it is a guess, the name of the file says nothing.
    """

    where: str
    assignment: Assignment
    entries: Sequence[Entry] = ()
    contents: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: dict[str, Path] = field(default_factory=dict)
    unsure: dict[str, list[str]] = field(default_factory=dict)
    is_guess: bool = False

    def add(self, name: str, found: Sequence[Entry]) -> None:
        """Read an expected file, if only one file was found that may be it.

        Raises:
            IntakeError: it is there twice, the grader may not read it, or it is damaged.
        """
        if len(found) > 1:
            self.unsure[name] = [entry.path for entry in found]
            if len(set(self.unsure[name])) == 1:
                fault = f"holds {found[0].path} {len(found)} times; pack only the one to grade"
                raise IntakeError(f"{self.where} {fault}")
        elif found:
            [entry] = found
            self.paths[name], self.places[name] = entry.parts, entry.place
            if entry.kind is not EntryKind.FILE:
                self.faults[name] = not_a_file(name, entry.kind)
            elif entry.size > MAX_FILE_BYTES:
                self.faults[name] = too_large(name, entry.size, MAX_FILE_BYTES)
            else:
                self.contents[name] = read_entry(entry, MAX_FILE_BYTES, self.where)

    @property
    def has_expected_files(self) -> bool:
        return bool(self.paths)

    @property
    def renamed(self) -> dict[str, str]:
        """The paths of files that have another name, or are in a folder beside others."""
        return {n: "/".join(path) for n, path in self.paths.items() if path != (n,)}

    @property
    def folder(self) -> tuple[str, ...]:
        """The folder of the first file."""
        return next((path[:-1] for path in self.paths.values()), ())

    @property
    def beside(self) -> list[Entry]:
        """What is in that folder."""
        depth = len(self.folder)
        return [e.inside(depth) for e in self.entries if e.parts[:-1] == self.folder]

    @property
    def files(self) -> list[Entry]:
        """The files in that folder."""
        return [entry for entry in self.beside if entry.kind is EntryKind.FILE]

    @property
    def ungraded(self) -> list[str]:
        """The names of Python files beside the expected ones, which are not graded."""
        known = {*self.assignment.files, *self.assignment.provided, *self.renamed.values()}
        names = (file.path for file in self.files if program_stem(file.path))
        return sorted({*names} - known)

    def usable_files(self) -> tuple[dict[str, bytes], dict[str, str]]:
        """Return the contents of the files that can be graded, and why the others cannot.

        Raises:
            IntakeError: none of the expected files is there and can be read.
        """
        reasons = {name: self.unusable_reason(name) for name in self.assignment.files}
        if all(reasons.values()):
            raise IntakeError("; ".join(reasons.values()))
        contents = {name: self.contents[name] for name in reasons if not reasons[name]}
        return contents, {name: reason for name, reason in reasons.items() if reason}

    def unusable_reason(self, name: str) -> str:
        """Return why a file is not used; empty if it is."""
        if name in self.contents:
            fault = reading_fault(name, self.contents[name])
            own_name = printable_name("/".join(self.paths[name]))
            return f"{own_name} cannot be read: {fault}" if fault else ""
        return self.faults.get(name) or self._missing(name)

    def _missing(self, name: str) -> str:
        """Say that a file is missing, and what is there instead."""
        where = "/".join([self.where, *map(printable_name, self.folder)])
        missing = f"{name} is missing in {where}"
        if unsure := self.unsure.get(name):
            return f"{missing}; found: {join_names(unsure)}: keep or name only the right one"
        stem, _, extension = name.rpartition(".")
        notebooks = [file.path for file in self.files if suffix(file.path) == NOTEBOOK]
        as_named = [each for each in notebooks if each.casefold() == f"{stem}{NOTEBOOK}".casefold()]
        for notebook in as_named or notebooks[:1]:
            return f"{missing}; {printable_name(notebook)} is a notebook: {EXPORT} {name}"
        # If there are too many to show, files of the same kind are the likely ones.
        own, depth = self.assignment.files, len(self.folder)
        inside = {e.parts[depth] for e in self.entries if e.parts[:depth] == self.folder}
        names = sorted(
            (other for other in inside if not is_hidden(other)),
            key=lambda other: (not other.endswith(f".{extension}") or other in own, other),
        )
        return f"{missing}; found: {join_names(names) or 'nothing'}"


def join_names(names: Sequence[str]) -> str:
    """Join the first few names."""
    return ", ".join(map(printable_name, names[:MAX_NAMES_SHOWN])) + (
        ", …" if len(names) > MAX_NAMES_SHOWN else ""
    )


def several_files(where: str, expected: Sequence[str]) -> str:
    """Explain that a single file of another name may be any of those expected."""
    names = join_names(expected)
    return f"{where}: the assignment expects {names}; put them into a folder or a zip"


def normalized(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def program_stem(name: str) -> str:
    """Return the name of a Python file, without suffixes and in small letters; else nothing."""
    match = PROGRAM.fullmatch(normalized(name))
    return match[1] if match else ""


def meant(name: str, assignment: Assignment) -> str:
    """Return the file of the assignment that a file of another name is meant to be; else nothing.

    That of a Python file has the other as a word, as in `Copy of work.py` or `work (1).py`; `work`
    and `work.txt` have only lost a suffix.
    """
    stem, whole = program_stem(name), normalized(name)
    own = {program_stem(file) or normalized(file): file for file in assignment.files}
    if not stem:
        return own.get(whole) or own.get(whole.removesuffix(".txt"), "")
    known = {program_stem(file): file for file in assignment.provided} | own
    words = [
        other
        for other in alike(stem, known)
        if re.search(rf"(?<![^\W_]){re.escape(other)}(?![^\W_])", stem)
    ]
    return known[max(words, key=len)] if words else ""


def misspelt(name: str, assignment: Assignment) -> str:
    """Return the expected file whose name a Python file nearly has; else nothing."""
    stem, own = program_stem(name), {program_stem(file): file for file in assignment.files}
    found = difflib.get_close_matches(stem, alike(stem, own), 1, MIN_LIKENESS)
    return own[found[0]] if found else ""


def alike(stem: str, others: Iterable[str]) -> list[str]:
    """Return the names that are, as this one, of tests or of none."""
    of_tests = is_test_file(f"{stem}.py")
    return [other for other in others if other and is_test_file(f"{other}.py") == of_tests]


def may_be_own(name: str, assignment: Assignment) -> bool:
    """Return whether a Python file is neither one of tests nor meant to be a provided one."""
    stem = program_stem(name)
    is_own = meant(name, assignment) not in assignment.provided
    return bool(stem) and not is_test_file(f"{stem}.py") and is_own


def reading_fault(name: str, data: bytes) -> str:
    """Return why a file is not a text that Python could decode; empty if it is."""
    for start, kind in DOCUMENTS.items():
        if data.startswith(start):
            return f"it is {kind}; save the program as plain text"
    if data.lstrip().startswith(b"{") and b'"cells"' in data and b'"nbformat"' in data:
        return f"it is a notebook; {EXPORT} {name}"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:2]:
        return "it is UTF-16 text; save it as UTF-8"
    try:
        encoding = source_encoding(data)
        data.decode(encoding)
    except LookupError as error:
        return f"it declares the encoding {error}, which is not graded; save it as UTF-8"
    except UnicodeDecodeError as error:
        if encoding != "utf-8":  # If that is declared, Python accepts any bytes in comments.
            kind = encoding.upper().removesuffix("-SIG")
            return f"line {line_of(data, error.start)} is not {kind} text; save it as UTF-8"
    if (null := data.find(b"\0")) >= 0:
        return f"line {line_of(data, null)} contains a NUL byte; save it as UTF-8 text"
    return ""


def line_of(data: bytes, position: int) -> int:
    """Return the line number of a position; like Python, count all three kinds of line endings."""
    return len(re.findall(rb"\r\n?|\n", data[:position])) + 1


def find_expected(
    entries: Sequence[Entry], where: str, assignment: Assignment, nesting: int = 0
) -> Listing:
    """Read the expected files from a folder, or from an archive inside `nesting - 1` others.

    Each is the one that is nearest to the top. If there are none, they are in the only archive that
    has any; otherwise, the only Python file is the only one that is expected.

    Raises:
        IntakeError: it is not certain which files are meant, or one may not be read.
    """
    top = common_folder(entries, assignment.files)
    listing = Listing(
        "/".join([where, *map(printable_name, top)]),
        assignment,
        [e.inside(len(top)) for e in entries if e.parts[: len(top)] == top and e.parts != top],
    )
    for name in assignment.files:
        listing.add(name, candidates(name, listing))
    if listing.has_expected_files or listing.unsure:
        return listing
    inside = list(in_archives(listing, nesting))
    found = [each for each in inside if isinstance(each, Listing) and each.has_expected_files]
    named = [each for each in found if not each.is_guess]
    if not named and len(assignment.files) == 1:
        own = [e for e in listing.entries if e.size and may_be_own(e.parts[-1], assignment)]
        listing.is_guess = True
        listing.add(assignment.files[0], nearest(own))
        if own:
            return listing
    found = named or found
    if len(found) > 1:
        places = join_names([each.where.removeprefix(f"{listing.where}/") for each in found])
        raise IntakeError(f"{listing.where}: found in several archives: {places}; keep only one")
    if found:
        return found[0]
    # An archive among many other files is probably not what was handed in.
    if len(inside) != 1 or len(listing.entries) > MAX_NAMES_SHOWN:
        return listing
    if isinstance(inside[0], IntakeError):
        raise inside[0]
    return inside[0]


def common_folder(entries: Sequence[Entry], expected: Sequence[str]) -> tuple[str, ...]:
    """Return the folder that holds everything, as when a folder was packed as a whole."""
    folders = [entry.parts[:-1] for entry in entries if entry.kind is not EntryKind.FOLDER]
    folders = folders or [entry.parts for entry in entries] or [()]
    pairs = zip(min(folders), max(folders), strict=False)  # What these share, all share.
    shared = [part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return tuple(takewhile(lambda part: part not in expected, shared))


def candidates(name: str, listing: Listing) -> list[Entry]:
    """Return what may be an expected file, nearest to the top, perhaps with another name."""
    exact = nearest([entry for entry in listing.entries if entry.parts[-1] == name])
    around = {e.parts[: e.parts.index(name) + 1] for e in listing.entries if name in e.parts[:-1]}
    if around and not exact:
        exact = nearest([Entry(parts, EntryKind.FOLDER) for parts in sorted(around)])
    level = len(exact[0].parts) if exact else MAX_DEPTH + 1
    above = (entry for entry in listing.entries if len(entry.parts) < level and entry.size)
    similar = [entry for entry in above if meant(entry.parts[-1], listing.assignment) == name]
    if similar or exact:
        return nearest(similar) + exact
    known = (*listing.assignment.files, *listing.assignment.provided)
    programs = [e for e in listing.entries if e.size and program_stem(e.parts[-1])]
    others = [entry for entry in nearest(programs) if entry.parts[-1] not in known]
    return [entry for entry in others if misspelt(entry.parts[-1], listing.assignment) == name]


def nearest(entries: Sequence[Entry]) -> list[Entry]:
    level = min((len(entry.parts) for entry in entries), default=0)
    return [entry for entry in entries if len(entry.parts) == level]


def read_entry(entry: Entry, limit: int, where: str) -> bytes:
    """Read a file.

    Raises:
        IntakeError: the grader may not, or it is damaged; neither is the student's fault.
    """
    try:
        return entry.read(limit)
    except PermissionError as error:
        fault = f"{printable_name(entry.parts[-1])} cannot be read by the grader: {error.strerror}"
        raise IntakeError(f"{where}: {fault}; nothing was graded") from None
    except CORRUPT:
        raise IntakeError(f"{where} is damaged or incomplete; pack it again") from None


def in_archives(listing: Listing, nesting: int) -> Iterator[Listing | IntakeError]:
    """Yield what is in each archive, or why that is not known; nothing if there are many."""
    files, where = (e for e in listing.entries if e.kind is EntryKind.FILE), listing.where
    packed = [entry for entry in files if suffix(entry.parts[-1]) in SUFFIXES]
    for entry in packed if len(packed) <= MAX_ARCHIVES else ():
        name = printable_name(entry.parts[-1])
        try:
            if nesting == MAX_NESTING:
                fault = f"{name} is an archive in an archive; pack only your files"
                raise IntakeError(f"{where}: {fault}")
            data = read_entry(entry, MAX_ARCHIVE_BYTES, where)
            inside = name if name == where else f"{where}/{name}"
            yield find_in_archive(data, inside, listing.assignment, nesting + 1)
        except IntakeError as error:
            yield error


def find_in_archive(data: bytes, where: str, assignment: Assignment, nesting: int = 1) -> Listing:
    """Find the expected files in an archive; see `find_expected`.

    Raises:
        IntakeError: it is corrupt, not to be trusted, or of a format that is not supported.
    """
    try:
        entries = archive_entries(data, where)
    except CORRUPT:
        raise IntakeError(f"{where} is damaged or incomplete; pack it again") from None
    return find_expected(entries, where, assignment, nesting)
