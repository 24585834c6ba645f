"""Requests that are longer than what a pipe holds."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.sandbox.backend import Settings
from autograder.sandbox.zygote import Jail, JailedProcess

LONG = bytes(1 << 20)
CHUNK = 1 << 16


@pytest.fixture
def pipes(tmp_path: Path) -> Iterator[tuple[JailedProcess, int]]:
    """The judge's end of pipes, and a worker's end of that for requests; there is no worker."""
    (reader, requests), (responses, writer), (samples, other) = (os.pipe() for _ in range(3))
    with contextlib.closing(Jail(Settings(str(tmp_path), "", 1 << 30))) as jail:
        process = JailedProcess(jail, (requests, responses, samples), "", [])
        yield process, reader
        process.close_pipes()
        for end in (reader, writer, other):
            os.close(end)


def waited(process: JailedProcess, seconds: float) -> float:
    start = time.monotonic()
    process.wait(seconds)
    return time.monotonic() - start


def test_wait_ends_when_there_is_room_for_more(pipes: tuple[JailedProcess, int]) -> None:
    process, end = pipes
    assert process.send(LONG)
    os.read(end, CHUNK)
    assert waited(process, 60) < 30


def test_wait_lasts_while_there_is_no_room(pipes: tuple[JailedProcess, int]) -> None:
    process, _ = pipes
    assert process.send(LONG)
    assert waited(process, 0.2) >= 0.2


def test_wait_lasts_when_all_is_sent(pipes: tuple[JailedProcess, int]) -> None:
    process, end = pipes
    unsent = LONG
    while unsent:
        unsent = process.send(unsent)
        os.read(end, CHUNK)
    assert waited(process, 0.2) >= 0.2
