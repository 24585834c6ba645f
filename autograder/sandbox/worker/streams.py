"""The standard streams of a submission: input from a text, and output that is kept in memory.

They are the same objects for all requests, since code may keep one before a function is called:
`input = sys.stdin.readline`, or the stream of a logger.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any

MAX_OUTPUT = 100_000


class OutputLimitError(BaseException):
    """The code printed too much. Not an Exception, so that `except Exception` does not catch it."""


class Kept(io.BytesIO):
    """What is below a standard stream. A stream of the code's around this one may close it."""

    def close(self) -> None:
        """Stay open."""

    def clear(self) -> None:
        self.seek(0)
        self.truncate()


class Capture(Kept):
    """Standard output or standard error, kept in memory, up to a limit.

    Printing more is an error, unless the rest `may_be_dropped`.
    """

    def __init__(self, *, may_be_dropped: bool) -> None:
        super().__init__()
        self.may_be_dropped = may_be_dropped

    def write(self, data: Any) -> int:
        room = MAX_OUTPUT - self.tell()
        super().write(data[:room])
        if len(data) > room and not self.may_be_dropped:
            raise OutputLimitError(f"more than {MAX_OUTPUT:,} characters were printed")
        return len(data)

    def text(self) -> str:
        return self.getvalue().decode("utf-8", "replace")

    def stream(self) -> io.TextIOWrapper:
        """Return a text stream that writes here at once, without a buffer of its own."""
        return io.TextIOWrapper(self, "utf-8", "backslashreplace", "\n", write_through=True)


class StandardStreams:
    """The streams, and what was `printed` and written to `stderr` since this was last taken."""

    def __init__(self) -> None:
        self.input = Kept()
        self.printed = Capture(may_be_dropped=False)
        self.stderr = Capture(may_be_dropped=True)
        self.is_empty = True
        self.make()

    def make(self) -> None:
        given = io.TextIOWrapper(self.input, "utf-8")
        self.streams = given, self.printed.stream(), self.stderr.stream()

    def take(self) -> tuple[str, str]:
        """Return what was printed, and written to standard error, since this was last asked."""
        texts = self.printed.text(), self.stderr.text()
        self.printed.clear()
        self.stderr.clear()
        return texts

    def redirect(self, stdin: str | None) -> None:
        """Give the code its streams, with this text to read; None leaves it what is left of one."""
        if any(map(_is_detached, self.streams)):
            self.make()
        sys.stdin, sys.stdout, sys.stderr = self.streams
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = self.streams  # type: ignore[misc]
        if stdin is not None and (stdin or not self.is_empty):
            self.input.clear()
            data = stdin.encode("utf-8", "surrogatepass")
            self.input.write(data)
            self.streams[0].seek(0)
            if os.name == "posix":
                fill_descriptor(data)
            self.is_empty = not stdin

    def flush(self) -> None:
        """Flush output, as Python does at exit: the code may have replaced its streams."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # It may be closed, or not even a stream.
                stream.flush()


def fill_descriptor(data: bytes) -> None:
    """Let `open(0)` find the input, too, as much of it as a pipe holds: 64 KiB on Linux."""
    with contextlib.suppress(OSError):  # The code may have no descriptors left.
        readable, writable = os.pipe()
        os.set_blocking(writable, False)
        with open(writable, "wb", 0) as pipe:
            pipe.write(data)
        if readable:  # It is 0 itself if the code has closed that.
            os.dup2(readable, 0)
            os.close(readable)


def _is_detached(stream: io.TextIOWrapper) -> bool:
    try:
        return stream.closed
    except ValueError:
        return True
