"""The scratch folders of workers: one that a worker has left untouched is reused.

Most workers write nothing. Making a folder, its Landlock rules and removing it again cost as much
as a tenth of a new worker.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from autograder.sandbox.linux import landlock
from autograder.sandbox.linux.confinement import Confinement


@dataclass(frozen=True)
class ScratchFolder:
    """A folder that one worker at a time may write to.

    `rules` are the Landlock rules of its worker, `state` is what a change of the folder changes.
    """

    path: str
    rules: landlock.Ruleset | None
    state: tuple[int, ...]


class ScratchFolders:
    """Makes scratch folders before the fork: a failure is not the submission's."""

    def __init__(self, confinement: Confinement) -> None:
        self.confinement = confinement
        self.untouched: list[ScratchFolder] = []

    def take(self) -> ScratchFolder:
        """Return an empty folder.

        Raises:
            OSError: it cannot be made.
        """
        return self.untouched.pop() if self.untouched else self.make()

    def make(self) -> ScratchFolder:
        path = os.path.join(self.confinement.environment.folder, os.urandom(8).hex())
        if not self.confinement.has_scratch:
            return ScratchFolder(path, None, ())
        os.mkdir(path, 0o700)
        user = self.confinement.plan.user
        if user is not None:
            os.chown(path, user, user)
        return ScratchFolder(path, self.confinement.rules(path), _state(path))

    def release_folder(self, folder: ScratchFolder) -> bool:
        """Take a folder back from a worker that has ended; return whether files are left in it."""
        if not self.confinement.has_scratch or _state(folder.path) == folder.state:
            self.untouched.append(folder)
            return False
        return self.discard(folder)

    def discard(self, folder: ScratchFolder) -> bool:
        """Remove a folder; return True if files in it prevent that."""
        if folder.rules:
            os.close(folder.rules.descriptor)
        try:
            os.rmdir(folder.path)
        except OSError:
            return self.confinement.has_scratch
        return False

    def remove_untouched(self) -> None:
        while self.untouched:
            self.discard(self.untouched.pop())


def _state(path: str) -> tuple[int, ...]:
    """Return what a worker can change of a folder, and how many entries it has.

    Times alone do not show changes within a tick of the kernel's clock. Where something cannot be
    read, the state equals no other.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NOATIME)
    except OSError:
        return (time.monotonic_ns(),)
    try:
        found = os.fstat(descriptor)
        entries = len(os.listdir(descriptor))
    finally:
        os.close(descriptor)
    times = found.st_atime_ns, found.st_mtime_ns, found.st_ctime_ns
    return (*times, found.st_mode, found.st_uid, found.st_gid, found.st_nlink, entries)
