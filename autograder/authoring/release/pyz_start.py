"""Unpack check.pyz, which this module is a part of, and run the grader. Standard library only.

Workers are started from files, so the grader cannot run inside the archive. It is unpacked once,
into a folder that is named for its contents; where none can be written at home, into a temporary
one at each start.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import signal
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from types import FrameType

UNPACKED = ("~", ".cache", "cagework")
CONTENTS_ID = "contents_id"
"""The file in the archive that names its contents."""
GRADER = "site/"
"""The folder in the archive that is unpacked."""


def main() -> None:
    _exit_on_signals()
    archive = os.path.abspath(os.path.dirname(__file__))
    with unpacked(archive) as site:
        sys.path[0] = site
        importlib.import_module("autograder.cli.packed").main()


def _exit_on_signals() -> None:
    """Let a signal that would end the process at once end it so that nothing is left behind.

    The grader has its own handlers while it runs. Signals that are ignored stay so.
    """
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    stopping = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]

    def stop(number: int, _frame: FrameType | None) -> None:
        for each in stopping:
            signal.signal(each, signal.SIG_IGN)
        sys.exit(128 + number)

    for number in stopping:
        signal.signal(number, stop)


@contextlib.contextmanager
def unpacked(archive: str) -> Iterator[str]:
    """Yield the folder with the grader.

    Several processes may unpack at once: each has a folder of its own until it is complete.
    """
    with zipfile.ZipFile(archive) as source:
        parent = os.path.expanduser(os.path.join(*UNPACKED))
        folder = os.path.join(parent, source.read(CONTENTS_ID).decode())
        if os.path.isdir(folder):
            yield folder
            return
        temporary = _new_folder(parent)
        try:
            _unpack(source, temporary)
            with contextlib.suppress(OSError):  # It is there by now, or home cannot be written.
                os.rename(temporary, folder)
            yield folder if os.path.isdir(folder) else temporary
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _new_folder(parent: str) -> str:
    try:
        os.makedirs(parent, exist_ok=True)
        return tempfile.mkdtemp(dir=parent)
    except OSError:
        return tempfile.mkdtemp(prefix="cagework-")


def _unpack(source: zipfile.ZipFile, folder: str) -> None:
    try:
        for entry in source.infolist():
            if entry.filename.startswith(GRADER):
                entry.filename = entry.filename.removeprefix(GRADER)
                source.extract(entry, folder)
    except OSError as error:
        print(f"check.pyz cannot be unpacked into {folder}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
