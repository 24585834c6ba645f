"""The kit `objects`, whose submissions have a class `Vector`, and gradings with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conftest import KITS, run_autograder

KIT = KITS / "objects"
RIGHT = (KIT / "reference/objects/vectors.py").read_text(encoding="utf-8")

Results = dict[str, dict[str, Any]]
"""The result of each test, by its name."""


def graded(own: str, folder: Path, kit: Path = KIT) -> Results:
    (folder / "vectors.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "objects", folder, "--kit", kit, "--json", "-")
    assert ran.err == ""
    return {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}


def graded_with(tests: str, own: str, kit: Path) -> Results:
    """Grade a submission with these tests in place of those of a copy of the kit."""
    file = kit / "autograder/assignments/objects/tests/test_vectors.py"
    file.write_text(tests, encoding="utf-8")
    return graded(own, kit.parent, kit)


def outcomes(results: Results) -> dict[str, str]:
    return {name: test["outcome"] for name, test in results.items()}
