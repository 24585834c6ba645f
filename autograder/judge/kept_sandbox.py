"""A sandbox that is kept from one of an author's own solutions to the next.

To start one takes as long as eight tests. Solutions of one assignment differ in a few files, which
its fork server reads again. No submission of a student's may be graded like this: its fork server
has read no other's files.
"""

from __future__ import annotations

import filecmp
import shutil
from collections.abc import Callable
from pathlib import Path

from autograder.sandbox.backend import SandboxError
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.warm_fork_servers import WarmForkServer
from autograder.temporary_folders import TemporaryFolder


class KeptSandbox:
    """Starts sandboxes with `start`, which gets a box. One of these files may change in it."""

    def __init__(self, start: Callable[[Path], Sandbox], files: tuple[str, ...]) -> None:
        self.start, self.files = start, files
        self.folder: TemporaryFolder | None = None
        self.sandbox: Sandbox | None = None

    def serve(self, box: Path) -> Sandbox:
        """Return a sandbox for the files in a box, which are copied to its own box.

        Raises:
            SandboxError, OSError: it cannot be started.
        """
        if not (self.sandbox and self.is_replaced_by(box)):
            self.close()
            self.folder = TemporaryFolder()
            own = Path(self.folder.path).resolve() / "box"
            shutil.copytree(box, own)
            self.sandbox = self.start(own)
            _ = self.sandbox.confinement  # The fork server's first message is for this process.
        return self.sandbox

    def is_replaced_by(self, box: Path) -> bool:
        """Copy the files that differ, and let the fork server read them; False if it cannot."""
        assert self.sandbox
        own, backend = Path(self.sandbox.box), self.sandbox.backend
        names = sorted(path.name for path in box.iterdir())
        if names != sorted(path.name for path in own.iterdir()):
            return False
        _, different, unreadable = filecmp.cmpfiles(box, own, names, shallow=False)
        if unreadable or set(different) - set(self.files):
            return False
        for name in different:  # Into the same file, of which there may be hard links.
            (own / name).write_bytes((box / name).read_bytes())
        try:
            return isinstance(backend, WarmForkServer) and backend.read_box()
        except SandboxError:
            return False

    def close(self) -> None:
        """End the sandbox, and remove its box."""
        if self.sandbox:
            self.sandbox.__exit__()
            self.sandbox = None
        if self.folder:
            self.folder.remove()
            self.folder = None
