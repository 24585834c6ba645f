"""The expected files among the entries of a folder or an archive, and what may be wrong."""

from __future__ import annotations

import codecs
import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from autograder.intake.entries import (
    CORRUPT,
    MAX_ARCHIVE_BYTES,
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
NOTEBOOK = ".ipynb"
EXPORT = "export its code as"


@dataclass(frozen=True)
class Listing:
    """What is at the top of a folder or an archive, which messages call `where`.

    Of the `expected` files, `contents` has those that could be read, and `faults` the reasons why
    others could not. `renamed` is the file that was read as the only expected one.
    """

    where: str
    expected: Sequence[str]
    contents: dict[str, bytes]
    faults: dict[str, str]
    entries: Sequence[Entry]
    renamed: str = ""

    @property
    def has_expected_files(self) -> bool:
        return bool(self.contents or self.faults)

    @property
    def names(self) -> list[str]:
        """The names of all that is visible at the top."""
        return sorted({entry.parts[0] for entry in self.entries if not is_hidden(entry.parts[0])})

    @property
    def files(self) -> list[str]:
        return [e.parts[0] for e in self.entries if len(e.parts) == 1 and e.kind is EntryKind.FILE]

    def folders_with(self, name: str) -> list[str]:
        """Return the folders in which there is a file of this name."""
        return [
            "/".join(entry.parts[:-1])
            for entry in self.entries
            if entry.parts[1:] and entry.parts[-1] == name and entry.kind is EntryKind.FILE
        ]

    def usable_files(self) -> tuple[dict[str, bytes], dict[str, str]]:
        """Return the contents of the files that can be graded, and why the others cannot.

        Raises:
            IntakeError: none of the expected files is there.
        """
        if not self.has_expected_files:
            raise IntakeError(self._nothing_expected())
        reasons = {name: self.unusable_reason(name) for name in self.expected}
        contents = {name: self.contents[name] for name in self.expected if not reasons[name]}
        return contents, {name: reason for name, reason in reasons.items() if reason}

    def unusable_reason(self, name: str) -> str:
        """Return why a file is not used; empty if it is."""
        if name in self.faults:
            return self.faults[name]
        if name not in self.contents:
            return self._missing(name)
        return encoding_fault(name, self.contents[name])

    def _nothing_expected(self) -> str:
        folders = {folder for name in self.expected for folder in self.folders_with(name)}
        if len(folders) > 1:
            return (
                f"{self.where}: the files are in several folders: {join_names(sorted(folders))}; "
                "put the ones to grade into one folder"
            )
        return "; ".join(map(self._missing, self.expected))

    def _missing(self, name: str) -> str:
        """Say that a file is missing, and where it may be or what it may be called instead."""
        missing = f"{name} is missing in {self.where}"
        folders = self.folders_with(name)
        if len(folders) == 1:
            place = f"{self.where}/{printable_name(folders[0])}"
            return f"{missing}; it is in {place}: put all files into one folder"
        others = [
            other
            for other in self.files
            if other not in self.expected and not other.endswith(NOTEBOOK)
        ]
        if misnamed := misnamed_file(name, others, self.expected):
            return f"{missing}; did you mean {printable_name(misnamed)}? Rename it to {name}"
        stem, _, extension = name.rpartition(".")
        as_notebook = f"{stem}{NOTEBOOK}".casefold()
        if notebook := next((n for n in self.files if n.casefold() == as_notebook), ""):
            return f"{missing}; {printable_name(notebook)} is a notebook: {EXPORT} {name}"
        # If there are too many to show, files of the same kind are the likely ones.
        names = sorted(
            self.names,
            key=lambda n: (not n.endswith(f".{extension}") or n in self.expected, n),
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


def misnamed_file(name: str, others: Sequence[str], expected: Sequence[str]) -> str:
    """Return the file that may be the one with this name; empty if there is none.

    A file with a name that is more like that of another expected file is that one.
    """
    for other in others:
        if other.casefold() == name.casefold():
            return other
    for other in difflib.get_close_matches(name, others, n=MAX_NAMES_SHOWN):
        if difflib.get_close_matches(other, expected, n=1, cutoff=0) == [name]:
            return other
    return ""


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


def common_folder(entries: Sequence[Entry], expected: Sequence[str]) -> tuple[str, ...]:
    """Return the folder that holds everything, as when a folder was packed as a whole."""
    folders = [entry.parts[:-1] for entry in entries if entry.kind is not EntryKind.FOLDER]
    folders = folders or [entry.parts for entry in entries] or [()]
    pairs = zip(min(folders), max(folders), strict=False)  # What these share, all share.
    shared = [part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return tuple(takewhile(lambda part: part not in expected, shared))


def find_expected(entries: Sequence[Entry], where: str, expected: Sequence[str]) -> Listing:
    """Read the expected files in the folder that holds everything.

    Raises:
        IntakeError: one of them is there twice, or may not be read.
    """
    top = common_folder(entries, expected)
    where = "/".join([where, *map(printable_name, top)])
    found = [
        entry.inside(len(top))
        for entry in entries
        if entry.parts[: len(top)] == top and len(entry.parts) > len(top)
    ]
    contents, faults = {}, {}
    for name in expected:
        same = [entry for entry in found if entry.parts == (name,)]
        if len(same) > 1:
            raise IntakeError(f"{where} holds {name} {len(same)} times; pack only the one to grade")
        inside = any(entry.parts[0] == name for entry in found)
        if same and same[0].kind is EntryKind.FILE:
            if same[0].size > MAX_FILE_BYTES:
                faults[name] = too_large(name, same[0].size, MAX_FILE_BYTES)
            else:
                contents[name] = read_entry(same[0], MAX_FILE_BYTES, where)
        elif inside:
            faults[name] = not_a_file(name, same[0].kind if same else EntryKind.FOLDER)
    return Listing(where, expected, contents, faults, found)


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


def in_archive(entries: Iterable[Entry]) -> Entry | None:
    """Return the only archive among files."""
    packed = [e for e in entries if e.kind is EntryKind.FILE and suffix(e.parts[-1]) in SUFFIXES]
    return packed[0] if len(packed) == 1 else None


def find_in_archive(
    data: bytes, where: str, expected: Sequence[str], *, nested: bool = False
) -> Listing:
    """Find the expected files in an archive, or in the only archive inside it.

    Raises:
        IntakeError: it is corrupt, not to be trusted, or of a format that is not supported.
    """
    try:
        entries = archive_entries(data, where)
    except CORRUPT:
        raise IntakeError(f"{where} is damaged or incomplete; pack it again") from None
    listing = find_expected(entries, where, expected)
    inner = in_archive(entries)
    if inner is None or listing.has_expected_files or any(map(listing.folders_with, expected)):
        return listing
    name = printable_name(inner.parts[-1])
    if nested or inner.size > MAX_ARCHIVE_BYTES:
        raise IntakeError(f"{where}: {name} is an archive in an archive; pack only your files")
    packed = read_entry(inner, MAX_ARCHIVE_BYTES, where)
    return find_in_archive(packed, f"{where}/{name}", expected, nested=True)
