"""The house: imports run one way, and the engine knows no assignment by name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.assignment import load, names
from autograder.cli.options import EXAMPLES
from tests.conftest import ROOT

ENGINE = ROOT / "autograder"
LAYERS = (
    {"assignment", "report", "safetext", "toml_tables"},
    {"puzzles"},
    {"sandbox"},
    {"judge"},
    {"intake", "authoring", "reports"},
    {"cli"},
    {"__main__"},
)
FILES = [path for path in ENGINE.rglob("*.py") if "assignments" not in path.parts]


def layer(module: str) -> int:
    return next(i for i, layer in enumerate(LAYERS) if module in layer)


def imported(tree: ast.AST) -> Iterator[str]:
    """The parts of the package that a module imports, by their first name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module]
            if node.module == "autograder":
                modules = [f"autograder.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        for module in modules:
            package, _, rest = module.partition(".")
            if package == "autograder" and rest and not rest.startswith("__version__"):
                yield rest.partition(".")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ENGINE).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    if path.parent == ENGINE and path.name == "__init__.py":
        return
    own = path.relative_to(ENGINE).parts[0].removesuffix(".py")
    for other in imported(ast.parse(path.read_text(encoding="utf-8"))):
        assert layer(other) <= layer(own), f"{path} imports {other}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ENGINE).as_posix())
def test_no_assignment_is_known_by_name(path: Path) -> None:
    """Nor by its files. But in examples, which only `--help` prints, and in formats of puzzles,
    which bear assignments' names. A puzzle has cages, too."""
    if "puzzles" in path.relative_to(ENGINE).parts:
        return
    source = path.read_text(encoding="utf-8").replace(EXAMPLES, "")
    known = [*names(ROOT), *(file for name in names(ROOT) for file in load(name).files)]
    words = "|".join(re.escape(word) for word in known if word != "cages")
    assert re.findall(rf"\b(?:{words})\b|[\"'/]cages[\"'/]", source) == []


def test_puzzles_are_loaded_only_by_commands_that_need_them() -> None:
    """They would make `autograder check` start half as fast."""
    code = "import sys, autograder.cli.main; sys.exit('autograder.puzzles' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
