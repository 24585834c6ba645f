"""Landlock: limits the files that a process and its children may open, permanently.

What else it could limit in later versions, seccomp does. It needs no privilege. Numbers:
include/uapi/linux/landlock.h; system calls: include/uapi/asm-generic/unistd.h, the same on every
architecture.
"""

from __future__ import annotations

import functools
import os
import stat
import struct
from collections.abc import Iterable

from autograder.sandbox.linux.syscall import system_call

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

CHANGING = REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER
READING = READ_FILE | READ_DIR
WRITING = READING | CHANGING | WRITE_FILE | TRUNCATE
FILE_ONLY = READ_FILE | WRITE_FILE | TRUNCATE

FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""The number of file rights in each version; later versions have those of the last one here."""

PathRule = tuple[int, int]
"""A descriptor that identifies a path, and the rights on it and on all below it."""


@functools.cache
def version() -> int:
    """Return the version of Landlock's interface in this kernel.

    Raises:
        OSError: the kernel has no Landlock, or it is disabled.
    """
    return system_call(CREATE_RULESET, 0, 0, CREATE_RULESET_VERSION)


def rule(path: str, rights: int) -> PathRule:
    """Make a rule for a path; its descriptor stays open.

    Raises:
        OSError: there is no such path.
    """
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
    return descriptor, rights if folder else rights & FILE_ONLY


def restrict(rules: Iterable[PathRule], among: int = -1) -> None:
    """Allow this process nothing but these rights, among those that are named, and close the rules.

    It must have set no_new_privs before.

    Raises:
        OSError: the kernel refused.
    """
    handled = (1 << FILE_RIGHTS[min(version(), max(FILE_RIGHTS))]) - 1 & among
    descriptor = system_call(CREATE_RULESET, struct.pack("=Q", handled), 8)
    for path, rights in rules:
        allowed = struct.pack("=Qi", rights & handled, path)
        system_call(ADD_RULE, descriptor, RULE_PATH_BENEATH, allowed)
        os.close(path)
    system_call(RESTRICT_SELF, descriptor)
    os.close(descriptor)
