"""A jail: a process that is confined, and forks workers that are confined further.

There are two kinds. With Landlock, workers may read the submission's files, Python's library and
the system's shared libraries. Without it, only root can make one: with a root folder of its own,
into which the library is copied. The jail confines itself before it reads any file of the
submission. It runs no code of it, but forks: so its own system calls are those that workers may
make, and a few more. Each worker gives these up, and may access no scratch folder but its own.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import shutil
import signal
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Any

from autograder.sandbox.linux import landlock, seccomp
from autograder.sandbox.linux.resource_limits import worker_limits
from autograder.sandbox.linux.syscall import (
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    architecture,
    prctl,
    system_call,
)

LANDLOCK, CHROOT = "landlock", "chroot"
SCRATCH, FIRST = "scratch", "first"
"""The folder, within the jail's, of the scratch folders; that of the first worker."""
FIRST_USER, USERS = 60578, 128
"""User ids without an account: systemd's list of uid ranges has 60578 to 60705 as unused."""
CHANGES_USER = 1 << 0 | 1 << 6 | 1 << 7
"""CAP_CHOWN, CAP_SETGID and CAP_SETUID."""
CAPSET = (126, 91)
CAPABILITY_HEADER = (0x20080522).to_bytes(4, "little") + bytes(4)
LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
"""Where systems have the shared libraries that extension modules need."""
ALSO_READ = (
    *("/etc/ld.so.cache", "/usr/lib/locale/C.utf8"),
    *("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"),
)
"""The dynamic linker's cache, the locale of workers, and time zones."""
NOT_COPIED = shutil.ignore_patterns("site-packages", "dist-packages", "test", "idlelib", "config-*")


@dataclass(frozen=True)
class Plan:
    """How a jail limits access to files, and the user id of its processes if it is not the own."""

    files: str
    user: int | None = None

    @property
    def mechanisms(self) -> dict[str, str]:
        """The mechanism for each purpose, as shown in reports."""
        files = f"{self.files} {landlock.version()}" if self.files == LANDLOCK else self.files
        user = "same" if self.user is None else "another"
        return {"files": files, "system_calls": "seccomp", "user": user}


def choose(needed: Iterable[str], files: str = "") -> Plan:
    """Return the plan that works here, or the one with these `files`; workers read the `needed`.

    Raises:
        OSError: there is none; the message says why.
    """
    if architecture() is None:
        raise OSError(0, f"seccomp is not supported on {os.uname().machine} processors")
    user = unused_user()
    if files != CHROOT:
        try:
            landlock.version()
        except OSError:
            if user is None or files:
                raise
        else:
            return Plan(LANDLOCK, user if all(map(is_open_to_all, needed)) else None)
    return Plan(CHROOT, user)


def unused_user() -> int | None:
    """Return a user id for this process's workers, if it may change the user."""
    if os.geteuid() != 0:
        return None
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        capabilities = next(int(line[7:], 16) for line in status if line.startswith("CapEff:"))
    user = FIRST_USER + os.getpid() % USERS
    return user if capabilities & CHANGES_USER == CHANGES_USER and is_mapped(user) else None


def is_mapped(user: int) -> bool:
    """Return whether this process's user namespace has the id of a user."""
    with open("/proc/self/uid_map", encoding="ascii") as ranges:
        rows = [list(map(int, line.split())) for line in ranges]
    return any(first <= user < first + count for first, _, count in rows)


def is_open_to_all(path: str) -> bool:
    """Return whether every user may enter the folders above a file."""
    above = os.path.dirname(os.path.realpath(path))
    return bool(os.stat(above).st_mode & stat.S_IXOTH) and (above == "/" or is_open_to_all(above))


def library_paths(searched: Iterable[str]) -> list[str]:
    """Return the paths that an import may read, from folders that are searched for modules."""
    folders = [*searched, os.path.join(sys.base_prefix, "lib"), *LIBRARIES, *ALSO_READ]
    return outermost(path for path in folders if os.path.exists(path))


def outermost(paths: Iterable[str]) -> list[str]:
    """Return the real paths, but not those within others."""
    found = sorted(set(map(os.path.realpath, paths)))
    return [path for path in found if not any(is_within(path, above) for above in found)]


def package_path(first_file: str) -> str:
    """Return the folder of a package, or the file of a module."""
    folder, name = os.path.split(first_file)
    return folder if name == "__init__.py" else first_file


def is_within(path: str, above: str) -> bool:
    return path.startswith(above.rstrip("/") + "/")


