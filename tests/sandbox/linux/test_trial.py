"""The trial of a confinement does not depend on what else its process does."""

from __future__ import annotations

import contextlib
import os

from autograder.sandbox import doctor
from autograder.sandbox.linux.landlock import FIRST_PATH


def test_many_open_files() -> None:
    """A confined process closes the descriptors that stand for paths, from 63 on."""
    with contextlib.ExitStack() as opened:
        for _ in range(FIRST_PATH):
            opened.enter_context(open(os.devnull))
        assert doctor.examine()[1]
