"""What the lines of a student's functions had in a failing call, recorded by repeating it.

The requests of the test are made again in a worker whose copy of the files notes what it computes.
The notes count only if each answer is the one that the test got. They are a submission's claims.
"""

from __future__ import annotations

import ast
import contextlib
from dataclasses import dataclass

from autograder.judge.sources import Sources
from autograder.sandbox.client import Exchange, Worker
from autograder.sandbox.messages import Request, Response, ResponseKind, read_notes
from autograder.sandbox.recorded_lines import RecordedPlace, rewritten
from autograder.sandbox.values import MalformedError

LOAD_SECONDS = 5
STOPPED_AFTER = 1
"""Seconds of CPU time of a call that did not end."""
TIMES = 10
"""How many times its limit a call whose lines are noted may take."""


@dataclass(frozen=True)
class LineNote:
    """What a place in a file had once: a short text; "" if its value has code of its own.

    The `number` is that of the place in its file.
    """

    file: str
    number: int
    place: RecordedPlace
    text: str


def recorded_lines(asked: Worker, count: int, fresh: Worker, sources: Sources) -> list[LineNote]:
    """Return the notes on the last of so many requests that a worker was asked.

    All are made again in a fresh worker.
    """
    history = (asked.history or [])[:count]
    if len(history) < count:
        return []
    fresh.repeats = True
    files = [file for file, _ in sources.own_python]
    setting = [Request.of("record", LOAD_SECONDS, files=files)]
    setting += [Request.of("load", LOAD_SECONDS, module=asked.module)] if asked.module else []
    if any(fresh.ask(each).kind is not ResponseKind.VALUE for each in setting):
        return []
    for exchange in history[:-1]:
        again(fresh, exchange, exchange.request.seconds)
        if not fresh.alive or fresh.digest != exchange.digest:
            return []
    last = history[-1]
    response = again(fresh, last, TIMES * last.request.seconds if last.digest else STOPPED_AFTER)
    if last.digest:
        if not fresh.alive or fresh.digest != last.digest:
            return []
        response = fresh.ask(Request.of("notes", LOAD_SECONDS))
    if response.kind is not ResponseKind.VALUE:
        return []
    places = [rewritten(ast.parse(sources.texts[file]))[1] for file in files]
    with contextlib.suppress(MalformedError, IndexError):
        return [
            LineNote(files[file], number, places[file][number], text)
            for file, number, text in read_notes(response.value)
        ]
    return []


def again(worker: Worker, exchange: Exchange, seconds: float) -> Response:
    """Make a request again; what it asks of the test is answered as it was."""
    replies = iter(exchange.replies)
    worker.on_callback = lambda _: next(replies, {})
    request = exchange.request
    return worker.ask(Request.of(request.op, seconds, **request.parameters()))
