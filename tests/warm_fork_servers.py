"""Fork servers of tests, forked from a process that has loaded what they load: most of their start.

Tests of how a fork server starts, and of what a worker may find in its memory, do without.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.sandbox.warm_fork_servers import ForkedServer, WarmForkServers


@functools.cache
def warm_fork_servers() -> WarmForkServers:
    from autograder.course.warm_judge import started_fork_servers

    return started_fork_servers()


def use_warm_fork_servers() -> None:
    """Start the fork servers of this process by forking; `inspect.unwrap` finds the old way."""
    if sys.platform == "linux":
        from autograder.sandbox import fork_server

        @functools.wraps(fork_server._start)
        def start(descriptor: int) -> ForkedServer:
            return warm_fork_servers().start(descriptor)

        vars(fork_server)["_start"] = start
