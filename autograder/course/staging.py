"""Writing the files of a folder: all of them are written before the first is replaced."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from autograder.sandbox.temporary_folders import remove_abandoned, temporary_folder


@contextlib.contextmanager
def staged_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder whose files are moved into `folder` at the end of the block.

    If the block raises, `folder` stays as it was; if it was missing, it is missing again. Files in
    it that the block does not write stay in any case.

    Raises:
        OSError: a file cannot be written.
    """
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        remove_abandoned(str(folder))
        with temporary_folder(str(folder)) as stage:
            yield Path(stage)
            _move_files(Path(stage), folder)
    finally:
        if is_new:
            with contextlib.suppress(OSError):  # It is not empty.
                folder.rmdir()


def _move_files(stage: Path, folder: Path) -> None:
    """Move files, after all their folders are made.

    Raises:
        OSError: a folder cannot be made, or is where a file is to be.
    """
    moves = {file: folder / file.relative_to(stage) for file in stage.rglob("*") if file.is_file()}
    for target in moves.values():
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    for file, target in moves.items():
        os.replace(file, target)
