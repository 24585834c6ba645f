"""What is kept of the calls that a test has made."""

from __future__ import annotations

import weakref

from autograder.judge.invocation import CallInvocation, Exchange


class Argument:
    """Its instances can be referred to weakly."""


def test_arguments_are_freed_after_the_verdict() -> None:
    argument, exchange = Argument(), Exchange()
    exchange.begin(CallInvocation("f", (), [argument], lambda values: (f"f({values})", {})))
    alive = weakref.ref(argument)
    del argument
    assert alive() is not None
    exchange.let_go()
    assert (alive(), exchange.invocation.subject) == (None, "f")
