"""The public tests as files for students, to run and debug them with pytest or in an editor.

Nothing of this counts: check.pyz has its own copy.
"""

from __future__ import annotations

import json

from autograder.assignment import Assignment
from autograder.authoring.folder import files_in
from autograder.authoring.release.helper_modules import helper_modules

NEEDS_CHECK = "run by check.pyz"
"""Why pytest skips a test that needs the grader."""

_PYTEST_INI = """\
# So that pytest runs tests/ with your files. check.pyz has its own copy of the tests.
[pytest]
pythonpath = . tests
addopts = --import-mode=importlib -rfEs
testpaths =
"""
_CONFTEST = f'''\
"""Some tests need the grader: pytest skips them."""

import pytest


@pytest.fixture
def case():
    pytest.skip("{NEEDS_CHECK}")


files = measured = program = suite = case
'''
_SETTINGS = {"python.testing.pytestEnabled": True, "python.testing.pytestArgs": ["."]}


def public_tests(assignment: Assignment) -> dict[str, bytes]:
    """Return tests/, with the modules that the tests import, and settings, by path.

    Without arguments, pytest runs the tests in the order of the parts, as check.pyz does.
    """
    folder = assignment.public_tests
    tests = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files_in(folder)}
    parts = [f"test_{part.name}.py" for part in assignment.parts]
    ini = _PYTEST_INI + "".join(f"    tests/{name}\n" for name in parts if name in tests)
    helpers = {name: source.encode() for name, source in helper_modules(assignment).items()}
    return {
        **{f"tests/{path}": content for path, content in {**helpers, **tests}.items()},
        "conftest.py": _CONFTEST.encode(),
        "pytest.ini": ini.encode(),
        ".vscode/settings.json": (json.dumps(_SETTINGS, indent=2) + "\n").encode(),
    }
