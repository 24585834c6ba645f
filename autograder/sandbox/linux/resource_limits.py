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


ULIMIT_OPTIONS = {
    resource.RLIMIT_NOFILE: "n",
    resource.RLIMIT_AS: "v",
    resource.RLIMIT_DATA: "d",
    resource.RLIMIT_STACK: "s",
    resource.RLIMIT_CPU: "t",
    resource.RLIMIT_FSIZE: "f",
}


def worker_limits(memory: int) -> dict[int, int]:
    """Return a worker's limits; on CPU time, none above what this process may raise its own to."""
    return {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_DATA: memory,
        resource.RLIMIT_STACK: STACK_BYTES,
        resource.RLIMIT_CPU: _allowed(resource.RLIMIT_CPU, CPU_SECONDS),
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: MAX_DESCRIPTORS,
        resource.RLIMIT_CORE: 0,
    }


def _allowed(kind: int, limit: int) -> int:
    hard = resource.getrlimit(kind)[1]
    return limit if hard == resource.RLIM_INFINITY else min(limit, hard)


def require_resources(memory: int) -> None:
    """Raise this process's limit on open files, and see that workers can get their limits.

    Raises:
        SandboxError: this system allows too little of something.
    """
    from autograder.sandbox.backend import CANNOT_START, SandboxError  # Not in the zygote.

    own = {resource.RLIMIT_NOFILE: MIN_DESCRIPTORS, resource.RLIMIT_CPU: MIN_CPU_SECONDS}
    needed = worker_limits(memory) | own
    for kind, option in ULIMIT_OPTIONS.items():
        if _allowed(kind, needed[kind]) < needed[kind]:
            raise SandboxError(f"{CANNOT_START}: raise the limit (ulimit -{option})")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < MIN_DESCRIPTORS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (MIN_DESCRIPTORS, hard))


@contextlib.contextmanager
def stack_of_workers() -> Iterator[None]:
    """Give processes started in this block the stack that workers have.

    Python 3.14 measures it when it starts, and lets calls of functions in C use no more.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (_allowed(resource.RLIMIT_STACK, STACK_BYTES), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))
