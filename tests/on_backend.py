"""`python -m tests.on_backend BACKEND ARGUMENT...` runs the command on a given backend.

None of the command's own options can choose one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from unittest import mock

from autograder.cli.main import main
from autograder.sandbox import pool
from autograder.sandbox.backend import Backend, Settings
from autograder.sandbox.spawn import SpawnBackend
from autograder.sandbox.zygote import Jail

BACKENDS: dict[str, Callable[[Settings], Backend]] = {
    "confined": Jail,
    "spawn": SpawnBackend,
}

if __name__ == "__main__":
    with mock.patch.object(pool, "default_backend", BACKENDS[sys.argv[1]]):
        main(sys.argv[2:])
