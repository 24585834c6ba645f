"""Shared by the tests of classes: the browser of the pages, and a kit of four functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import copy_kit


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_kit("functions", tmp_path_factory.mktemp("kit"))
