"""What the fork server reads and imports ahead, by what the submission's files import."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.judge.libraries import libraries
from autograder.sandbox.linux.library import EXTENSIONS
from autograder.sandbox.linux.python_process import ENVIRONMENT
from autograder.sandbox.linux.warm_library import (
    ALWAYS_LOADED,
    IMPORTED_LATER,
    WITHOUT_EXTENSIONS,
    find_imported,
    imports_only,
)
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.worker import audit_hook
from autograder.sandbox.worker.serve import REHEARSAL
from tests.conftest import ROOT

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


ONLY = {
    "nothing": ("x = 1  # of some importance", True),
    "modules that are loaded": ("import math, os.path as path\nfrom re import (sub, split)", True),
    "the future": ("from __future__ import annotations", True),
    "what is not a part of the library": ("from rich.live import Live\nimport numpy", True),
    "within a function": ("def f():\n    from math import pi  # exactly", True),
    "another": ("import math, wave", False),
    "another one by its parts": ("from wave import open", False),
    "after a semicolon": ("x = 1; import wave", False),
    "over several lines": ("from math import (\n    pi,\n)", True),
    "in another line": ("import \\\n  wave", False),
    "by a function": ("__import__('wa' + 've')", False),
    "by code in a text": ("exec('imp' + 'ort wave')", False),
    "by a codec": ("'a'.encode('zlib')", False),
    "by the name of a character": (r"'\N{BULLET}'", False),
}


@pytest.mark.parametrize(("source", "only"), ONLY.values(), ids=ONLY)
def test_what_a_file_can_be_seen_to_import(source: str, only: bool) -> None:
    known = {"__future__", "math", "os", "re"}
    assert imports_only([b"import os", source.encode()], known) is only


def test_extension_modules_are_loaded_for_a_file_that_imports_others(tmp_path: Path) -> None:
    """Where they are not, a worker cannot load them: it may open no file."""
    source = "{line}\ndef f():\n    load = globals()['__builtins__']['__imp' + 'ort__']\n"
    source += "    return load('_bz2').__name__\n"
    for line, kind in (("import wave", ResponseKind.VALUE), ("", ResponseKind.RAISED)):
        (tmp_path / "own.py").write_text(source.format(line=line), encoding="utf-8")
        with Sandbox(tmp_path) as sandbox:
            worker = sandbox.worker("own", 5)
            assert worker.load().kind is ResponseKind.VALUE
            assert worker.call("f", [], 5).kind is kind


def imported_by(name: str) -> set[str]:
    """Return the modules that some line of a module imports, also in a function."""
    spec = importlib.util.find_spec(name) if name in sys.stdlib_module_names else None
    if not spec or not str(spec.origin).endswith(".py"):
        return set()
    tree = ast.parse(Path(str(spec.origin)).read_bytes())
    nodes = list(ast.walk(tree))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return found | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def test_modules_that_need_no_extension_module_later() -> None:
    """Neither they nor what they import; but for those that are always loaded.

    Every worker has an audit hook, too, and what that imports.
    """
    own = {name for module in WITHOUT_EXTENSIONS for name in imported_by(module)}
    used = own | {name for module in own for name in imported_by(module)}
    later = [name for names in IMPORTED_LATER.values() for name in names]
    names = ", ".join((*WITHOUT_EXTENSIONS, *later, audit_hook.__name__))
    command = [sys.executable, "-S", "-c", f"import sys, {names}; print(*sys.modules)"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    loaded = done.stdout.split()
    assert (used & EXTENSIONS) - set(loaded) <= set(ALWAYS_LOADED)


def test_nothing_is_left_of_the_preparations(tmp_path: Path) -> None:
    """Neither in the modules nor in the environment that a submission sees."""
    source = "import os, sys\ndef f(): return sorted(sys.modules), dict(os.environ)\n"
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    with Sandbox(tmp_path) as sandbox:
        worker = sandbox.worker("own", 5)
        worker.load()
        modules, environment = worker.call("f", [], 5).value
    assert REHEARSAL not in modules
    assert environment.keys() <= ENVIRONMENT.keys() | {"LC_CTYPE"}


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


def test_a_parser_of_arguments_imports_nothing_more(tmp_path: Path) -> None:
    """Five more modules in each run of a program were a quarter of its cost."""
    source = (
        "import argparse, sys\ndef f():\n    before = set(sys.modules)\n"
        "    parser = argparse.ArgumentParser(description='a program')\n"
        "    parser.add_argument('--fast', action='store_true', help='leave out')\n"
        "    parser.parse_args(['--fast'])\n    parser.format_help()\n"
        "    return sorted(set(sys.modules) - before)\n"
    )
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    with Sandbox(tmp_path) as sandbox:
        worker = sandbox.worker("own", 5)
        worker.load()
        assert worker.call("f", [], 5).value == []
