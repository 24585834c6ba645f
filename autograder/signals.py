"""Signals that ask the grader to stop.

The first is raised as an exception, and later ones do nothing, so that everything that the
exception passes can clean up undisturbed. A temporary folder that is being made or removed just
then may stay; the next grader removes it.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""The signals that stop the grader, as far as this system has them."""
_has_stopped = False
"""Has a signal arrived in the last `raised` block?"""


class Stopped(KeyboardInterrupt):
    """A signal asked the grader to stop.

    pytest and click let a KeyboardInterrupt pass wherever it comes from; a SystemExit would be
    the failure of a test.
    """


def _stop(_number: int, _frame: FrameType | None) -> None:
    global _has_stopped  # noqa: PLW0603 - signals are the whole process's.
    if not _has_stopped:
        _has_stopped = True
        raise Stopped


@contextlib.contextmanager
def raised() -> Iterator[None]:
    """Raise the first signal that arrives in this block as `Stopped`.

    Signals that are ignored stay ignored: a command that was started with nohup has to keep
    running. Not so SIGCHLD: while it is ignored, the exit statuses of children are lost.
    """
    global _has_stopped  # noqa: PLW0603 - as above
    _has_stopped = False
    if sys.platform != "win32":
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, _stop)
    try:
        yield
    except BaseException:
        check()  # Another failure comes from processes that the signal stopped, too.
        raise
    finally:
        if not _has_stopped:  # Else a second signal would end the process during cleanup.
            for number, handler in before.items():
                signal.signal(number, handler)


def check() -> None:
    """Raise `Stopped` if a signal has arrived: a test or a destructor may have caught it."""
    if _has_stopped:
        raise Stopped from None
