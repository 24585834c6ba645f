"""Keys as they are pressed, on the terminals of POSIX and Windows; elsewhere, lines."""

from __future__ import annotations

import contextlib
import importlib
import os
import queue
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

KeyReader = Callable[[float], str]
"""Waits at most this many seconds for a key; returns "" if none was pressed."""
ESCAPE = "\x1b"
WINDOWS_PREFIXES = (b"\0", b"\xe0")
"""What arrows and function keys begin with on Windows; a letter follows."""
_PAUSE = 0.02


@contextlib.contextmanager
def keyboard() -> Iterator[KeyReader]:
    """Let keys be read without Enter; restore the terminal at the end."""
    if sys.stdin is None or not sys.stdin.isatty():
        yield _lines()
    elif sys.platform == "win32":
        yield _windows_key
    else:
        with _posix_keys(sys.stdin.fileno()) as read:
            yield read


@contextlib.contextmanager
def _posix_keys(terminal: int) -> Iterator[KeyReader]:
    import termios
    import tty

    before = termios.tcgetattr(terminal)

    def read_one(seconds: float) -> str:
        if not select.select([terminal], [], [], seconds)[0]:
            return ""
        return os.read(terminal, 1).decode("ascii", "replace")

    def read(seconds: float) -> str:
        if (key := read_one(seconds)) != ESCAPE:
            return key
        if read_one(_PAUSE) in ("[", "O"):  # An arrow or a function key sends letters, too.
            while (part := read_one(_PAUSE)) and not (part.isalpha() or part == "~"):
                pass
        return ""

    tty.setcbreak(terminal)
    try:
        yield read
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _windows_key(seconds: float) -> str:
    msvcrt: Any = importlib.import_module("msvcrt")  # Type checkers know it only on Windows.
    until = time.monotonic() + seconds
    while not msvcrt.kbhit():
        if time.monotonic() >= until:
            return ""
        time.sleep(_PAUSE)
    key: bytes = msvcrt.getch()
    if key in WINDOWS_PREFIXES and msvcrt.kbhit():
        msvcrt.getch()
        return ""
    return key.decode("ascii", "replace")


def _lines() -> KeyReader:
    """Read the first character of each line of standard input."""
    waiting: queue.Queue[str] = queue.Queue()

    def fill() -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in sys.stdin or ():
                waiting.put(line.strip()[:1])

    def read(seconds: float) -> str:
        try:
            return waiting.get(timeout=seconds)
        except queue.Empty:
            return ""

    threading.Thread(target=fill, daemon=True).start()
    return read