def without(path: str, secret: Sequence[str]) -> Iterator[str]:
    """Yield the path or, if it holds something secret, what is beside that."""
    if not any(is_within(one, path) for one in secret):
        yield from () if path in secret else (path,)
        return
    for entry in os.scandir(path):
        yield from without(entry.path, secret)


class Confinement:
    """What confines a jail and its workers; `settings` are those of `zygote.Jail`.

    The `searched` folders and archives have the standard library.
    """

    def __init__(self, settings: dict[str, Any], searched: Sequence[str]) -> None:
        self.searched = searched
        self.folder, self.box = settings["folder"], settings["box"]
        self.plan, self.memory = Plan(*settings["plan"]), settings["memory"]
        self.scratch = os.path.join(self.folder, SCRATCH)
        self.first_scratch = os.path.join(self.scratch, FIRST)
        self.packages = list(map(package_path, settings["libraries"].values()))
        self.secret = [os.path.realpath(path) for path in settings["secret"]]
        machine = architecture()
        assert machine is not None
        self.machine = machine
        self.worker_filter = seccomp.worker_filter(machine)

    def enter(self) -> None:
        """Confine this process as a jail.

        Raises:
            OSError: something is missing or refused; then no submission may be run.
        """
        rules = []
        if self.plan.files == CHROOT:
            make_root(self.folder, self.searched, self.packages)
        else:
            readable = outermost((*library_paths(self.searched), *self.packages, self.box))
            paths = [each for path in readable for each in without(path, self.secret)]
            rules = [landlock.rule(path, landlock.READING) for path in paths]
            rules.append(landlock.rule(os.devnull, landlock.READ_FILE | landlock.WRITE_FILE))
            rules.append(landlock.rule(self.scratch, landlock.WRITING))
        limits = worker_limits(self.memory)
        most_open = limits.pop(resource.RLIMIT_NOFILE)
        self.most_open = most_open, most_open
        for kind, limit in limits.items():
            resource.setrlimit(kind, (limit, limit))
        if self.plan.files == CHROOT:
            os.chroot(self.folder)
            os.chdir("/")
        if (user := self.plan.user) is not None:  # Permanently.
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
        system_call(CAPSET[self.machine], CAPABILITY_HEADER, bytes(24))
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_DUMPABLE, 0)  # No worker of the same user may read its memory.
        if rules:
            landlock.restrict(rules)
        seccomp.install(seccomp.jail_filter(self.machine))

    def enter_worker(self, parent: int, scratch: str) -> None:
        """Confine a child of the jail further, but for the system calls that this takes.

        It may not list the scratch folders of others, whose names are random, nor change what is
        beside its own: that folder belongs to another user, or Landlock denies it.

        Raises:
            OSError: something is refused; then no submission may be run.
        """
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # It has already ended.
            os._exit(1)
        os.chdir(scratch)
        if self.plan.user is None:
            own = os.open(".", os.O_PATH), landlock.CHANGING
            landlock.restrict([own], among=landlock.CHANGING)

    def finish_worker(self) -> None:
        """Confine a worker for good, which has opened what it needs."""
        resource.setrlimit(resource.RLIMIT_NOFILE, self.most_open)
        seccomp.install(self.worker_filter)


def link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # On another file system.
        shutil.copy2(source, target)


def make_root(folder: str, searched: Sequence[str], packages: Iterable[str]) -> None:
    """Make a folder fit to be a jail's root: copy the library and put the null device there.

    A path in the folder means the same within: its own path is a link to the root. Extension
    modules are loaded now, with the shared libraries that they need.
    """
    os.umask(0o022)  # Or workers could not enter the folders above.
    for path in outermost(filter(os.path.exists, (*searched, *packages, *ALSO_READ))):
        os.makedirs(os.path.dirname(folder + path), exist_ok=True)
        if os.path.isdir(path):
            shutil.copytree(path, folder + path, True, NOT_COPIED, link_or_copy)
        else:
            link_or_copy(path, folder + path)
    for path in filter(os.path.isdir, searched):
        for name in os.listdir(path):
            if name.endswith(EXTENSION_SUFFIXES[0]):
                with contextlib.suppress(OSError):  # A library that it needs is not installed.
                    ctypes.PyDLL(os.path.join(path, name), os.RTLD_NOW)
    os.makedirs(os.path.dirname(folder + folder), exist_ok=True)
    os.symlink("/", folder + folder)  # noqa: PTH211 # Without pathlib, which is large.
    null = folder + os.devnull
    os.makedirs(os.path.dirname(null), exist_ok=True)
    with contextlib.suppress(PermissionError):  # Containers may lack the capability.
        os.mknod(null, stat.S_IFCHR | 0o666, os.stat(os.devnull).st_rdev)
        os.chmod(null, 0o666)
