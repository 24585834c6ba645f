"""What the fork server reads and imports ahead, by what the submission's files import."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.libraries import libraries
from autograder.sandbox.linux.warm_library import find_imported
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.protocol import ResponseKind

MODULES = ["pytest", "/packages/py.py", "decimal"]
IMPORTS = {
    "import pytest": ["pytest"],
    "import pytest_timeout, decimals": [],
    "def f():\n    from decimal import Decimal": ["decimal"],
    "import os, py": ["/packages/py.py"],
    "importlib.import_module('decimal')": ["decimal"],
    "__import__('pytest')": ["pytest"],
    "pytest = 'decimal'": [],
}


@pytest.mark.parametrize(("source", "found"), IMPORTS.items(), ids=IMPORTS)
def test_what_a_file_may_import(source: str, found: list[str]) -> None:
    assert find_imported([b"import os", source.encode()], MODULES) == found


@pytest.mark.parametrize(("line", "name"), [("import _pytest", "_pytest"), ("", "_py' + 'test")])
def test_packages_are_read_for_a_file_that_imports_one(
    tmp_path: Path, line: str, name: str
) -> None:
    source = f"{line}\ndef f():\n    return __import__('{name}').__name__\n"
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    with Sandbox(tmp_path, libraries=libraries()) as sandbox:
        worker = sandbox.worker("own", 5)
        assert worker.load().kind is ResponseKind.VALUE
        response = worker.call("f", [], 5)
        assert response.kind is (ResponseKind.VALUE if line else ResponseKind.RAISED)


def test_modules_are_imported_before_the_fork(tmp_path: Path) -> None:
    """Those of a submission that uses them; otherwise each worker would have to carry them."""
    for line, ahead in (("from fractions import Fraction", True), ("import math", False)):
        source = f"import sys\nahead = 'fractions' in sys.modules\n{line}\ndef f(): return ahead\n"
        (tmp_path / "own.py").write_text(source, encoding="utf-8")
        with Sandbox(tmp_path) as sandbox:
            worker = sandbox.worker("own", 5)
            worker.load()
            assert worker.call("f", [], 5).value is ahead
