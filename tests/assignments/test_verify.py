"""The assignments of this repository can be trusted: `autograder verify` finds nothing.

It grades the references, the starters, every wheat and every chaff.
"""

from __future__ import annotations

import pytest

from autograder.assignment import names
from tests.conftest import ROOT, run_autograder


@pytest.mark.long
@pytest.mark.parametrize("name", names(ROOT))
def test_nothing_is_found(name: str) -> None:
    ran = run_autograder("verify", name)
    assert (ran.status, ran.out, ran.err) == (0, f"{name}: no findings\n", "")
