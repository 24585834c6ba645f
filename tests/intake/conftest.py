"""Shared by the tests of intake."""

from __future__ import annotations

import pytest

from autograder.assignment import Assignment, load


@pytest.fixture
def kenken() -> Assignment:
    return load("kenken")
