"""A worker of the spawn backend.

    python spawn_main.py ROOT SETTINGS

It serves on its original standard input, output and error. Those become the null device, so that
nothing that a student's code prints, bypassing Python, gets between the responses.
"""

from __future__ import annotations

import json
import os
import sys


def limit_memory(size: int) -> None:
    """Limit the address space, where that is possible: neither on Windows nor on macOS."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main() -> None:
    root, text = sys.argv[1:]
    settings = json.loads(text)
    sys.path.insert(0, root)
    from autograder.sandbox.worker.bootstrap import make_server
    from autograder.sandbox.worker.server import Server

    pipes = os.dup(0), os.dup(1), os.dup(2)
    Server.discard_standard_streams()
    limit_memory(settings["memory"])
    make_server(root, pipes, settings["box"], settings["types"]).serve()


if __name__ == "__main__":
    main()
