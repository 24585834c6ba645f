"""Choosing a confinement plan by trying it in a child process.

A plan has to deny what it should, and allow what a worker needs.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from autograder.sandbox.linux.confinement import (
    CHROOT,
    NO_FILES,
    NONE,
    Confinement,
    Plan,
    WorkerEnvironment,
    grant_access,
    hide_memory,
    plans,
    unused_user,
)
from autograder.sandbox.linux.landlock import FIRST_PATH
from autograder.sandbox.linux.scratch_folders import ScratchFolders
from autograder.sandbox.linux.syscall import Call, make_calls

SHORTAGES = frozenset((errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC))
"""No more processes, open files, memory or disk."""
_RESULT = FIRST_PATH - 1
"""The descriptor of the child's result. Those after it are closed in a confined process."""
PRIVATE_FILE = "/etc/passwd"
"""A file that every user may read, unless confined."""


def find_faults(confinement: Confinement, secret: Sequence[str] = ()) -> str:
    """Try the confinement in a child process; return its faults, or an empty string.

    No path in `secret` may be readable.

    Raises:
        OSError: this machine has run out of something, which says nothing about the confinement.
    """
    folders = ScratchFolders(confinement)
    try:
        folder = folders.take()
    except OSError as error:
        require_no_shortage(error.errno)
        return f"{type(error).__name__}: {error}"
    reader, writer = os.pipe()
    steps = [(os.dup2, (writer, _RESULT)), *confinement.steps(folder)]
    pid = os.fork()
    if pid == 0:
        try:
            _send_faults(steps, confinement, secret)
        finally:  # The child must not return from here.
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        faults = pipe.read().decode("utf-8", "replace")
    if not _is_possible(lambda: os.kill(pid, 0)):
        faults = "; ".join(filter(None, (faults.strip("\0"), "the grader could not end it")))
    _, status = os.waitpid(pid, 0)
    folders.discard(folder)
    require_no_shortage(os.waitstatus_to_exitcode(status))
    return faults.strip("\0") if faults else "it ended without a result"


def _send_faults(steps: Iterable[Call], confinement: Confinement, secret: Sequence[str]) -> None:
    """Try the confinement that these calls enter, and write its faults. Runs in the child."""
    try:
        make_calls(steps)
        faults = "; ".join(_faults(confinement, secret))
    except BaseException as error:
        if isinstance(error, OSError) and error.errno in SHORTAGES:
            os._exit(error.errno)
        faults = f"{type(error).__name__}: {error}"
    os.write(_RESULT, faults.encode("utf-8", "replace")[:1000] or b"\0")


def _faults(confinement: Confinement, secret: Sequence[str]) -> Iterable[str]:
    """Yield what is allowed but should not be, and the reverse. Runs in the child."""
    forbidden: dict[str, Callable[[], object]] = {
        "read a private file": lambda: open(PRIVATE_FILE).close(),
        "read the grader's files": lambda: _read_any(secret),
        "read Python's library": lambda: open(os.__file__).close(),
        "write outside its folder": _write_outside,
        "open a socket": lambda: socket.socket(socket.AF_INET).close(),
        "reach its parent": lambda: os.kill(os.getppid(), 0),
        "start a process": lambda: os._exit(0) if os.fork() == 0 else None,
        "lock a file": lambda: fcntl.fcntl(0, fcntl.F_GETLK, bytes(32)),
    }
    needed: dict[str, Callable[[], object]] = {
        "read the submission": lambda: os.listdir(confinement.environment.box),
        "write into its folder": _write_file,
        "use the null device": lambda: open(os.devnull, "w").close(),
    }
    if confinement.plan.files == NO_FILES:
        needed = {}
    elif confinement.plan.files == CHROOT:
        del needed["use the null device"]  # Not every system lets root make one.
    for what, attempt in forbidden.items():
        if _is_possible(attempt):
            yield f"it could {what}"
    for what, attempt in needed.items():
        if not _is_possible(attempt):
            yield f"it could not {what}"


def _is_possible(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def _write_file() -> None:
    with open("trial", "w") as file:
        file.write("trial")
    os.unlink("trial")


def _write_outside() -> None:
    name = f"../cagework-trial-{os.getpid()}"
    open(name, "x").close()
    os.unlink(name)


def _read_any(paths: Sequence[str]) -> None:
    """Open one of these files for reading; raise PermissionError if that is impossible for all."""
    for path in paths:
        with contextlib.suppress(OSError):
            os.close(os.open(path, os.O_RDONLY))
            return
    raise PermissionError


def require_no_shortage(number: int | None) -> None:
    if number in SHORTAGES:
        raise OSError(number, os.strerror(number))


def choose(
    candidates: Iterable[Plan], environment: WorkerEnvironment, secret: Sequence[str] = ()
) -> tuple[Confinement | None, dict[str, str]]:
    """Return the first plan that works, prepared, and the faults of those before it.

    Raises:
        OSError: this machine has run out of something. A weaker plan would not be the best.
    """
    failed: dict[str, str] = {}
    for plan in candidates:
        try:
            ready = Confinement(plan, environment)
        except OSError as error:
            require_no_shortage(error.errno)
            faults = error.strerror or str(error)
        else:
            faults = find_faults(ready, secret)
            if not faults:
                return ready, failed
            ready.close()
        failed[plan.files] = "; ".join(filter(None, (failed.get(plan.files), faults)))
    return None, failed


def confine(settings: dict[str, Any]) -> Confinement:
    """Return the best confinement that works here, by one of the settings' plans if any are named.

    Raises:
        LookupError: there is none; its argument maps each plan to its fault.
        OSError: this machine has run out of something.
    """
    hide_memory()
    user = unused_user()
    environment = WorkerEnvironment(settings["folder"], settings["memory"], settings["box"])
    allowed = settings["plans"]
    candidates = [p for p in plans(user) if allowed is None or p.files in allowed]
    if candidates and user is not None:
        try:
            grant_access(settings["box"], user)
        except OSError as error:  # Root of a container may lack the right; the trials will show it.
            require_no_shortage(error.errno)
    ready, faults = choose(candidates, environment, settings.pop("secret"))
    if not ready and settings["required"]:
        raise LookupError(faults)
    return ready or Confinement(Plan(NONE), environment)
