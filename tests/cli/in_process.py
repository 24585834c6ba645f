"""A command run in this process, which takes milliseconds; and puzzles to give it."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Ran, run_autograder

# a a b
# c d b
# c e e
THREE = "3\na a b\nc d b\nc e e\na 2 /\nb 2 -\nc 6 *\nd 3 =\ne 3 +\n"
THREE_JSON = (
    '{"size": 3, "cages": [{"operation": "/", "target": 2, "cells": [[0, 0], [0, 1]]}, '
    '{"operation": "-", "target": 2, "cells": [[0, 2], [1, 2]]}, '
    '{"operation": "*", "target": 6, "cells": [[1, 0], [2, 0]]}, '
    '{"operation": "=", "target": 3, "cells": [[1, 1]]}, '
    '{"operation": "+", "target": 3, "cells": [[2, 1], [2, 2]]}]}\n'
)
SOLUTION = "1 2 3\n2 3 1\n3 1 2\n"
SQUARE = '{"size": 2, "cages": [{"operation": "+", "target": 6, "cells": [[0, 0], [0, 1], '
SQUARE += "[1, 0], [1, 1]]}]}\n"
IMPOSSIBLE = "2\na b\nc d\na 1 =\nb 1 =\nc 2 =\nd 1 =\n"


def run_main(*arguments: object, stdin: str | bytes = "") -> Ran:
    """Run a command in the current folder."""
    return run_autograder(*arguments, cwd=Path(), stdin=stdin)


def run_puzzle(*arguments: object, stdin: str | bytes = "") -> Ran:
    return run_main("puzzle", *arguments, stdin=stdin)
