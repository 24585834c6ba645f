"""The judge's side of programs, and of files in a worker's folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.sandbox.pool import Worker
from autograder.sandbox.protocol import Request, Response, ResponseKind
from autograder.sandbox.worker_files import read_end


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
    sent = worker.sandbox.codec.encode(dict(files or {}))
    parameters = {"args": list(args), "files": sent, "written": list(written)}
    response = worker.ask(Request.of("run", seconds, file=file, stdin=stdin, **parameters))
    if response.value is None and response.kind is not ResponseKind.VALUE:
        return response
    try:
        return replace(response, value=read_end(response.value, written))
    except ValueError as error:
        return worker.forged(error)
