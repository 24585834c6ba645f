"""The file of `types` is loaded before workers are started."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import copy_kit, run_autograder

TOML = "autograder/assignments/functions/assignment.toml"


def test_file_of_types_that_cannot_be_loaded(tmp_path: Path) -> None:
    kit = copy_kit("functions", tmp_path / "kit")
    settings = kit / TOML
    provided = 'provided = ["kinds.py"]\ntypes = "kinds.py"\n'
    settings.write_text(provided + settings.read_text(encoding="utf-8"), encoding="utf-8")
    types = kit / "starter/functions/kinds.py"
    types.write_text("import functions\n\nfunctions.nothing\n", encoding="utf-8")
    says = "AttributeError: module 'functions' has no attribute 'nothing'"
    ran = run_autograder("grade", "functions", kit / "reference/functions", "--kit", kit)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {types}: cannot be loaded: {says}\n"
