"""The first lines of a worker that is a process of its own: `worker_process.py ROOT SETTINGS`.

It serves on what were its standard input, output and error; those become the null device, so that
nothing a student's code prints past Python gets between the answers.
"""

from __future__ import annotations

import importlib
import json
import os
import sys


def limit_memory(size: int) -> None:
    """Windows has no such limit, and macOS does not let one set it."""
    if sys.platform == "linux":
        resource = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main() -> None:
    root, text = sys.argv[1:]
    settings = json.loads(text)
    sys.path.insert(0, root)
    worker = importlib.import_module("autograder.sandbox.worker.server")
    sys.path.remove(root)
    pipes = tuple(os.dup(standard) for standard in (0, 1, 2))
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    limit_memory(settings["memory"])
    box = worker.prepare(settings["box"], settings["types"])
    worker.Server(pipes, box, settings["types"]).serve()


if __name__ == "__main__":
    main()
