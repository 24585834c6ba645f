"""The backend for many gradings in a row: their fork servers are forked from one process."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING

from autograder.judge.libraries import libraries
from autograder.sandbox.backend import package_path
from autograder.sandbox.pool import default_backend
from autograder.sandbox.scratch import require_room

if TYPE_CHECKING:
    from autograder.assignment import Assignment
    from autograder.sandbox.backend import Backend, Settings
    from autograder.sandbox.warm_fork_servers import WarmForkServers


def require_resources_of(assignment: Assignment) -> None:
    """Check that gradings can get what they may need, before anything is started for them.

    Raises:
        SandboxError: this system allows too little of something, or its disk is full.
    """
    _require_resources(assignment.limits.memory_mib << 20)
    require_room()


def _require_resources(memory: int) -> None:
    if sys.platform == "linux":
        from autograder.sandbox.linux.resource_limits import require_resources

        require_resources(memory)


@functools.cache
def shared_fork_servers() -> WarmForkServers:
    """Return what forks the fork servers of this process and its forks; Linux only."""
    from autograder.sandbox.warm_fork_servers import WarmForkServers

    return WarmForkServers(list(map(package_path, libraries().values())))


def forked_backend(settings: Settings) -> Backend:
    """Start the backend for this operating system; on Linux, its fork server by forking."""
    if sys.platform == "linux":
        _require_resources(settings.memory)
        return shared_fork_servers().backend(settings)
    return default_backend(settings)
