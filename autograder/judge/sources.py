"""The text of a submission's files, to quote from."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from autograder.assignment import KIT
from autograder.judge.python_source import FunctionSource, PythonSource
from autograder.report import Detail
from autograder.sandbox.temporary_folders import PREFIX

MAX_SOURCE_LINE = 120
_PYTHON = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib", "scripts")]
_FOLDERS = {str(KIT), *_PYTHON, os.path.dirname(_PYTHON[0]), sysconfig.get_config_var("BINDIR")}
_TEMPORARY = {os.path.join(tempfile.gettempdir(), PREFIX)}
_ALL_FOLDERS, _ALL_TEMPORARY = (
    "|".join(map(re.escape, sorted({*each, *map(os.path.realpath, each)}, reverse=True)))
    for each in (_FOLDERS, _TEMPORARY)
)
_OF_GRADER = re.compile(
    rf"(?:{_ALL_FOLDERS}|(?:{_ALL_TEMPORARY})\w+(?:[/\\](?:scratch[/\\]\w+|box))?(?:[/\\]cwd)?)"
    r"(?:[/\\]|(?![\w.-]))"
)
"""A folder of the grader, of its Python, or of a worker: no student has to know where these are."""
_DECLARED = re.compile(
    rb"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))??"  # The second line counts, too.
    rb"[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+?)(?:-(?:unix|dos|mac))?(?![-\w.])"
)
_ASCII = bytes({*range(32, 127)} - {*b"\\"}) + rb"\x41\u0041+AGE-~{"
"""All of ASCII, and what some encodings take for escapes."""


def source_encoding(content: bytes) -> str:
    """Return the encoding that a Python file declares (PEP 263), by default `utf-8-sig`.

    Raises:
        LookupError: it is unknown, or one in which ASCII may stand for other code, or takes hours.
    """
    declared = _DECLARED.match(content)
    if declared is None or content.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    name = declared[1].decode()
    with contextlib.suppress(LookupError, UnicodeError):
        if _ASCII.decode(name, "replace").encode() == _ASCII:
            return codecs.lookup(name).name
    raise LookupError(name)


def source_text(content: bytes) -> str:
    """Return the text of a file with the line ends that Python counts: all of them as `\\n`."""
    try:
        encoding = source_encoding(content)
    except LookupError:
        encoding = "utf-8"
    return io.StringIO(content.decode(encoding, "replace"), newline=None).getvalue()


@dataclass(frozen=True)
class Sources:
    """The files in the box as they were before anything ran.

    `own` are the names of the student's files, the others are the kit's; `ungraded` those of files
    that were beside them and are not in the box. A worker may name any
    file and write any file into the box; only the texts here are ever quoted.
    """

    box: Path
    own: Sequence[str]
    texts: Mapping[str, str]
    ungraded: Sequence[str] = ()
    _lines: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, box: Path, own: Sequence[str], provided: Sequence[str]) -> Sources:
        names = [name for name in (*own, *provided) if (box / name).is_file()]
        texts = {name: source_text((box / name).read_bytes()) for name in names}
        return cls(box, own, texts)

    def holds(self, file: str) -> bool:
        return file in self.texts

    def lines(self, file: str) -> list[str]:
        """Return the lines of a file, split once as there may be a million; [] if it is missing."""
        if file not in self._lines:
            self._lines[file] = self.texts[file].split("\n") if self.holds(file) else []
        return self._lines[file]

    def line(self, file: str, number: int) -> str:
        """Return a line of source, stripped; empty if the file has no such line."""
        lines = self.lines(file)
        return lines[number - 1].strip()[:MAX_SOURCE_LINE] if 0 < number <= len(lines) else ""

    def python(self, file: str) -> PythonSource:
        return PythonSource.of(self.texts.get(file, ""))

    @property
    def own_python(self) -> Iterator[tuple[str, PythonSource]]:
        """The student's files that are Python."""
        return ((file, self.python(file)) for file in self.own if self.python(file).is_python)

    def function(self, name: str) -> tuple[str, FunctionSource] | None:
        """Return the student's function or method of this name, or of `Class.method`.

        Of several definitions, the last counts; functions of other files or classes are not one.
        """
        owner, _, short = name.rpartition(".")
        found = [
            (file, function)
            for file, python in self.own_python
            for function in python.functions
            if function.node.name == short and owner in ("", function.owner)
        ]
        return found[-1] if len({(file, each.owner) for file, each in found}) == 1 else None

    def normalized(self, detail: Detail) -> Detail:
        """Remove what differs between runs and machines: folders and the addresses of objects."""
        texts: dict[str, Any] = {
            each.name: self._normalize(value)
            for each in fields(detail)
            if type(value := getattr(detail, each.name)) is str
        }
        arguments, after = (
            {name: self._normalize(text) for name, text in each.items()}
            for each in (detail.arguments, detail.after)
        )
        place = detail.place
        if place:
            values = {name: self._normalize(text) for name, text in place.locals.items()}
            place = replace(place, locals=values)
        return replace(detail, **texts, arguments=arguments, after=after, place=place)

    def _normalize(self, text: str) -> str:
        return re.sub(r" at 0x[0-9A-Fa-f]+", "", self.without_folders(text))

    def without_folders(self, text: str) -> str:
        """Return a text with the paths in folders of the grader relative to these."""
        relative = text.replace(f"{self.box}{os.sep}", "").replace(str(self.box), "the folder")
        return _OF_GRADER.sub(lambda m: "" if m[0][-1] in "/\\" else "the folder", relative)
