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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from autograder.sandbox.messages import Request, Response, ResponseKind
from autograder.sandbox.values import MalformedError, TooBigError, require

if TYPE_CHECKING:
    from autograder.sandbox.client import Worker

MAX_BYTES_READ = 1 << 20
MAX_FILES_READ = 200
CURRENT = "cwd"
_walk = os.walk


@dataclass(frozen=True)
class ProgramEnd:
    """How a program ended: its exit status, and those of the named files that it left."""

    status: int
    written: dict[str, bytes]


def run_program(
    worker: Worker,
    file: str,
    seconds: float,
    stdin: str = "",
    *,
    args: Sequence[str] = (),
    files: Mapping[str, bytes] | None = None,
    written: Sequence[str] = (),
    watched: Mapping[str, Sequence[str]] | None = None,
) -> Response:
    """Run a file of the box as the program, with `stdin` as its input.

    It finds `files` in its folder. If it runs to its end, or exits with a status, the value is a
    `ProgramEnd` with those of the files `written` that it has left there. Calls of the functions
    `watched`, by file, are reported as callbacks while it runs.
    """
    sent = worker.codec.encode(dict(files or {}))
    parameters = {"args": list(args), "files": sent, "written": list(written)}
    parameters["watched"] = {file: list(names) for file, names in (watched or {}).items()}
    response = worker.ask(Request.of("run", seconds, file=file, stdin=stdin, **parameters))
    if response.value is None and response.kind is not ResponseKind.VALUE:
        return response
    try:
        status, files_read = response.value
        require(type(status) is int and 0 <= status <= 255)
        return replace(response, value=ProgramEnd(status, checked_files(files_read, written)))
    except (MalformedError, TypeError, ValueError) as error:
        return worker.forged(error)


def send_files(worker: Worker, files: Mapping[str, bytes | None], seconds: float) -> Response:
    """Put files into the worker's folder, and remove those without content, as in `put_files`.

    The value is the path that the folder has there.
    """
    return worker.ask(Request.of("put_files", seconds, files=worker.codec.encode(dict(files))))


def ask_for_files(worker: Worker, folder: str, seconds: float) -> Response:
    """Ask for all regular files in the worker's folder, or in one beside it; see `read_files`."""
    response = worker.ask(Request.of("read_files", seconds, folder=folder))
    if response.kind is not ResponseKind.VALUE:
        return response
    try:
        return replace(response, value=checked_files(response.value, None))
    except MalformedError as error:
        return worker.forged(error)


def checked_files(value: Any, names: Sequence[str] | None) -> dict[str, bytes]:
    """Validate what a worker has returned as the value of `read_files`.

    Raises:
        MalformedError: it cannot be such a value.
    """
    require(type(value) is dict and len(value) <= MAX_FILES_READ)
    for name, content in value.items():
        require(type(name) is str and type(content) is bytes)
        parts = name.removesuffix("/").split("/")
        require({"", ".", ".."}.isdisjoint(parts) if names is None else name in names)
    return dict(value)


def enter_folder(data: Mapping[str, bytes]) -> None:
    """Start in a folder with the provided data; other files of a test lie beside it."""
    os.mkdir(CURRENT)
    os.chdir(CURRENT)
    put_files(data)


def put_files(files: Mapping[str, bytes | None]) -> None:
    """Write files into the current folder; those without content are removed.

    The names of folders end with a slash. Called in the worker, and so are those below.
    """
    for name, content in sorted(files.items(), reverse=True):  # A folder after what is in it.
        if content is None:
            with contextlib.suppress(OSError):
                os.rmdir(name) if name.endswith("/") else os.remove(name)
    for name, content in files.items():
        if content is not None:
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            if os.path.basename(name):
                with open(name, "wb") as output:
                    output.write(content)


def names_in(folder: str) -> Iterator[str]:
    """Yield the names of all files and folders in a folder; those of folders end with a slash."""
    for inner, folders, files in _walk(folder):
        start = os.path.relpath(inner, folder).replace(os.sep, "/").removeprefix(".")
        yield from (f"{start}/{name}".lstrip("/") for name in (*(f"{f}/" for f in folders), *files))


def read_files(
    names: Iterable[str], provided: Mapping[str, bytes] = MappingProxyType({}), folder: str = ""
) -> dict[str, bytes]:
    """Return the content of those of these files that are regular, and of folders b"".

    Those that are as they were `provided` are left out.

    Raises:
        TooBigError: they are too many or too large.
    """
    found, room = {}, MAX_BYTES_READ
    for i, name in enumerate(names):
        path = os.path.join(folder, name)
        if i == 0:
            flush_open_files()
        with contextlib.suppress(OSError):
            if name.endswith("/"):
                found[name] = b""
            elif stat.S_ISREG(os.lstat(path).st_mode):
                before = provided.get(name, b"")
                with open(path, "rb") as file:
                    content = file.read(max(room, len(before)) + 1)
                if name not in provided or content != before:
                    found[name] = content
                    room -= len(content)
        if room < 0 or len(found) > MAX_FILES_READ:
            most = f"more than {MAX_FILES_READ} files, or {MAX_BYTES_READ >> 20} MiB"
            raise TooBigError(f"its folder holds {most}")
    return found


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
