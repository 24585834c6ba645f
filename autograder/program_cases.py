"""An assignment's programs, and their cases: what each is given, and what it has to write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.left_behind import is_left_behind
from autograder.text_files import AssignmentError, decoded, kit_text

MAX_CASE_FILES = 20
MAX_CASE_BYTES = 1 << 20
CASE_TEXTS = (".in", ".args", ".out", ".exit")
FILE_NAME = re.compile(r"\w(?:[\w .-]{0,98}\w)?")
"""Names of files in a worker's folder: without folders, and usable on every system."""


@dataclass(frozen=True)
class Program:
    """A program that is run with a case on standard input.

    One of several has a `name`. `args` are the arguments that it gets in every case, `files` the
    output files to compare. `counts` is a regular expression for the output line with the counts,
    which is compared separately from the rest, the solution. With `lenient_dashes`, a lenient
    comparison ignores the number of dashes in a row, as in a header. With `float_digits`, numbers
    with a point may differ by 1 in that digit after it.
    """

    file: str
    name: str = ""
    args: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    counts: str = ""
    lenient_dashes: bool = False
    float_digits: int | None = None


@dataclass(frozen=True)
class Case:
    """An input for a program and its expected output.

    `name` is the stem of both files; one of several programs has its name in front: `count/one`.
    Next to `input` there may be NAME.args, with an argument on each line, and the folder
    NAME.files, with input files. Next to `output` there may be NAME.exit, with the exit status, and
    NAME.written, with the files that the program has to write.
    """

    name: str
    input: Path
    output: Path
    program: str = ""

    def __str__(self) -> str:
        return self.name

    @property
    def arguments(self) -> tuple[str, ...]:
        path = self.input.with_suffix(".args")
        return tuple(kit_text(path).splitlines()) if path.is_file() else ()

    @property
    def files(self) -> dict[str, bytes]:
        """The content of each input file."""
        return {path.name: path.read_bytes() for path in _entries(self.input.with_suffix(".files"))}

    @property
    def status(self) -> int:
        """The exit status that is expected."""
        path = self.output.with_suffix(".exit")
        return int(kit_text(path)) if path.is_file() else 0

    @property
    def written(self) -> dict[str, str]:
        """The text of each file that the program has to write."""
        paths = _entries(self.output.with_suffix(".written"))
        return {path.name: decoded(path.read_bytes(), "backslashreplace") for path in paths}

    @property
    def companions(self) -> list[Path]:
        """The files besides `input` that the program is given."""
        return _beside(self.input, ".args", ".files")

    @property
    def output_companions(self) -> list[Path]:
        """The files besides `output` with which a run of the program is compared."""
        return _beside(self.output, ".exit", ".written")


def _beside(path: Path, text: str, folder: str) -> list[Path]:
    file = path.with_suffix(text)
    return [*([file] if file.is_file() else []), *_entries(path.with_suffix(folder))]


def _entries(folder: Path) -> list[Path]:
    paths = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in paths if not is_left_behind(path.name))


def faults_of_case(case: Case) -> Iterator[str]:
    """Yield a message for each of its files that cannot be used."""
    status, arguments = case.output.with_suffix(".exit"), case.input.with_suffix(".args")
    for path in filter(Path.is_file, (arguments, status)):
        try:
            text = kit_text(path)
        except AssignmentError as error:
            yield str(error)
        else:
            if path == status and not re.fullmatch(r"\d{1,3}\s*", text):
                yield f"{status}: an exit status has to be a number"
    for folder in (case.input.with_suffix(".files"), case.output.with_suffix(".written")):
        paths = _entries(folder)
        for path in paths:
            if not path.is_file() or not FILE_NAME.fullmatch(path.name):
                yield f"{path}: expected a file named with letters, digits, '_', '-', '.' and words"
        if len(paths) > MAX_CASE_FILES or sum(p.stat().st_size for p in paths) > MAX_CASE_BYTES:
            limit = f"{MAX_CASE_FILES} files and {MAX_CASE_BYTES >> 20} MiB"
            yield f"{folder}: its files are more than {limit}"
