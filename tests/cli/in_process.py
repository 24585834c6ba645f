"""A command run in this process, which takes milliseconds."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from autograder.cli.main import main
from tests.conftest import Ran

# a a b
# c d b
# c e e
THREE = "3\na a b\nc d b\nc e e\na 2 /\nb 2 -\nc 6 *\nd 3 =\ne 3 +\n"
THREE_KEEN = "3:a_3aa_a_,d2s2m6a3a3\n"
SOLUTION = "1 2 3\n2 3 1\n3 1 2\n"
SQUARE = '{"size": 2, "cages": [{"operation": "+", "target": 6, "cells": [[0, 0], [0, 1], '
SQUARE += "[1, 0], [1, 1]]}]}\n"
IMPOSSIBLE = "2\na b\nc d\na 1 =\nb 1 =\nc 2 =\nd 1 =\n"


def run_puzzle(*arguments: object, stdin: str | bytes | None = "") -> Ran:
    return run_main("puzzle", *arguments, stdin=stdin)


def run_main(*arguments: object, stdin: str | bytes | None = "") -> Ran:
    """What a process would print, and its exit status. Standard input None is one closed."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    given = None if content is None else io.TextIOWrapper(io.BytesIO(content), "utf-8")
    raw = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, "utf-8", newline="") for stream in raw)
    status: object = 0
    try:
        with (
            patch("sys.stdin", given),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            main(list(map(str, arguments)))
    except SystemExit as ended:
        status = ended.code
    assert isinstance(status, int)
    out.flush()
    return Ran(status, *(stream.getvalue().decode() for stream in raw))
