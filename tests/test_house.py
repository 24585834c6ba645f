"""The structure: imports run one way, and no assignment is known by name."""

from __future__ import annotations

import ast
import graphlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.assignment import load, names
from tests.conftest import ROOT

ENGINE = ROOT / "autograder"
ROOMS = (
    {"__main__"},
    {"cli"},
    {"course", "authoring"},
    {"intake", "reports"},
    {"judge"},
    {"sandbox"},
    {"puzzles"},
)
"""What may import the rooms after its own. The judge and what runs below it know no puzzles."""
WITHOUT_PUZZLES = {"judge", "sandbox"}
READ_BY_PEOPLE = {".py", ".html", ".js", ".css", ".toml", ".md"}


def files_in(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.suffix in READ_BY_PEOPLE)
    return sorted(path for path in found if "__pycache__" not in path.parts)


FILES = [path for path in files_in(ENGINE) if "assignments" not in path.parts]
MODULES = [path for path in FILES if path.suffix == ".py"]


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the modules of the engine that a module imports, types and late imports included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from [name if name in GRAPH else str(node.module) for name in inside]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


GRAPH: dict[str, set[str]] = {name_of(path): set() for path in MODULES}
for module in MODULES:
    found = {name for name in imported(parsed(module)) if name in GRAPH}
    GRAPH[name_of(module)] = found - {name_of(module), "autograder"}


def room(module: str) -> str:
    """Return the room of a module; empty for what all may import."""
    name = module.removeprefix("autograder").removeprefix(".").partition(".")[0]
    return name if any(name in rooms for rooms in ROOMS) else ""


def may_import(room: str, other: str) -> bool:
    if room == other or not other:
        return True
    rank = {name: place for place, rooms in enumerate(ROOMS) for name in rooms}
    apart = other == "puzzles" and room in WITHOUT_PUZZLES
    return bool(room) and rank[room] < rank[other] and not apart


def test_imports_run_one_way() -> None:
    wrong = {
        (module, name)
        for module, others in GRAPH.items()
        for name in others
        if not may_import(room(module), room(name))
    }
    assert wrong == set()


def test_puzzles_stand_apart() -> None:
    """They know texts and pages, but no assignment."""
    others = {name for module in GRAPH if room(module) == "puzzles" for name in GRAPH[module]}
    outside = {name.removeprefix("autograder.") for name in others if room(name) != "puzzles"}
    assert outside == {"html_page", "safetext", "sentences", "text_files"}


def test_no_modules_import_each_other() -> None:
    """Not even for their types."""
    try:
        graphlib.TopologicalSorter(GRAPH).prepare()
    except graphlib.CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


STUDENT_FILES = {file for name in names(ROOT) for file in load(name).files}
DOMAIN_WORDS = {"cages"}
"""Names of assignments that are also ordinary words of the domain."""
WORDS = "|".join(map(re.escape, {*names(ROOT), *STUDENT_FILES} - DOMAIN_WORDS))
PATHS = "|".join(rf"/{word}\b|\b{word}/|`{word}`" for word in DOMAIN_WORDS)


def test_no_assignment_is_known_by_name() -> None:
    """Neither by its name nor by its files: not in code, comments, examples, nor file names."""
    for path in FILES:
        source = path.read_text(encoding="utf-8")
        assert re.findall(rf"\b(?:{WORDS})\b|{PATHS}", source) == [], path
        parts = path.relative_to(ENGINE).with_suffix("").parts
        assert set(parts) & set(names(ROOT)) == set(), path


def test_temporary_folders_have_an_owner() -> None:
    """Else those of a grader that was killed stay for good.

    check.pyz makes one before the grader is unpacked, and those of a test lie in one.
    """
    makers = {"autograder.sandbox.temporary_folders", "autograder.judge.modules.folder"}
    makers.add("autograder.authoring.release.pyz_start")
    for path in MODULES:
        if name_of(path) not in makers:
            used = {getattr(n, "attr", getattr(n, "id", "")) for n in ast.walk(parsed(path))}
            assert used.isdisjoint({"TemporaryDirectory", "mkdtemp"}), path


def test_puzzles_are_loaded_only_by_commands_that_need_them() -> None:
    """Loading them doubles the time that `autograder check` takes to start."""
    code = "import sys, autograder.cli.main; sys.exit('autograder.puzzles' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
