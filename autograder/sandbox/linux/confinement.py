"""How a worker is held: plans, the best of which that works here is used.

A plan is tried in a process of its own before it is believed: it must hold what it promises, and
leave what a worker needs.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import resource
import signal
import socket
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from autograder.sandbox.linux import landlock, readable_paths, seccomp
from autograder.sandbox.linux.syscall import (
    PR_SET_DUMPABLE,
    PR_SET_KEEPCAPS,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    architecture,
    prctl,
    system_call,
)

LANDLOCK, CHROOT, NO_FILES, NONE = "landlock", "chroot", "no files", "none"
FIRST_USER, USERS = 60578, 128
"""Ids that nobody has: systemd's table of users leaves 60578 to 60705 unassigned."""
CAPSET = (126, 91)
CAPABILITY_VERSION = 0x20080522
CAP_DAC_READ_SEARCH = 2
"""Numbers: include/uapi/linux/capability.h, and the tables that `syscalls` names."""

CPU_SECONDS = 600
FILE_BYTES = 4 << 20
DESCRIPTORS = 64
"""Their product bounds what files without a name can hold, which no look at scratch finds."""
KEPT = 63
"""Descriptors from here on stand for paths, until a worker has been confined."""
PRIVATE_FILE = "/etc/passwd"
"""Every user may read it, so that only confinement keeps a worker from it."""


@dataclass(frozen=True)
class Plan:
    """What holds files back, as which user a worker runs, and whether it may read as root does.

    That last is needed where the user root has a Python that nobody else can reach.
    """

    files: str
    user: int | None = None
    reads_all: bool = False

    def __str__(self) -> str:
        user = "" if self.user is None else ", as another user"
        return f"{self.files}{user}{' that may read all' if self.reads_all else ''}"

    def told(self) -> dict[str, str]:
        """Mechanism by mechanism, as reports have it."""
        files = f"{self.files} {landlock.version()}" if self.files == LANDLOCK else self.files
        system_calls = NONE if self.files == NONE else "seccomp"
        user = NONE if self.files == NONE else "same" if self.user is None else "another"
        return {"files": files, "system_calls": system_calls, "user": user}


def hide_memory() -> None:
    """Keep other processes of the same user, workers among them, from reading this one's memory."""
    prctl(PR_SET_DUMPABLE, 0)


def hand_over(box: str, user: int) -> None:
    """Let this user read a folder's files, and nobody else."""
    for path in (box, *(entry.path for entry in os.scandir(box))):
        os.chown(path, -1, user, follow_symlinks=False)
        os.chmod(path, 0o750 if os.path.isdir(path) else 0o640, follow_symlinks=False)


def plans(user: int | None) -> list[Plan]:
    """All of them, best first; `user` is whom to become, where that is root's to choose."""
    own = [Plan(LANDLOCK), Plan(NO_FILES)]
    if user is None:
        return own
    return [Plan(LANDLOCK, user), Plan(LANDLOCK, user, True), Plan(CHROOT, user), *own]


def unused_user() -> int | None:
    """An id for workers of this process, if it is root."""
    return FIRST_USER + os.getpid() % USERS if os.geteuid() == 0 else None


@dataclass(frozen=True)
class WorkerEnvironment:
    """What workers stand on: scratch folders lie in `place`, and one has `memory` bytes.

    It may read what is its `own`, the box first, and what is `readable` of the system.
    """

    place: str
    memory: int
    own: Sequence[str]
    readable: Sequence[str]


