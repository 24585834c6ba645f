"""The expected files among the entries of a folder or an archive, and what may be wrong."""

from __future__ import annotations

import codecs
import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from autograder.assignment import Assignment
from autograder.intake.entries import (
    CORRUPT,
    MAX_ARCHIVE_BYTES,
    MAX_DEPTH,
    MAX_FILE_BYTES,
    SUFFIXES,
    Entry,
    EntryKind,
    IntakeError,
    archive_entries,
    is_hidden,
    not_a_file,
    printable_name,
    suffix,
    too_large,
)
from autograder.judge.sources import source_encoding

MAX_NAMES_SHOWN = 8
MAX_ARCHIVES = 8
MAX_NESTING = 2
"""A platform may pack the archive that a student has packed."""
NOTEBOOK = ".ipynb"
EXPORT = "export its code as"
PROGRAM = re.compile(r"(.+?)(?:\.pyw?)+(?:\.txt)?", re.IGNORECASE)
"""Names of Python files, also where a system hides that it has added `.txt`."""
MIN_LIKENESS = 0.7


@dataclass(frozen=True)
class Listing:
    """What is in a folder of a submission, which messages call `where`.

    Of the expected files, `contents` has those that could be read, and `faults` the reasons why
    others could not. `renamed` maps those that have another name in the submission, or are in a
    folder beside others, to that name; if it is a guess, nothing in that name says so.
    """

    where: str
    assignment: Assignment
    contents: dict[str, bytes]
    faults: dict[str, str] = field(default_factory=dict)
    entries: Sequence[Entry] = ()
    renamed: dict[str, str] = field(default_factory=dict)
    is_guess: bool = False

    def add(self, name: str, entry: Entry, folder: str = "") -> None:
        """Read an expected file, which is in this folder of the submission.

        Raises:
            IntakeError: the grader may not, or it is damaged.
        """
        if entry.kind is not EntryKind.FILE:
            self.faults[name] = not_a_file(name, entry.kind)
        elif entry.size > MAX_FILE_BYTES:
            self.faults[name] = too_large(name, entry.size, MAX_FILE_BYTES)
        else:
            self.contents[name] = read_entry(entry, MAX_FILE_BYTES, self.where)
        if folder or entry.path != name:
            self.renamed[name] = f"{folder}/{entry.path}".lstrip("/")

    @property
    def has_expected_files(self) -> bool:
        return bool(self.contents or self.faults)

    @property
    def files(self) -> list[str]:
        return [e.parts[0] for e in self.entries if len(e.parts) == 1 and e.kind is EntryKind.FILE]

    def usable_files(self) -> tuple[dict[str, bytes], dict[str, str]]:
        """Return the contents of the files that can be graded, and why the others cannot.

        Raises:
            IntakeError: none of the expected files is there.
        """
        if not self.has_expected_files:
            raise IntakeError("; ".join(map(self._missing, self.assignment.files)))
        reasons = {name: self.unusable_reason(name) for name in self.assignment.files}
        contents = {name: self.contents[name] for name in reasons if not reasons[name]}
        return contents, {name: reason for name, reason in reasons.items() if reason}

    def unusable_reason(self, name: str) -> str:
        """Return why a file is not used; empty if it is."""
        if name in self.faults:
            return self.faults[name]
        if name not in self.contents:
            return self._missing(name)
        return encoding_fault(name, self.contents[name])

    def _missing(self, name: str) -> str:
        """Say that a file is missing, and where it may be or what it may be called instead."""
        missing, own = f"{name} is missing in {self.where}", self.assignment.files
        files = [entry for entry in self.entries if entry.kind is EntryKind.FILE]
        inside = [e.parts[:-1] for e in files if e.parts[1:] and e.parts[-1] == name]
        if len(inside) == 1:
            place = "/".join([self.where, *map(printable_name, inside[0])])
            return f"{missing}; it is in {place}: put all files into one folder"
        others = [file for file in self.files if file not in own]
        similar = [file for file in others if meant(file, self.assignment) == name]
        if not similar and len(own) == 1:
            similar = [file for file in others if may_be_own(file, self.assignment)]
        if similar:
            return f"{missing}; found: {join_names(similar)}: rename the right one to {name}"
        stem, _, extension = name.rpartition(".")
        as_notebook = f"{stem}{NOTEBOOK}".casefold()
        if notebook := next((n for n in self.files if n.casefold() == as_notebook), ""):
            return f"{missing}; {printable_name(notebook)} is a notebook: {EXPORT} {name}"
        # If there are too many to show, files of the same kind are the likely ones.
        names = sorted(
            {entry.parts[0] for entry in self.entries if not is_hidden(entry.parts[0])},
            key=lambda n: (not n.endswith(f".{extension}") or n in own, n),
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


def is_of_tests(stem: str) -> bool:
    return not {"test", "tests"}.isdisjoint(re.split(r"[\W_]+", stem))


def meant(name: str, assignment: Assignment) -> str:
    """Return the file of the assignment that a file of another name is meant to be.

    That of a Python file has the other as a word, as in `Copy of work.py` or `work (1).py`, or is
    much like it; `work` and `work.txt` have only lost a suffix. Nothing if there is none.
    """
    stem, whole = program_stem(name), normalized(name)
    own = {program_stem(file) or normalized(file): file for file in assignment.files}
    if not stem:
        return own.get(whole) or own.get(whole.removesuffix(".txt"), "")
    known = {program_stem(file): file for file in assignment.provided} | own
    stems = [other for other in known if other and is_of_tests(other) == is_of_tests(stem)]
    words = [s for s in stems if re.search(rf"(?<![^\W_]){re.escape(s)}(?![^\W_])", stem)]
    likely = [other for other in stems if other in own]
    found = sorted(words, key=len)[-1:] or difflib.get_close_matches(stem, likely, 1, MIN_LIKENESS)
    return known[found[0]] if found else ""


def may_be_own(name: str, assignment: Assignment) -> bool:
    """Is it a Python file that is neither one of tests nor meant to be a provided one?"""
    stem = program_stem(name)
    is_own = meant(name, assignment) not in assignment.provided
    return bool(stem) and not is_of_tests(stem) and is_own


def encoding_fault(name: str, data: bytes) -> str:
    """Return why a file is not a text that Python could decode; empty if it is."""
    if data.startswith(b"{\\rtf"):
        return f"{name} is an RTF document; save it as plain text"
    if data.lstrip().startswith(b"{") and b'"cells"' in data and b'"nbformat"' in data:
        return f"{name} is a notebook; {EXPORT} {name}"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return f"{name} is UTF-16 text; save it as UTF-8"
    try:
        encoding = source_encoding(data)
        data.decode(encoding)
    except LookupError as error:
        return f"{name} declares the encoding {error}, which is not graded; save it as UTF-8"
    except UnicodeDecodeError as error:
        if encoding != "utf-8":  # If that is declared, Python accepts any bytes in comments.
            kind = encoding.upper().removesuffix("-SIG")
            return f"{name}, line {line_of(data, error.start)}: not {kind} text; save it as UTF-8"
    if (null := data.find(b"\0")) >= 0:
        return f"{name}, line {line_of(data, null)}: contains a NUL byte; save it as UTF-8 text"
    return ""


def line_of(data: bytes, position: int) -> int:
    """Return the line number of a position; like Python, count all three kinds of line endings."""
    return len(re.findall(rb"\r\n?|\n", data[:position])) + 1


def find_expected(
    entries: Sequence[Entry], where: str, assignment: Assignment, nesting: int = 0
) -> Listing:
    """Read the expected files from a folder, or from an archive inside `nesting - 1` others.

    They are in the folder nearest to the top that has any, or else in the only archive that has
    any. Otherwise, the only Python file is the only one that is expected.

    Raises:
        IntakeError: it is not certain which files are meant, or one may not be read.
    """
    top = common_folder(entries, assignment.files)
    where = "/".join([where, *map(printable_name, top)])
    found = list(entries_in(top, entries))
    listing = read_folder(found, where, assignment, nearest_folder(found, where, assignment))
    if listing.has_expected_files:
        return listing
    inside = list(in_archives(found, where, assignment, nesting))
    listings = [each for each in inside if isinstance(each, Listing)]
    complete = [each for each in listings if each.has_expected_files]
    if len(complete) > 1:
        places = join_names([each.where.removeprefix(f"{where}/") for each in complete])
        raise IntakeError(f"{where}: several archives have the files: {places}; keep only one")
    if complete:
        return complete[0]
    if guess := only_program(found, where, assignment):
        return guess
    if len(inside) != 1 or len(found) > MAX_NAMES_SHOWN:  # Probably not what was handed in.
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


def entries_in(folder: tuple[str, ...], entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries in a folder, as seen from there."""
    depth = len(folder)
    for entry in entries:
        if entry.parts[:depth] == folder and len(entry.parts) > depth:
            yield entry.inside(depth)


def nearest_folder(entries: Sequence[Entry], where: str, assignment: Assignment) -> tuple[str, ...]:
    """Return the folder nearest to the top that has expected files, perhaps with other names.

    Raises:
        IntakeError: there are several.
    """
    expected = assignment.files
    own = {e.parts[: i + 1] for e in entries for i, part in enumerate(e.parts) if part in expected}
    level = min(map(len, own), default=MAX_DEPTH + 1)
    above = [e.parts for e in entries if len(e.parts) < level and e.size]
    similar = [path for path in above if meant(path[-1], assignment) in expected]
    levels = level, min(map(len, similar), default=level)
    found = sorted(path for path in (*own, *similar) if len(path) in levels)
    folders = {path[:-1] for path in found}
    if len(folders) > 1:
        names = join_names(["/".join(path) for path in found])
        raise IntakeError(
            f"{where}: the files are in several folders: {names}; "
            "keep only those to grade, in one folder"
        )
    return folders.pop() if folders else ()


def read_folder(
    entries: Sequence[Entry], where: str, assignment: Assignment, folder: tuple[str, ...]
) -> Listing:
    """Read the expected files in a folder; one that is missing may have another name.

    Raises:
        IntakeError: one is there twice, or may not be read.
    """
    where = "/".join([where, *map(printable_name, folder)])
    found = list(entries_in(folder, entries))
    listing = Listing(where, assignment, {}, {}, found)
    for name in assignment.files:
        same = [entry for entry in found if entry.parts == (name,)]
        if len(same) > 1:
            raise IntakeError(f"{where} holds {name} {len(same)} times; pack only the one to grade")
        if not same and any(entry.parts[0] == name for entry in found):
            same = [Entry((name,), EntryKind.FOLDER)]
        similar = [
            entry
            for entry in found
            if len(entry.parts) == 1 and entry.size and meant(entry.parts[0], assignment) == name
        ]
        if same or len(similar) == 1:
            listing.add(name, (same or similar)[0], "/".join(folder))
    return listing


def only_program(entries: Sequence[Entry], where: str, assignment: Assignment) -> Listing | None:
    """Return the only expected file if there is only one Python file that may be it."""
    programs = [e for e in entries if e.size and may_be_own(e.parts[-1], assignment)]
    level = min((len(entry.parts) for entry in programs), default=0)
    nearest = [entry for entry in programs if len(entry.parts) == level]
    if len(assignment.files) > 1 or len(nearest) != 1:
        return None
    *folder, _ = nearest[0].parts
    listing = Listing("/".join([where, *folder]), assignment, {}, is_guess=True)
    listing.add(assignment.files[0], nearest[0].inside(len(folder)), "/".join(folder))
    return listing


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


def in_archives(
    entries: Sequence[Entry], where: str, assignment: Assignment, nesting: int
) -> Iterator[Listing | IntakeError]:
    """Yield what is in each archive, or why that is not known; nothing if there are many."""
    packed = [e for e in entries if e.kind is EntryKind.FILE and suffix(e.parts[-1]) in SUFFIXES]
    for entry in packed if len(packed) <= MAX_ARCHIVES else ():
        name = printable_name(entry.parts[-1])
        try:
            if nesting == MAX_NESTING:
                fault = f"{name} is an archive in an archive; pack only your files"
                raise IntakeError(f"{where}: {fault}")
            data = read_entry(entry, MAX_ARCHIVE_BYTES, where)
            inside = name if name == where else f"{where}/{name}"
            yield find_in_archive(data, inside, assignment, nesting + 1)
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
