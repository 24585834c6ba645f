"""The file of `types` is loaded before workers are started."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import copy_kit, run_autograder

TOML = "autograder/assignments/functions/assignment.toml"
FAULTS = {
    "a mutable default": (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    x: list = []\n",
        "ValueError: mutable default <class 'list'> for field x is not allowed: "
        "use default_factory",
    ),
    "a student's file": (
        "import functions\n\nfunctions.nothing\n",
        "AttributeError: module 'functions' has no attribute 'nothing'",
    ),
}


@pytest.mark.parametrize(("source", "says"), FAULTS.values(), ids=FAULTS)
def test_file_of_types_that_cannot_be_loaded(tmp_path: Path, source: str, says: str) -> None:
    kit = copy_kit("functions", tmp_path / "kit")
    settings = kit / TOML
    provided = 'provided = ["kinds.py"]\ntypes = "kinds.py"\n'
    settings.write_text(provided + settings.read_text(encoding="utf-8"), encoding="utf-8")
    types = kit / "starter/functions/kinds.py"
    types.write_text(source, encoding="utf-8")
    ran = run_autograder("grade", "functions", kit / "reference/functions", "--kit", kit)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {types}: cannot be loaded: {says}\n"
