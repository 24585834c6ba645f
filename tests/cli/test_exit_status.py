"""Exit statuses where the surroundings of a command fail it, in one line or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import run_main
from tests.conftest import KITS

KIT = KITS / "double"


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["check", "double", KIT / "reference/double", "--kit", KIT],
        ["new"],
        ["release", "double", "--kit", KIT, "--to", "out"],
    ],
)
def test_current_folder_that_was_deleted(
    command: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = run_main(*command)
    message = "autograder: the current folder has been deleted; change into another folder\n"
    assert (ran.status, ran.out, ran.err) == (2, "", message)
