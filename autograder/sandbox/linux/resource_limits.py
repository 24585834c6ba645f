"""The resource limits that workers get, and that this system has to allow."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Iterator

CPU_SECONDS, MIN_CPU_SECONDS = 600, 60
"""A worker is ended after the former. Its tests may need up to the latter."""
FILE_BYTES = 4 << 20
STACK_BYTES = 8 << 20
"""Most systems' default. How deep calls of functions in C may be nested depends on it."""
MAX_DESCRIPTORS = 64
"""Its product with `FILE_BYTES` limits the size of deleted but open files, which no check finds."""
MIN_DESCRIPTORS = 256
"""How many files the judge, and a jail, may have to open at once."""


def worker_limits(memory: int) -> list[tuple[int, tuple[int, int]]]:
    """Return a worker's limits, none above what this process may raise its own to."""
    wanted = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_DATA: memory,
        resource.RLIMIT_STACK: STACK_BYTES,
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: MAX_DESCRIPTORS,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_MEMLOCK: 0,
    }
    found = []
    for kind, limit in wanted.items():
        hard = resource.getrlimit(kind)[1]
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        found.append((kind, (allowed, allowed)))
    return found


def require_resources(memory: int) -> None:
    """Raise this process's limit on open files, and see that workers can get their limits.

    With less, a submission could fail tests that it passes elsewhere.

    Raises:
        SandboxError: this system allows too little of something.
    """
    from autograder.sandbox.backend import CANNOT_START, SandboxError  # Not in the zygote.

    for option, kind, needed in (
        ("n", resource.RLIMIT_NOFILE, MIN_DESCRIPTORS),
        ("v", resource.RLIMIT_AS, memory),
        ("d", resource.RLIMIT_DATA, memory),
        ("s", resource.RLIMIT_STACK, STACK_BYTES),
        ("t", resource.RLIMIT_CPU, MIN_CPU_SECONDS),
        ("f", resource.RLIMIT_FSIZE, FILE_BYTES),
    ):
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY and hard < needed:
            raise SandboxError(f"{CANNOT_START}: raise the limit (ulimit -{option})")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < MIN_DESCRIPTORS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (MIN_DESCRIPTORS, hard))


@contextlib.contextmanager
def limits_of_workers() -> Iterator[None]:
    """Raise the limits of processes started in this block to all that workers may need.

    The stack is that of workers: Python 3.14 measures it when it starts, and lets calls of
    functions in C use no more.
    """
    kinds = (resource.RLIMIT_AS, resource.RLIMIT_DATA, resource.RLIMIT_FSIZE, resource.RLIMIT_STACK)
    before = {kind: resource.getrlimit(kind) for kind in kinds}
    for kind, (_, hard) in before.items():
        allows_stack = hard == resource.RLIM_INFINITY or hard > STACK_BYTES
        is_larger = kind == resource.RLIMIT_STACK and allows_stack
        resource.setrlimit(kind, (STACK_BYTES if is_larger else hard, hard))
    try:
        yield
    finally:
        for kind, limits in before.items():
            resource.setrlimit(kind, limits)
