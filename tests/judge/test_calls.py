"""What is kept of the calls that a test has made."""

from __future__ import annotations

import weakref

from autograder.judge.calls import CallInvocation, CallLog
from autograder.sandbox.messages import Request, Response, ResponseKind

VALUE = Response(ResponseKind.VALUE)


class Argument:
    """Its instances can be referred to weakly."""


def test_arguments_are_freed_after_the_verdict() -> None:
    argument, log = Argument(), CallLog()
    log.begin(CallInvocation("f", (), (), [argument], lambda values: (f"f({values})", {})))
    alive = weakref.ref(argument)
    del argument
    assert alive() is not None
    log.release_values()
    assert (alive(), log.invocation.subject) == (None, "f")


def test_first_call_is_recorded_unless_it_is_large() -> None:
    """To be repeated: one with the cells of a board of 7 by 7, but none with a thousand."""
    for cells, recorded in ((49, True), (1000, False)):
        log = CallLog()
        arguments = [{"$": ".Guess", "v": [i, i, "a", i]} for i in range(cells)]
        log.record("own.py", Request.of("call", 1, arguments=arguments), VALUE)
        assert (log.first is not None) is recorded
    sent = Request.of("call", 1, arguments=["x" * 5000])
    log.record("own.py", sent, VALUE)
    assert log.first
