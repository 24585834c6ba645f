"""Confinement plans, from best to worst, and how workers enter one. `trial` chooses."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.sandbox.linux import landlock, seccomp
from autograder.sandbox.linux.resource_limits import worker_limits
from autograder.sandbox.linux.syscall import (
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    Call,
    architecture,
    prctl,
    prepared_prctl,
)

if TYPE_CHECKING:
    from autograder.sandbox.linux.scratch_folders import ScratchFolder

LANDLOCK, CHROOT, NO_FILES, NONE = "landlock", "chroot", "no files", "none"
FIRST_USER, USERS = 60578, 128
"""User ids without an account: systemd's list of uid ranges has 60578 to 60705 as unused."""
REMOVE = 'chmod -R u+rwx "$0"; rm -rf -- "$0"'
END_WITH_PARENT = prepared_prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
"""Lets the kernel kill the process when its parent ends."""


@dataclass(frozen=True)
class Plan:
    """What restricts access to files, the worker's user, and whether it has its own root folder.

    With a root folder of its own, a worker cannot even name other files.
    """

    files: str
    user: int | None = None
    own_root: bool = False

    def __str__(self) -> str:
        root = f" and {CHROOT}" if self.own_root and self.files != CHROOT else ""
        return f"{self.files}{root}{'' if self.user is None else ', as another user'}"

    def mechanisms(self) -> dict[str, str]:
        """Return the mechanism for each purpose, as shown in reports."""
        files = f"{self.files} {landlock.version()}" if self.files == LANDLOCK else self.files
        system_calls = NONE if self.files == NONE else "seccomp"
        user = NONE if self.files == NONE else "same" if self.user is None else "another"
        return {"files": files, "system_calls": system_calls, "user": user}


def hide_memory() -> None:
    """Deny other processes of the same user, such as workers, access to this one's memory."""
    prctl(PR_SET_DUMPABLE, 0)


def prepare_filter() -> None:
    """Assemble the seccomp program of the best plans, for this process and those forked from it."""
    machine = architecture()
    if machine is not None:
        seccomp.assemble(machine, paths=True)


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
    own_root = [Plan(LANDLOCK, user, own_root=True), Plan(CHROOT, user, own_root=True)]
    return [own_root[0], Plan(LANDLOCK, user), own_root[1], *unprivileged]


def unused_user() -> int | None:
    """Return a user id for this process's workers, or None unless it is root."""
    return FIRST_USER + os.getpid() % USERS if os.geteuid() == 0 else None


@dataclass(frozen=True)
class WorkerEnvironment:
    """The `folder` of the scratch folders, a worker's memory limit in bytes, and its `box`.

    The box is all that a worker may read, besides its own scratch folder.
    """

    folder: str
    memory: int
    box: str


