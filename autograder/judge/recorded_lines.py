"""The values that lines of a student's functions had in a failing call, recorded by repeating it.

The requests of the test are made again in a worker whose copy of the files notes what it computes.
The notes count only if each answer is the one that the test got. They are a submission's claims.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from autograder.judge.sources import Sources
from autograder.sandbox.client import Exchange, Worker
from autograder.sandbox.messages import LEFT_OUT, Request, Response, ResponseKind, read_notes
from autograder.sandbox.rewriting import RecordedPlace, rewritten
from autograder.sandbox.values import MalformedError

LOAD_SECONDS = 5
SECONDS, SECONDS_WITHOUT_END = 3, 0.2
"""Of CPU time, for a call whose lines are noted: if it ended before, and if it did not."""


@dataclass(frozen=True)
class LineNote:
    """What a place in a file had once: a short text; "" if its value has code of its own.

    The `number` is that of the place in its file, `call` that of the call of the function. A note
    that is `last` was made at the end, after others that were left out.
    """

    file: str
    number: int
    place: RecordedPlace
    text: str
    call: int = 0
    last: bool = False


def recorded_lines(asked: Worker, count: int, fresh: Worker, sources: Sources) -> list[LineNote]:
    """Return the notes on the last of so many requests that a worker was asked.

    All are made again in a fresh worker.
    """
    history = (asked.history or [])[:count]
    if len(history) < count:
        return []
    fresh.repeats = True
    files = [file for file, _ in sources.own_python]
    if asked.module:
        fresh.ask(Request.of("load", LOAD_SECONDS, module=asked.module))
    last, noted = history[-1], first_noted(history)
    for number, exchange in enumerate(history[:-1]):
        if number == noted:
            fresh.ask(Request.of("note", LOAD_SECONDS))
        again(fresh, exchange, exchange.request.seconds)
        if not fresh.alive or fresh.digest != exchange.digest:
            return []
    if noted == count - 1:
        fresh.ask(Request.of("note", LOAD_SECONDS))
    response = again(fresh, last, SECONDS if last.digest else SECONDS_WITHOUT_END)
    if last.digest:
        if not fresh.alive or fresh.digest != last.digest:
            return []
        response = fresh.ask(Request.of("notes", LOAD_SECONDS))
    if response.kind is not ResponseKind.VALUE:
        return []
    places = [places_of(sources.texts[file]) for file in files]
    found: list[LineNote] = []
    with contextlib.suppress(MalformedError, IndexError):
        some_left_out = False
        for file, number, text, call in read_notes(response.value):
            place = places[file][number]
            if text == LEFT_OUT:
                some_left_out = True
            else:
                found.append(LineNote(files[file], number, place, text, call, some_left_out))
        return found
    return []


@lru_cache(maxsize=16)
def places_of(source: str) -> list[RecordedPlace]:
    return rewritten(ast.parse(source))[1]


def first_noted(history: Sequence[Exchange]) -> int:
    """Return the number of the request from which on lines are noted.

    That is the last one; of an iterator, its first. An attribute of an object is what the request
    before has made of it.
    """
    asked = [exchange.request.parameters() for exchange in history]
    operation, target = asked[-1].get("operation"), asked[-1].get("target")
    is_of_object = isinstance(target, dict) and type(target.get("v")) is int
    if operation != "__next__" and not (operation == "get" and is_of_object):
        return len(history) - 1
    others = [n for n, each in enumerate(asked) if each.get("operation") != operation]
    last = max(others, default=-1)
    return max(last, 0) if operation == "get" else last + 1


def again(worker: Worker, exchange: Exchange, seconds: float) -> Response:
    """Make a request again; its callbacks get the replies that they got."""
    replies = iter(exchange.replies)
    worker.on_callback = lambda _: next(replies, {})
    return worker.again(exchange.request, seconds)
