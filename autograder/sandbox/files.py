"""Files in a worker's folder, which the worker itself writes and reads for the judge.

It does so under its own confinement: the judge opens no file that a submission can touch. What
comes back is untrusted, and validated here.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autograder.sandbox.messages import Request, Response, ResponseKind
from autograder.sandbox.values import MalformedError, TooBigError

if TYPE_CHECKING:
    from autograder.sandbox.client import Worker

MAX_BYTES_READ = 1 << 20
MAX_FILES_READ = 200
NOT_A_REGULAR_FILE = "is not a regular file"
TOO_LARGE = f"is larger than {MAX_BYTES_READ >> 20} MiB, with the files before it"
UNREADABLE = "cannot be read"
_FAULTS = ("", NOT_A_REGULAR_FILE, TOO_LARGE, UNREADABLE)
_FLAGS = sum(getattr(os, flag, 0) for flag in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY"))


@dataclass(frozen=True)
class WrittenFile:
    """The content of a file, or the `fault` if it has none."""

    content: bytes
    fault: str = ""

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "backslashreplace").replace(os.linesep, "\n")


@dataclass(frozen=True)
class ProgramEnd:
    """How a program ended: its exit status, and those of the named files that it left."""

    status: int
    written: dict[str, WrittenFile]


def run_program(
    worker: Worker,
    file: str,
    seconds: float,
    stdin: str = "",
    *,
    args: Sequence[str] = (),
    files: Mapping[str, bytes] | None = None,
    written: Sequence[str] = (),
) -> Response:
    """Run a file of the box as the program, with `stdin` as its input.

    It finds `files` in its folder. If it runs to its end, or exits with a status, the value is a
    `ProgramEnd` with those of the files `written` that it has left there.
    """
    sent = worker.codec.encode(dict(files or {}))
    parameters = {"args": list(args), "files": sent, "written": list(written)}
    response = worker.ask(Request.of("run", seconds, file=file, stdin=stdin, **parameters))
    if response.value is None and response.kind is not ResponseKind.VALUE:
        return response
    try:
        return replace(response, value=program_end(response.value, written))
    except MalformedError as error:
        return worker.forged(error)


def send_files(worker: Worker, files: Mapping[str, bytes], seconds: float) -> Response:
    """Put files into the worker's folder."""
    return worker.ask(Request.of("put_files", seconds, files=worker.codec.encode(dict(files))))


def ask_for_files(worker: Worker, names: Sequence[str] | None, seconds: float) -> Response:
    """Ask for files in the worker's folder, by default all that are regular.

    The value has a `WrittenFile` for each.
    """
    asked = None if names is None else list(names)
    response = worker.ask(Request.of("read_files", seconds, names=asked))
    if response.kind is not ResponseKind.VALUE:
        return response
    try:
        return replace(response, value=written_files(response.value, names))
    except MalformedError as error:
        return worker.forged(error)


def written_files(value: Any, names: Sequence[str] | None) -> dict[str, WrittenFile]:
    """Validate what a worker has returned as the value of `read_files`.

    Raises:
        MalformedError: it cannot be such a value.
    """
    if type(value) is not dict or len(value) > MAX_FILES_READ:
        raise MalformedError("files")
    files = {}
    for name, pair in value.items():
        known = [os.path.basename(str(name))] if names is None else names
        if type(name) is not str or name not in known:
            raise MalformedError("the name of a file")
        if type(pair) is not list or [type(part) for part in pair] != [bytes, str]:
            raise MalformedError("a file")
        if pair[1] not in _FAULTS:
            raise MalformedError("a fault of a file")
        files[name] = WrittenFile(*pair)
    return files


def program_end(value: Any, names: Sequence[str]) -> ProgramEnd:
    """Validate what a worker has returned for a run of a program.

    Raises:
        MalformedError: it cannot be such a value.
    """
    if type(value) is not list or len(value) != 2 or type(value[0]) is not int:
        raise MalformedError("the end of a program")
    if not 0 <= value[0] <= 255:
        raise MalformedError("an exit status")
    return ProgramEnd(value[0], written_files(value[1], names))


def put_files(files: Mapping[str, bytes]) -> None:
    """Write files into the current folder. Called in the worker, and so are those below."""
    for name, content in files.items():
        with open(name, "wb") as output:
            output.write(content)


def read_files(names: Sequence[str] | None) -> dict[str, list[Any]]:
    """Return the content and the fault of each of these files that is there.

    Without `names`, return all regular files.

    Raises:
        TooBigError: these are too many or too large.
    """
    if names != []:
        flush_open_files()
    if (all_files := names is None) and len(names := sorted(os.listdir("."))) > MAX_FILES_READ:
        raise TooBigError(f"its folder holds more than {MAX_FILES_READ} files")
    found, room = {}, MAX_BYTES_READ
    for name in filter(os.path.lexists, names or ()):
        content, fault = _content(name, room)
        if all_files and fault == TOO_LARGE:
            raise TooBigError(f"its files hold more than {MAX_BYTES_READ >> 20} MiB")
        if not (all_files and fault):
            found[name] = [content, fault]
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


def status_of_exit(code: object) -> int:
    """Return the status with which Python exits for the code of a `SystemExit`."""
    if code is None:
        return 0
    return code & 0xFF if isinstance(code, int) else 1
