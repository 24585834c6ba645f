"""The calls of an assignment's watched functions while a program runs, as its worker claims them.

Nothing that counts depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.sandbox.client import Worker
from autograder.sandbox.messages import MAX_CALLS, MAX_CALLS_BYTES, Response
from autograder.sandbox.values import Remote


@dataclass(frozen=True)
class RecordedCall:
    """A call that has ended, `depth` calls of watched functions deep.

    `raised` is the name of an exception's class, or empty. Arguments are as they were before the
    call, which may have `changed` them.
    """

    name: str
    depth: int
    arguments: list[Any]
    result: Any
    raised: str
    changed: bool


_FIELDS = (str, int, list, None, str, bool)


class RecordedCalls:
    """Passes each call of functions, `watched` by file, to `add` when it has ended.

    The run's limit begins again after each of them, but for `seconds_in_all`.
    """

    def __init__(
        self, watched: Mapping[str, Sequence[str]], add: Callable[[RecordedCall], None]
    ) -> None:
        self.watched, self.add = watched, add
        self.seconds_in_all = 0.0
        self.count = self.bytes = 0

    @property
    def is_full(self) -> bool:
        return self.count >= MAX_CALLS or self.bytes >= MAX_CALLS_BYTES

    def record(self, worker: Worker) -> None:
        """Record what a worker reports; one that reports anything else, or too much, is ended."""
        # What stays in the worker is not asked for anything.
        worker.codec = worker.codec.with_remote(Remote())
        worker.seconds_in_all = self.seconds_in_all

        def receive(response: Response) -> dict[str, Any]:
            call = response.value[0]
            fits = len(call) == len(_FIELDS) and all(
                kind in (None, type(each)) for kind, each in zip(_FIELDS, call, strict=True)
            )
            if self.is_full or not fits:
                worker.close()
            else:
                self.count += 1
                self.bytes += response.size
                self.add(RecordedCall(*call))
            return {"value": None}

        worker.on_callback = receive
