"""A processor for each grading that runs on this machine."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import sys
from collections.abc import Iterator

CLAIM_NAME = "\0cagework-processor-"
"""A socket with this name and a processor's number, not a file, exists while that is lent."""


@contextlib.contextmanager
def lent_processor(jobs: int) -> Iterator[int | None]:
    """Lend a processor that no other grading on this machine has, in this command or another.

    None is lent if there are fewer than `jobs`, if all are lent, or if the system cannot keep a
    process on one.
    """
    usable = usable_processors()
    for processor in random.sample(usable, len(usable)) if len(usable) >= jobs else ():
        with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as claim:
            try:
                claim.bind(f"{CLAIM_NAME}{processor}")
            except OSError:  # Another grading has it.
                continue
            yield processor
            return
    yield None


def usable_processors() -> list[int]:
    """Return the numbers of the processors that this process may use; none if it cannot choose."""
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
