"""Files that the judge puts into a worker's folder, and those that it reads back, as text.

The worker itself writes and reads them, under its own confinement: the judge opens no file that a
submission can touch. What comes back is untrusted, and validated here.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.sandbox.values import TooBigError

MAX_BYTES_READ = 1 << 20
MAX_FILES_READ = 200
NOT_A_REGULAR_FILE = "is not a regular file"
TOO_LARGE = f"is larger than {MAX_BYTES_READ >> 20} MiB, with the files before it"
UNREADABLE = "cannot be read"
_FAULTS = ("", NOT_A_REGULAR_FILE, TOO_LARGE, UNREADABLE)
_FLAGS = sum(getattr(os, flag, 0) for flag in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY"))


@dataclass(frozen=True)
class WrittenFile:
    """The text of a file, or the `fault` if it has none."""

    text: str
    fault: str = ""


@dataclass(frozen=True)
class ProgramEnd:
    """How a program ended: its exit status, and those of the named files that it left."""

    status: int
    written: dict[str, WrittenFile]


def put_files(files: Mapping[str, bytes]) -> None:
    """Write files into the current folder. Called in the worker, and so is `find_files`."""
    for name, content in files.items():
        with open(name, "wb") as output:
            output.write(content)


def find_files(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the text and the fault of each of these files that is there."""
    if names:
        flush_open_files()
    found, room = {}, MAX_BYTES_READ
    for name in names:
        if not os.path.lexists(name):
            continue
        content, fault = _content(name, room)
        room -= len(content)
        text = content.decode("utf-8", "backslashreplace")
        found[name] = [text.replace(os.linesep, "\n"), fault]
    return found


def all_files() -> dict[str, bytes]:
    """Return the contents of the regular files in the current folder, up to a limit.

    Raises:
        TooBigError: they hold more, or are too many.
    """
    flush_open_files()
    found, room = {}, MAX_BYTES_READ
    names = sorted(os.listdir("."))
    if len(names) > MAX_FILES_READ:
        raise TooBigError(f"its folder holds more than {MAX_FILES_READ} files")
    for name in names:
        content, fault = _content(name, room)
        if fault == TOO_LARGE:
            raise TooBigError(f"its files hold more than {MAX_BYTES_READ >> 20} MiB")
        if not fault:
            found[name] = content
            room -= len(content)
    return found


def _content(name: str, room: int) -> tuple[bytes, str]:
    try:
        if os.path.islink(name) or os.path.isdir(name):  # Windows has no O_NOFOLLOW.
            return b"", NOT_A_REGULAR_FILE
        descriptor = os.open(name, os.O_RDONLY | _FLAGS)
        with open(descriptor, "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return b"", NOT_A_REGULAR_FILE
            content = b""
            while len(content) <= room and (chunk := file.read(room + 1 - len(content))):
                content += chunk
    except OSError:
        return b"", UNREADABLE
    return (content, "") if len(content) <= room else (b"", TOO_LARGE)


def flush_open_files() -> None:
    """Write out what Python would when it ends.

    A program need not close its files, nor a stream of its own around standard output.
    """
    for value in gc.get_objects():
        if type(value) in (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom):
            with contextlib.suppress(OSError, ValueError):
                value.flush()


def read_files(value: Any, names: Sequence[str]) -> dict[str, WrittenFile]:
    """Validate what a worker has returned as the value of `find_files`.

    Raises:
        ValueError: it cannot be such a value.
    """
    if type(value) is not dict or not value.keys() <= set(names):
        raise ValueError("files")
    files = {}
    for name, pair in value.items():
        if type(pair) is not list or [type(part) for part in pair] != [str, str]:
            raise ValueError("a file")
        text, fault = pair
        if fault not in _FAULTS:
            raise ValueError("a fault of a file")
        files[name] = WrittenFile(text, fault)
    return files


def read_end(value: Any, names: Sequence[str]) -> ProgramEnd:
    """Validate what a worker has returned for a run of a program.

    Raises:
        ValueError: it cannot be such a value.
    """
    if type(value) is not list or len(value) != 2 or type(value[0]) is not int:
        raise ValueError("the end of a program")
    if not 0 <= value[0] <= 255:
        raise ValueError("an exit status")
    return ProgramEnd(value[0], read_files(value[1], names))


def status_of_exit(code: object) -> int:
    """Return the status with which Python exits for the code of a `SystemExit`."""
    if code is None:
        return 0
    return code & 0xFF if isinstance(code, int) else 1
