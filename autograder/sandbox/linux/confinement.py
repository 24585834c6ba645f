"""Confinement plans, from best to worst, and how workers enter one. `trial` chooses."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import struct
from collections.abc import Sequence
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
"""User ids without an account: systemd's list of uid ranges has 60578 to 60705 as unused."""
CAPSET = (126, 91)
CAPABILITY_VERSION = 0x20080522
CAP_DAC_READ_SEARCH = 2
"""Numbers: include/uapi/linux/capability.h, and the sources of `syscall_table`."""

CPU_SECONDS = 600
FILE_BYTES = 4 << 20
DESCRIPTORS = 64
"""Their product limits the size of deleted but open files, which no check of scratch finds."""
FIRST_PATH = 63
"""Descriptors from here on identify paths; a worker closes them once it is confined."""


@dataclass(frozen=True)
class Plan:
    """What restricts access to files, the worker's user, and whether it may read as root does.

    The last is needed if root's Python is in a folder that no other user may enter.
    """

    files: str
    user: int | None = None
    reads_all: bool = False

    def __str__(self) -> str:
        user = "" if self.user is None else ", as another user"
        return f"{self.files}{user}{' that may read all' if self.reads_all else ''}"

    def mechanisms(self) -> dict[str, str]:
        """Return the mechanism for each purpose, as shown in reports."""
        files = f"{self.files} {landlock.version()}" if self.files == LANDLOCK else self.files
        system_calls = NONE if self.files == NONE else "seccomp"
        user = NONE if self.files == NONE else "same" if self.user is None else "another"
        return {"files": files, "system_calls": system_calls, "user": user}


def hide_memory() -> None:
    """Deny other processes of the same user, such as workers, access to this one's memory."""
    prctl(PR_SET_DUMPABLE, 0)


def end_with(parent: int) -> None:
    """Let the kernel kill this process when its parent ends."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def grant_access(box: str, user: int) -> None:
    """Let this user, and no other but the owner, read a folder's files."""
    for path in (box, *(entry.path for entry in os.scandir(box))):
        os.chown(path, -1, user, follow_symlinks=False)
        os.chmod(path, 0o750 if os.path.isdir(path) else 0o640, follow_symlinks=False)


def plans(user: int | None) -> list[Plan]:
    """Return all plans, best first; with `user`, also those that need root to change the user."""
    unprivileged = [Plan(LANDLOCK), Plan(NO_FILES)]
    if user is None:
        return unprivileged
    return [Plan(LANDLOCK, user), Plan(LANDLOCK, user, True), Plan(CHROOT, user), *unprivileged]


def unused_user() -> int | None:
    """Return a user id for this process's workers, or None unless it is root."""
    return FIRST_USER + os.getpid() % USERS if os.geteuid() == 0 else None


@dataclass(frozen=True)
class WorkerEnvironment:
    """Readable paths and memory limit of a worker.

    `folder` holds the scratch folders, `memory` is in bytes. A worker may read the `box`, the
    `libraries` and those paths of the `system`.
    """

    folder: str
    memory: int
    box: str
    libraries: Sequence[str]
    system: Sequence[str]


class Confinement:
    """A plan prepared before the fork, so that entering it takes a few system calls.

    Raises:
        OSError: this system lacks what the plan needs.
    """

    def __init__(self, plan: Plan, environment: WorkerEnvironment) -> None:
        self.plan, self.environment = plan, environment
        self.descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self.abi = 0
        self.reading: list[landlock.PathRule] = []
        self.writing: list[landlock.PathRule] = []
        if plan.files == NONE:
            return
        machine = architecture()
        if machine is None:
            raise OSError(0, "seccomp: not supported on this processor")
        self.machine = machine
        paths = environment.box, *environment.libraries
        if plan.files == LANDLOCK:
            self.abi = landlock.version()
            self.reading = [_path_rule(path) for path in (*paths, *environment.system)]
            self.writing = [_path_rule(os.devnull)]
        if plan.files == CHROOT:
            readable_paths.copy_into(environment.folder, paths)
            if plan.user is not None:
                grant_access(environment.folder + environment.box, plan.user)
        self.filter = seccomp.assemble(machine, paths=plan.files != NO_FILES)

    def make_scratch(self, scratch: str) -> None:
        """Make a worker's scratch folder before the fork: a failure is not the submission's."""
        if self.plan.files != NO_FILES:
            os.mkdir(scratch, 0o700)

    def enter(self, parent: int, scratch: str) -> None:
        """Confine this process, a child of `parent`, in the folder `scratch`.

        Descriptors from FIRST_PATH on are closed; all others are the caller's responsibility.

        Raises:
            OSError: a step failed; then no submission may be run.
        """
        if self.plan.files != NO_FILES:
            os.chdir(scratch)
        os.setsid()
        files = self.ruleset(scratch) if self.plan.files == LANDLOCK else None
        self.limit()
        if self.plan.files == NONE:
            end_with(parent)
            os.closerange(FIRST_PATH, self.descriptors)
            return
        if self.plan.files == CHROOT:
            os.chroot(self.environment.folder)
        if self.plan.user is not None:
            self.switch_user(self.plan.user)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_DUMPABLE, 0)
        end_with(parent)  # After changing the user, which would cancel it.
        if files:
            files.restrict()
        os.closerange(FIRST_PATH, self.descriptors)
        seccomp.install(self.filter)

    def close(self) -> None:
        """Close the rules' descriptors."""
        for descriptor, _ in (*self.reading, *self.writing):
            os.close(descriptor)

    @property
    def preloaded(self) -> Sequence[str]:
        """The modules to import before the fork, as a confined worker may be unable to."""
        return readable_paths.PRELOADED if self.plan.files in (CHROOT, NO_FILES) else ()

    def limit(self) -> None:
        limits = {
            resource.RLIMIT_AS: self.environment.memory,
            resource.RLIMIT_CPU: CPU_SECONDS,
            resource.RLIMIT_FSIZE: FILE_BYTES,
            resource.RLIMIT_NOFILE: DESCRIPTORS,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_MSGQUEUE: 0,
            resource.RLIMIT_MEMLOCK: 0,
        }
        for kind, limit in limits.items():
            hard = resource.getrlimit(kind)[1]
            allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (allowed, allowed))

    def ruleset(self, scratch: str) -> landlock.Ruleset:
        rules = landlock.Ruleset(self.abi)
        rules.allow(self.reading, landlock.READING)
        rules.allow(self.writing, landlock.READ_FILE | landlock.WRITE_FILE)
        folder = landlock.open_path(scratch)
        rules.allow([(folder, True)], landlock.WRITING)
        os.close(folder)
        return rules

    def switch_user(self, user: int) -> None:
        """Change the user permanently, without capabilities except for reading if planned."""
        os.chown(".", user, user)
        prctl(PR_SET_KEEPCAPS, int(self.plan.reads_all))
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        if self.plan.reads_all:
            header = struct.pack("=2I", CAPABILITY_VERSION, 0)
            reads = (
                1 << CAP_DAC_READ_SEARCH
            )  # Effective, permitted, inheritable; then upper halves.
            sets = struct.pack("=6I", reads, reads, 0, 0, 0, 0)
            system_call(CAPSET[self.machine], header, sets)


def _path_rule(path: str) -> landlock.PathRule:
    """Return a rule whose descriptor is not one of those that a worker keeps."""
    descriptor, is_folder = landlock.rule_for(path)
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FIRST_PATH)
    os.close(descriptor)
    return moved, is_folder
