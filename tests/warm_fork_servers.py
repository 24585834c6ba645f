"""Fork servers forked from a warm process, in place of new ones, for all gradings of a process.

Tests of how a fork server starts, and of what a worker may find in its memory, do without.
"""

from __future__ import annotations

import functools
import sys

from autograder.authoring.warm_fork_servers import ForkedServer, warm_fork_servers

__all__ = ["use_warm_fork_servers", "warm_fork_servers"]


def use_warm_fork_servers() -> None:
    """Start the fork servers of this process by forking; `inspect.unwrap` finds the old way."""
    if sys.platform == "linux":
        from autograder.sandbox import fork_server

        @functools.wraps(fork_server._start)
        def start(descriptor: int) -> ForkedServer:
            return warm_fork_servers().start(descriptor)

        vars(fork_server)["_start"] = start
