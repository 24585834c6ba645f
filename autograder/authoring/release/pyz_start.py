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
    """Exit on signals that would end the process at once, so that nothing is left behind.

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
    """Yield the folder with the grader, and hold no file open: it might be taken for a stream.

    Several processes may unpack at once: each has a folder of its own until it is complete.
    """
    parent = os.path.expanduser(os.path.join(*UNPACKED))
    if not os.path.isabs(parent):  # This user has no home.
        parent = os.devnull
    with zipfile.ZipFile(archive) as source:
        folder = os.path.join(parent, source.read(CONTENTS_ID).decode())
        sizes = _sizes(source)
    if not _missing(sizes, folder):
        yield folder
        return
    temporary = _new_folder(parent)
    try:
        _unpack(archive, temporary)
        with contextlib.suppress(OSError):  # It is there by now, or home cannot be written.
            os.rename(temporary, folder)
        if os.path.isdir(folder):
            _restore(temporary, folder, _missing(sizes, folder))
        yield temporary if _missing(sizes, folder) else folder
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _sizes(source: zipfile.ZipFile) -> dict[str, int]:
    """Return the sizes of the grader's files, by path."""
    entries = (entry for entry in source.infolist() if entry.filename.startswith(GRADER))
    return {entry.filename.removeprefix(GRADER): entry.file_size for entry in entries}


def _missing(sizes: dict[str, int], folder: str) -> list[str]:
    """Return the files that the folder lacks; what cleans up caches may remove some."""
    return [name for name, size in sizes.items() if not _has_size(f"{folder}/{name}", size)]


def _has_size(path: str, size: int) -> bool:
    try:
        return os.stat(path).st_size == size
    except OSError:
        return False


def _restore(complete: str, folder: str, names: list[str]) -> None:
    """Copy files as far as the folder can be written."""
    for name in names:
        place = os.path.join(folder, name)
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            shutil.copyfile(os.path.join(complete, name), place)


def _new_folder(parent: str) -> str:
    try:
        os.makedirs(parent, exist_ok=True)
        return tempfile.mkdtemp(dir=parent)
    except OSError:  # Home cannot be written.
        pass
    try:
        return tempfile.mkdtemp(prefix="cagework-")
    except OSError as error:
        print(f"check.pyz cannot be unpacked: {error.strerror}", file=sys.stderr)
        sys.exit(2)


def _unpack(archive: str, folder: str) -> None:
    try:
        with zipfile.ZipFile(archive) as source:
            for entry in source.infolist():
                if entry.filename.startswith(GRADER):
                    entry.filename = entry.filename.removeprefix(GRADER)
                    source.extract(entry, folder)
    except OSError as error:
        print(f"check.pyz cannot be unpacked into {folder}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
