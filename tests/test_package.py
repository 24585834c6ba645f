"""The built package: the engine and its templates, and nothing that gives answers away.

It is installed into an environment of its own, without a network, and grades a kit there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from autograder.assignment import names
from tests.conftest import ROOT, Ran, run_program

OF_ASSIGNMENTS = {"format.py", "play.py", "trace.py", "prolog_text.py"}
"""Files of assignments that `autograder puzzle` needs."""


def pip(*arguments: object, cwd: Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from a checkout in which tests ran, which leaves files behind."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "autograder", source / "autograder", ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for place in [path for path in source.rglob("*") if path.is_dir()]:
        (place / "__pycache__").mkdir()
        (place / "__pycache__" / "left.cpython-311.pyc").touch()
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet")
    pip("wheel", *options, "--wheel-dir", folder, source, cwd=folder)
    [built] = folder.glob("cagework-*.whl")
    return built


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.startswith("autograder/")}


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment; return the folder of its commands.

    The package's dependencies are those of this environment, which the new one may import.
    """
    folder = tmp_path_factory.mktemp("environment") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return install(wheel, folder)


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel into a virtual environment; return the folder of its commands."""
    variables = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", variables))
    dependencies = "\n".join(
        dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    )
    (packages / "dependencies.pth").write_text(dependencies)
    commands = Path(sysconfig.get_path("scripts", "venv", variables))
    options = ("--no-deps", "--no-index", "--quiet")
    pip("--python", commands / "python", "install", *options, wheel, cwd=folder)
    return commands


def run(commands: Path, *arguments: object, cwd: Path) -> Ran:
    """Run the installed command, without any trace of this checkout in its environment."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return run_program(commands / "autograder", *arguments, cwd=cwd, env=own)


# What is in it.


def test_it_has_only_what_puzzles_need_of_the_assignments(contents: set[str]) -> None:
    found = {
        tuple(name.split("/")[2:]) for name in contents if "autograder/assignments/" in name[:23]
    }
    assert {path[0] for path in found} == set(names(ROOT))
    assert {path[1:] for path in found} == {(file,) for file in OF_ASSIGNMENTS}


def test_it_has_every_file_of_the_engine(contents: set[str]) -> None:
    """All but the assignments."""
    engine = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "autograder").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assignments = {path for path in engine if path.startswith("autograder/assignments/")}
    assert contents - assignments == engine - assignments
    for file in ("judge/pytest.ini", "py.typed", "authoring/templates/kit/.gitignore"):
        assert f"autograder/{file}" in contents


# What the installed command does.


def test_without_a_kit_it_names_the_next_step(commands: Path, tmp_path: Path) -> None:
    message = f"{tmp_path}: no assignments here; use --kit DIR or autograder new"
    for command in (["grade", "life", "."], ["check"], ["starter"], ["expected", "life"]):
        ran = run(commands, *command, cwd=tmp_path)
        assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")


def test_the_kit_around_its_environment_is_the_default(wheel: Path, tmp_path: Path) -> None:
    """With the environment that `make` creates, commands need no --kit in any folder."""
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", ".venv"], cwd=tmp_path, check=True
    )
    commands = install(wheel, tmp_path / ".venv")
    assert run(commands, "new", cwd=tmp_path).status == 0
    ran = run(commands, "check", cwd=tmp_path / "reference/example")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("example: example\n")


ON_WINDOWS = """
import sys, types
import _pytest.pytester, click, click.testing, filelock, jinja2, markdown_it, pytest
import pytest_jsonreport.plugin
import pytest_timeout, sqlite3, yaml
import asyncio, ctypes, importlib, multiprocessing.pool, socket, subprocess, tempfile, zipapp
import sysconfig

sysconfig.get_paths()

sys.platform = "win32"
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"):
    sys.modules[name] = None
for module in sys.argv[1:]:
    importlib.import_module(module)
"""
"""Loads modules where those that Windows lacks cannot be imported."""


def test_what_runs_on_windows_imports_nothing_that_windows_lacks() -> None:
    folders = ("authoring", "cli", "course", "intake", "judge", "puzzles", "reports")
    files = [file for name in folders for file in (ROOT / "autograder" / name).rglob("*.py")]
    modules = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for file in files
        if "templates" not in file.parts and not file.name.startswith(("cluster", "in_browser"))
    ]
    assert "autograder.cli.main" in modules
    subprocess.run([sys.executable, "-c", ON_WINDOWS, *modules], cwd=ROOT, check=True)
