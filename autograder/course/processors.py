"""A processor for each grading that runs on this machine."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path


class Processors:
    """Lends each of so many jobs a processor that no other of them has.

    Nothing is lent where there are fewer processors than jobs, or where the system cannot keep a
    process on one.
    """

    def __init__(self, jobs: int) -> None:
        usable = usable_processors()
        self.lock = threading.Lock()
        self.free = usable if len(usable) >= jobs else set()

    @contextlib.contextmanager
    def lent(self) -> Iterator[int | None]:
        """Lend the processor that this thread is on if it is free, or else any that is free.

        The system puts a thread on an idle processor, where no job of another command is.
        """
        with self.lock:
            processor = self._choose() if self.free else None
        try:
            yield processor
        finally:
            if processor is not None:
                self.free.add(processor)

    def _choose(self) -> int:
        here = current_processor()
        processor = here if here in self.free else random.choice(list(self.free))
        self.free.remove(processor)
        return processor


def usable_processors() -> set[int]:
    """Return the numbers of the processors that this process may use; none if it cannot choose."""
    return os.sched_getaffinity(0) if sys.platform == "linux" else set()


def current_processor() -> int:
    """Return the number of the processor that this thread is on."""
    after_name = Path("/proc/thread-self/stat").read_bytes().rpartition(b")")[2]
    return int(after_name.split()[36])
