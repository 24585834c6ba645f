"""Landlock: limits the files that a process and its children may open, permanently.

It needs no privilege. Numbers: include/uapi/linux/landlock.h; system calls:
include/uapi/asm-generic/unistd.h, the same on every architecture.
"""

from __future__ import annotations

import fcntl
import os
import stat
import struct
from collections.abc import Iterable

from autograder.sandbox.linux.syscall import Call, prepared, system_call

FIRST_PATH = 63
"""Descriptors from here on identify paths or rules; a worker closes them once it is confined."""

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1

WRITE_FILE = 1 << 1
READ_FILE = 1 << 2
READ_DIR = 1 << 3
REMOVE_DIR = 1 << 4
REMOVE_FILE = 1 << 5
MAKE_DIR = 1 << 7
MAKE_REG = 1 << 8
REFER = 1 << 13
TRUNCATE = 1 << 14

READING = READ_FILE | READ_DIR
WRITING = READING | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE
FILE_ONLY = READ_FILE | WRITE_FILE | TRUNCATE

FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""The number of file rights in each version; later versions have those of the last one here."""
TCP = 0b11
"""LANDLOCK_ACCESS_NET_BIND_TCP and _CONNECT_TCP, from version 4 on."""
SCOPES = 0b11
"""LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and _SIGNAL, from version 6 on."""


def version() -> int:
    """Return the version of Landlock's interface in this kernel.

    Raises:
        OSError: the kernel has no Landlock, or it is disabled.
    """
    return system_call(CREATE_RULESET, None, 0, CREATE_RULESET_VERSION)


def open_path(path: str) -> int:
    """Open a descriptor that identifies the path in rules."""
    return os.open(path, os.O_PATH | os.O_CLOEXEC)


PathRule = tuple[int, bool]
"""A descriptor by `open_path`, and whether the path is a folder."""


def path_rule(path: str) -> PathRule:
    descriptor = moved(open_path(path))
    return descriptor, stat.S_ISDIR(os.fstat(descriptor).st_mode)


def moved(descriptor: int) -> int:
    """Return a duplicate of a descriptor, numbered from `FIRST_PATH` on; close the original."""
    duplicate = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FIRST_PATH)
    os.close(descriptor)
    return duplicate


class Ruleset:
    """The allowed rights; all other rights that Landlock handles are denied."""

    def __init__(self, abi: int) -> None:
        self.rights = (1 << FILE_RIGHTS[min(abi, max(FILE_RIGHTS))]) - 1
        sizes = 24 if abi >= 6 else 16 if abi >= 4 else 8  # The structure grew with the versions.
        attributes = struct.pack("=QQQ", self.rights, TCP, SCOPES)
        self.descriptor = moved(system_call(CREATE_RULESET, attributes, sizes, 0))

    def allow(self, rules: Iterable[PathRule], rights: int) -> None:
        """Allow `rights` on the paths of these rules."""
        for descriptor, folder in rules:
            allowed = rights & self.rights & (rights if folder else FILE_ONLY)
            rule = struct.pack("=Qi", allowed, descriptor)
            system_call(ADD_RULE, self.descriptor, RULE_PATH_BENEATH, rule, 0)

    @property
    def restrict(self) -> Call:
        """The call that applies it to a process, which must have set no_new_privs before."""
        return prepared(RESTRICT_SELF, self.descriptor, 0)
