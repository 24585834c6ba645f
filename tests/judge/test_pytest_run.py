"""A file of tests that ends the session: there is no report, and one line says which file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import copy_kit, run_autograder

TEST = (
    'from functions import add\n\n\ndef test_first():\n    """first"""\n    assert add(1, 2) == 3\n'
)
FILES = {
    "exit where tests are loaded": (
        "tests/test_functions.py",
        f"{TEST}\n\nraise SystemExit(0)\n",
        "tests/test_functions.py: SystemExit: 0",
    ),
    "conftest.py that raises": (
        "tests/conftest.py",
        "1 / 0\n",
        "tests/conftest.py: ZeroDivisionError: division by zero",
    ),
    "hook that raises": (
        "tests/conftest.py",
        "def pytest_collection_modifyitems(items):\n    items[0].no_such\n",
        "tests/conftest.py: AttributeError: 'Function' object has no attribute 'no_such'",
    ),
}


@pytest.mark.parametrize(("file", "source", "says"), FILES.values(), ids=FILES)
def test_file_that_ends_the_session(tmp_path: Path, file: str, source: str, says: str) -> None:
    """As a status of pytest's, an exit would be that of the grader: 0, without a report."""
    kit = copy_kit("functions", tmp_path / "kit")
    (kit / "autograder/assignments/functions" / file).write_text(source, encoding="utf-8")
    command = ("grade", "functions", "kit/reference/functions", "--kit", "kit")
    ran = run_autograder(*command, cwd=tmp_path)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == f"autograder: the grader failed, not the submission: {says}\n"
