"""A sandbox that is kept for the next of an author's own solutions.

Starting one takes as long as six tests. Solutions of one assignment differ in a file or two, which
the fork server of the sandbox reads again. A student's submission is never graded like this: its
fork server has read no other submission.
"""

from __future__ import annotations

import contextlib
import filecmp
import shutil
import sys
from collections.abc import Callable, Container
from pathlib import Path

from autograder.sandbox.backend import SandboxError
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.temporary_folders import temporary_folder


class KeptSandbox:
    """Starts a sandbox with `start`, which gets a box, or uses the last one again.

    From one solution to the next, only these `files` may change in the box.
    """

    def __init__(self, start: Callable[[Path], Sandbox], files: Container[str]) -> None:
        self.start, self.files = start, files
        self.sandbox: Sandbox | None = None
        self.stack = contextlib.ExitStack()

    def serve(self, box: Path) -> Sandbox:
        """Return a sandbox for the files in a box; it has a copy of them in a box of its own.

        Raises:
            SandboxError, OSError: it cannot be started.
        """
        if not (self.sandbox and self.serves_now(self.sandbox, box)):
            self.close()
            own = Path(self.stack.enter_context(temporary_folder())).resolve() / "box"
            shutil.copytree(box, own)
            self.sandbox = self.stack.enter_context(self.start(own))
            _ = self.sandbox.confinement  # The fork server's first message is for this process.
        return self.sandbox

    def serves_now(self, sandbox: Sandbox, box: Path) -> bool:
        """Copy the files that differ, and let the fork server read them; return False if it cannot.

        They are written into the same files, of which workers may see hard links; where they see
        copies, a new sandbox is needed.
        """
        if sys.platform != "linux":
            return False
        from autograder.sandbox.warm_fork_servers import WarmForkServer

        own, backend = Path(sandbox.box), sandbox.backend
        if not isinstance(backend, WarmForkServer):
            return False
        names = sorted(path.name for path in box.iterdir())
        if names != sorted(path.name for path in own.iterdir()):
            return False
        _, different, unreadable = filecmp.cmpfiles(box, own, names, shallow=False)
        if unreadable or any(name not in self.files for name in different):
            return False
        for name in different:
            seen = Path(f"{backend.folder}{own / name}")
            if seen.exists() and not seen.samefile(own / name):
                return False
            (own / name).write_bytes((box / name).read_bytes())
        try:
            return backend.read_box()
        except SandboxError:
            return False

    def close(self) -> None:
        """End the sandbox, and remove its box."""
        self.sandbox = None
        self.stack.close()
