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


class Stopped(KeyboardInterrupt):
    """A signal asked the grader to stop.

    pytest and click let a KeyboardInterrupt pass wherever it comes from; a SystemExit would be
    the failure of a test.
    """


class _Listener:
    """The handler of all these signals; `received` is the number of the first, or 0.

    It is `active` while a `raised` block runs. The number stays after it, for the exit status.
    """

    def __init__(self) -> None:
        self.active = False
        self.received = 0

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        if not self.received:
            self.received = number
            raise Stopped


_listener = _Listener()


@contextlib.contextmanager
def raised() -> Iterator[None]:
    """Raise the first signal that arrives in this block as `Stopped`.

    Signals that are ignored stay ignored: a command that was started with nohup has to keep
    running.
    """
    _listener.received, _listener.active = 0, True
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, _listener)
    try:
        yield
    except BaseException:
        if _listener.received:  # Another failure comes from processes that it stopped, too.
            raise Stopped from None
        raise
    finally:
        _listener.active = False
        if not _listener.received:  # Else a second signal would end the process during cleanup.
            for number, handler in before.items():
                signal.signal(number, handler)


def reset_sigchld() -> None:
    """Stop ignoring SIGCHLD, which a parent may have ignored when it started this process.

    While it is ignored, the system discards the exit statuses of children.
    """
    if sys.platform != "win32":
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def exit_status() -> int:
    """Return the exit status of a command that was stopped: 130 for Ctrl-C, as in shells."""
    return 128 + (_listener.received or signal.SIGINT)


def check() -> None:
    """Raise `Stopped` if a signal has arrived; Python drops what is raised in a destructor."""
    if _listener.active and _listener.received:
        raise Stopped
