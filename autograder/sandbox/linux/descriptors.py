"""The limit on open files, which the judge and the fork server share."""

from __future__ import annotations

import resource

from autograder.sandbox.backend import SandboxError

CANNOT_START = "the process that starts workers cannot be started"
LEAST_DESCRIPTORS = 256
"""How many files the judge, and the fork server, may have to open at once."""


def allow_descriptors() -> None:
    """Raise the limit on open files as far as necessary; a worker's confinement needs many.

    Raises:
        SandboxError: it cannot be raised so far.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < LEAST_DESCRIPTORS:
        raise SandboxError(
            f"{CANNOT_START}: it may open {hard} files at once, but needs {LEAST_DESCRIPTORS}; "
            "raise the limit (ulimit -n)"
        )
    if soft != resource.RLIM_INFINITY and soft < LEAST_DESCRIPTORS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (LEAST_DESCRIPTORS, hard))