class Confinement:
    """A plan made ready before the fork, so that entering it is a few system calls.

    Raises:
        OSError: this system lacks what the plan needs.
    """

    def __init__(self, plan: Plan, ground: WorkerEnvironment) -> None:
        self.plan, self.ground = plan, ground
        self.descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self.abi = 0
        self.reading: list[landlock.Rule] = []
        self.writing: list[landlock.Rule] = []
        if plan.files == NONE:
            return
        machine = architecture()
        if machine is None:
            raise OSError(0, "seccomp: the system calls of this processor are not known here")
        self.machine = machine
        if plan.files == LANDLOCK:
            self.abi = landlock.version()
            self.reading = [_kept(path) for path in (*ground.own, *ground.readable)]
            self.writing = [_kept(os.devnull)]
        if plan.files == CHROOT:
            readable_paths.copy_into(ground.place, ground.own)
            if plan.user is not None:
                hand_over(ground.place + ground.own[0], plan.user)
        self.filter = seccomp.assemble(machine, paths=plan.files != NO_FILES)

    def make(self, scratch: str) -> None:
        """Make a worker's folder, before the fork: where that fails, no submission is to blame."""
        if self.plan.files != NO_FILES:
            os.mkdir(scratch, 0o700)

    def enter(self, parent: int, scratch: str) -> None:
        """Hold this process, a child of `parent`, to the plan. `scratch` becomes its folder.

        What descriptors it keeps is the caller's to settle, and those from KEPT on are closed.

        Raises:
            OSError: the system refused a part of it; then nothing may be run.
        """
        if self.plan.files != NO_FILES:
            os.chdir(scratch)
        os.setsid()
        files = self.ruleset(scratch) if self.plan.files == LANDLOCK else None
        self.limit()
        if self.plan.files == NONE:
            os.closerange(KEPT, self.descriptors)
            return
        if self.plan.files == CHROOT:
            os.chroot(self.ground.place)
        if self.plan.user is not None:
            self.become(self.plan.user)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_DUMPABLE, 0)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        if files:
            files.restrict()
        os.closerange(KEPT, self.descriptors)
        seccomp.install(self.filter)

    def close(self) -> None:
        """Let go of the descriptors that it holds."""
        for descriptor, _ in (*self.reading, *self.writing):
            os.close(descriptor)

    @property
    def preloaded(self) -> Sequence[str]:
        """Modules to import before the fork, since later it may be impossible."""
        return readable_paths.PRELOADED if self.plan.files in (CHROOT, NO_FILES) else ()

    def limit(self) -> None:
        limits = {
            resource.RLIMIT_AS: self.ground.memory,
            resource.RLIMIT_CPU: CPU_SECONDS,
            resource.RLIMIT_FSIZE: FILE_BYTES,
            resource.RLIMIT_NOFILE: DESCRIPTORS,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_MSGQUEUE: 0,
            resource.RLIMIT_MEMLOCK: 0,
        }
        for kind, most in limits.items():
            hard = resource.getrlimit(kind)[1]
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (bound, bound))

    def ruleset(self, scratch: str) -> landlock.Ruleset:
        rules = landlock.Ruleset(self.abi)
        rules.allow(self.reading, landlock.READING)
        rules.allow(self.writing, landlock.READ_FILE | landlock.WRITE_FILE)
        own = landlock.beneath(scratch)
        rules.allow([(own, True)], landlock.WRITING)
        os.close(own)
        return rules

    def become(self, user: int) -> None:
        """Change the user for good, and lose root's powers but, where it is planned, reading."""
        os.chown(".", user, user)
        prctl(PR_SET_KEEPCAPS, int(self.plan.reads_all))
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        if self.plan.reads_all:
            header = struct.pack("=2I", CAPABILITY_VERSION, 0)
            kept = 1 << CAP_DAC_READ_SEARCH  # Effective, permitted, inheritable; then upper halves.
            sets = struct.pack("=6I", kept, kept, 0, 0, 0, 0)
            system_call(CAPSET[self.machine], header, sets)


def _kept(path: str) -> landlock.Rule:
    """A rule's descriptor, moved out of the way of those that a worker keeps."""
    descriptor, folder = landlock.rule_for(path)
    kept = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, KEPT)
    os.close(descriptor)
    return kept, folder


def works(confinement: Confinement) -> str:
    """Try it in a child; why it does not work, or nothing."""
    scratch = os.path.join(confinement.ground.place, "trial")
    child = os.getpid()
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            confinement.make(scratch)
            confinement.enter(child, scratch)
            told = "; ".join(_faults(confinement))
        except BaseException as error:  # It must not go on as a second parent.
            told = f"{type(error).__name__}: {error}"
        os.write(writer, told.encode("utf-8", "replace")[:1000] or b"\0")
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        told = pipe.read().decode("utf-8", "replace")
    os.waitpid(pid, 0)
    with contextlib.suppress(OSError):
        os.rmdir(scratch)
    return told.strip("\0") if told else "it ended without a word"


def _faults(confinement: Confinement) -> Iterable[str]:
    """What is possible that should not be, and the other way round. In the child."""

    def possible(attempt: Callable[[], object]) -> bool:
        try:
            attempt()
        except OSError:
            return False
        return True

    def write() -> None:
        with open("trial", "w") as file:
            file.write("trial")
        os.unlink("trial")

    forbidden: dict[str, Callable[[], object]] = {
        "read a private file": lambda: open(PRIVATE_FILE).close(),
        "write outside of its folder": lambda: open("../trial.txt", "w").close(),
        "open a socket": lambda: socket.socket(socket.AF_INET).close(),
        "reach its parent": lambda: os.kill(os.getppid(), 0),
        "start a process": lambda: os._exit(0) if os.fork() == 0 else None,
    }
    needed: dict[str, Callable[[], object]] = {
        "read Python's library": lambda: open(os.__file__).close(),
        "write into its folder": write,
    }
    if confinement.plan.files == NO_FILES:
        needed = {}
    yield from (f"it could {what}" for what, attempt in forbidden.items() if possible(attempt))
    yield from (f"it could not {what}" for what, attempt in needed.items() if not possible(attempt))


def choose(
    candidates: Iterable[Plan], ground: WorkerEnvironment
) -> tuple[Confinement | None, dict[str, str]]:
    """The first plan that works, and why those before it did not."""
    failed: dict[str, str] = {}
    for plan in candidates:
        try:
            ready = Confinement(plan, ground)
        except OSError as error:
            why = error.strerror or str(error)
        else:
            why = works(ready)
            if not why:
                return ready, failed
            ready.close()
        failed[plan.files] = f"{failed[plan.files]}; {why}" if plan.files in failed else why
    return None, failed
