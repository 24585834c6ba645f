"""The built package: what students need, without anything that gives the answers away."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.assignment import load, names
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package; return the folder it is built into."""
    folder = tmp_path_factory.mktemp("package")
    source, built = folder / "source", folder / "built"
    shutil.copytree(ROOT / "autograder", source / "autograder")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source)
    build = "import setuptools; setuptools.setup()"
    subprocess.run(
        [sys.executable, "-c", build, "--quiet", "build_py", "--build-lib", built],
        cwd=source,
        check=True,
    )
    return built


def test_package_has_only_public_tests(built: Path) -> None:
    folder = built / "autograder" / "assignments"
    assert names(built) == names(ROOT)
    for name in names(ROOT):
        found = {path.name for path in folder.glob(f"{name}/tests/*.*")}
        assert found == {path.name for path in load(name).public_tests.glob("*.*")}
        for kept in ("hidden", "chaffs", "wheats", "inputs.toml"):
            assert not (folder / name / kept).exists()


def test_package_has_the_files_of_trace_pages(built: Path) -> None:
    folder = "autograder/puzzles/trace"
    pieces = {path.name for path in (ROOT / folder).iterdir() if path.suffix not in ("", ".py")}
    assert pieces >= {"page.html", "page.css", "page.js"}
    assert {name for name in pieces if not (built / folder / name).exists()} == set()


def test_package_is_typed(built: Path) -> None:
    assert (built / "autograder" / "py.typed").exists()
