"""What the judge reads from a test as pytest has collected it."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.invocation import Exchange

_EXCHANGE = pytest.StashKey[Exchange]()


def exchange_of(item: pytest.Item) -> Exchange:
    """Return the exchange of a test with the submission, which its fixtures share."""
    return item.stash.setdefault(_EXCHANGE, Exchange())


def part_of(path: Path) -> str:
    return path.stem.removeprefix("test_")


def sentence(item: pytest.Function) -> str:
    """Return what a student reads as the test's name: the docstring, then the row of its table."""
    says = " ".join((item.function.__doc__ or item.originalname).split())
    callspec = getattr(item, "callspec", None)
    return f"{says}: {callspec.id}" if callspec else says
