"""What both backends do in a process before it serves as a worker or forks workers."""

from __future__ import annotations

import importlib
import site
import sys

from autograder.sandbox.worker.importer import Box
from autograder.sandbox.worker.server import Server


def make_server(root: str, pipes: tuple[int, int, int], box: str, types_from: str) -> Server:
    """Prepare the interpreter for the files in a box, and make the server for them.

    The kit at `root` can no longer be imported afterwards.
    """
    sys.path.remove(root)
    return Server(pipes, prepare(box, types_from), types_from)


def prepare(path: str, types_from: str) -> Box:
    """Set the interpreter up as a student expects it, for files in the box at `path`.

    The module whose dataclasses may be passed is loaded from there. Loaded modules that share a
    name with a file in the box are dropped, so that a student's own queue.py is imported.
    """
    site.setquit()
    sys.dont_write_bytecode = True
    sys.argv[:] = [""]
    sys.path.insert(0, path)
    sys.setrecursionlimit(1000)
    box = Box(path)
    sys.meta_path.insert(0, box)
    shadowed = {name.removesuffix(".py") for name in box.sources} | {"autograder"}
    for name in list(sys.modules):
        if name.partition(".")[0] in shadowed:
            del sys.modules[name]
    if types_from:
        box.keep_bytecode(f"{types_from}.py")
        importlib.import_module(types_from)
    return box
