"""The judge's side of programs, and of files in a worker's folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.program_cases import FILE_NAME
from autograder.sandbox.client import Worker
from autograder.sandbox.protocol import Request, Response, ResponseKind
from autograder.sandbox.worker_files import (
    MAX_BYTES_READ,
    MAX_FILES_READ,
    read_end,
    read_files,
)


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
        return replace(response, value=read_end(response.value, written))
    except ValueError as error:
        return worker.forged(error)


def send_files(worker: Worker, files: Mapping[str, bytes], seconds: float) -> Response:
    """Put files into the worker's folder."""
    return worker.ask(Request.of("put_files", seconds, files=worker.codec.encode(dict(files))))


def all_files(worker: Worker, seconds: float) -> Response:
    """Ask for all plain files in the worker's folder; the value is their contents by name."""
    response = worker.ask(Request.of("all_files", seconds))
    if response.kind is not ResponseKind.VALUE:
        return response
    if type(response.value) is not dict or {*map(type, response.value.values())} - {bytes}:
        return worker.forged(ValueError("files"))
    if (
        len(response.value) > MAX_FILES_READ
        or sum(map(len, response.value.values())) > MAX_BYTES_READ
    ):
        return worker.forged(ValueError("too many files, or too large ones"))
    plain = (name for name in response.value if type(name) is str and FILE_NAME.fullmatch(name))
    return replace(response, value={name: response.value[name] for name in plain})


def ask_for_files(worker: Worker, names: Sequence[str], seconds: float) -> Response:
    """Ask for files in the worker's folder; the value has a `WrittenFile` for each of them."""
    response = worker.ask(Request.of("find_files", seconds, names=list(names)))
    if response.kind is not ResponseKind.VALUE:
        return response
    try:
        return replace(response, value=read_files(response.value, names))
    except ValueError as error:
        return worker.forged(error)
