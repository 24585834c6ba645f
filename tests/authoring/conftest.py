"""A kit in which `verify` finds nothing, to be changed by a test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.authoring.sound_kit import make_sound_kit


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_sound_kit(tmp_path_factory.mktemp("sound")).kit


@pytest.fixture
def kit(sound: Path, tmp_path: Path) -> Path:
    """A copy of the sound kit, to change."""
    shutil.copytree(sound, tmp_path / "kit")
    return tmp_path / "kit"