class Confinement:
    """A plan prepared before the fork, so that entering it takes a few system calls.

    Raises:
        OSError: this system lacks what the plan needs.
    """

    def __init__(self, plan: Plan, environment: WorkerEnvironment) -> None:
        self.plan, self.environment = plan, environment
        self.descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self.limits = worker_limits(environment.memory)
        self.abi = 0
        self.filter: seccomp.Filter | None = None
        self.reading: list[landlock.PathRule] = []
        self.writing: list[landlock.PathRule] = []
        if plan.files == NONE:
            return
        machine = architecture()
        if machine is None:
            raise OSError(0, "seccomp: not supported on this processor")
        self.machine = machine
        if plan.own_root:
            make_root(environment.folder, environment.box, plan.user)
        if plan.files == LANDLOCK:
            root = environment.folder if plan.own_root else ""
            self.abi = landlock.version()
            self.reading = [landlock.path_rule(root + environment.box)]
            self.writing = [landlock.path_rule(root + os.devnull)]
        self.filter = seccomp.Filter(seccomp.assemble(machine, paths=plan.files != NO_FILES))

    @property
    def has_scratch(self) -> bool:
        """Whether a worker may write files, to a folder of its own."""
        return self.plan.files != NO_FILES

    def steps(self, folder: ScratchFolder) -> list[Call]:
        """Return the calls by which a child of this process, with this folder, is confined.

        They raise an OSError if one fails; then no submission may be run. They also close the
        descriptors from `landlock.FIRST_PATH` on; all others are the caller's responsibility.
        """
        environment, user = self.environment, self.plan.user
        calls: list[Call] = []
        if self.has_scratch:
            calls.append((os.chdir, (folder.path,)))
        calls += [(resource.setrlimit, limit) for limit in self.limits]
        if self.plan.own_root:
            calls.append((os.chroot, (environment.folder,)))
        if user is not None:  # Permanently; all capabilities are lost.
            calls += [(os.setgroups, ([],)), (os.setresgid, (user,) * 3)]
            calls.append((os.setresuid, (user,) * 3))
        if self.plan.files != NONE:
            calls += [prepared_prctl(PR_SET_NO_NEW_PRIVS, 1), prepared_prctl(PR_SET_DUMPABLE, 0)]
        calls.append(END_WITH_PARENT)  # After changing the user, which would cancel it.
        calls.append((end_unless_child_of, (os.getpid(),)))
        if folder.rules:
            calls.append(folder.rules.restrict)
        calls.append((os.closerange, (landlock.FIRST_PATH, self.descriptors)))
        if self.filter:
            calls += self.filter.steps
        return calls

    def close(self) -> None:
        """Close the rules' descriptors."""
        for descriptor, _ in (*self.reading, *self.writing):
            os.close(descriptor)

    def rules(self, scratch: str) -> landlock.Ruleset | None:
        """Return the rules for a worker with this scratch folder, if the plan has any."""
        if self.plan.files != LANDLOCK:
            return None
        rules = landlock.Ruleset(self.abi)
        rules.allow(self.reading, landlock.READING)
        rules.allow(self.writing, landlock.READ_FILE | landlock.WRITE_FILE)
        folder = landlock.open_path(scratch)
        rules.allow([(folder, True)], landlock.WRITING)
        os.close(folder)
        return rules


def end_unless_child_of(parent: int) -> None:
    """End this process if its parent has already ended."""
    if os.getppid() != parent:
        os._exit(1)


def make_root(folder: str, box: str, user: int | None) -> None:
    """Make a folder fit to be a worker's root: put the box into it, and the null device."""
    os.umask(0o022)  # Or the worker could not enter the folders above the box.
    if not os.path.exists(folder + box):
        _copy_folder(box, folder + box)
        if user is not None:
            grant_access(folder + box, user)
    null = folder + os.devnull
    if not os.path.exists(null):
        os.makedirs(os.path.dirname(null), exist_ok=True)
        with contextlib.suppress(PermissionError):  # Containers may lack the capability.
            os.mknod(null, stat.S_IFCHR | 0o666, os.stat(os.devnull).st_rdev)
            os.chmod(null, 0o666)


def _copy_folder(source: str, target: str) -> None:
    """Copy a folder by hard links, or the files where the file system does not allow those."""
    os.makedirs(target)
    for entry in os.scandir(source):
        copy = os.path.join(target, entry.name)
        if entry.is_dir(follow_symlinks=False):
            _copy_folder(entry.path, copy)
            continue
        try:
            os.link(entry.path, copy)
        except OSError:
            with open(entry.path, "rb") as file, open(copy, "xb") as copied:
                copied.write(file.read())


def remove_folder(folder: str, box: str) -> None:
    """Remove a folder of scratch folders; if workers have left files there, by a command.

    The command takes the place of this process.
    """
    _remove_root(folder, box)
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return
    except OSError:
        os.execv("/bin/sh", ["/bin/sh", "-c", REMOVE, folder])


def _remove_root(folder: str, box: str) -> None:
    """Remove what `make_root` has put into a folder, as far as there is any."""
    null, above = folder + os.devnull, os.path.dirname(folder + box)
    with contextlib.suppress(OSError):
        os.unlink(null)
        os.rmdir(os.path.dirname(null))
    with contextlib.suppress(OSError):
        _remove_folder(folder + box)
        while above != folder:
            os.rmdir(above)
            above = os.path.dirname(above)


def _remove_folder(folder: str) -> None:
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            _remove_folder(entry.path)
        else:
            os.unlink(entry.path)
    os.rmdir(folder)
