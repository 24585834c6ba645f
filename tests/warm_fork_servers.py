"""Fork servers of tests, forked from a process that has loaded what they load: most of their start.

Tests of how a fork server starts, and of what a worker may find in its memory, do without.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.sandbox.warm_fork_servers import ForkedServer


def use_warm_fork_servers() -> None:
    """Start the fork servers of this process by forking; `inspect.unwrap` finds the old way."""
    if sys.platform == "linux":
        from autograder.judge.forked_backend import shared_fork_servers
        from autograder.sandbox import fork_server

        @functools.wraps(fork_server._start)
        def start(descriptor: int) -> ForkedServer:
            return shared_fork_servers().start(descriptor)

        vars(fork_server)["_start"] = start
