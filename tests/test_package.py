"""What is installed elsewhere holds what students have, and nothing that tells the answers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from autograder.assignment import load, names
from tests.conftest import ROOT


def test_package_holds_public_tests_only(tmp_path: Path) -> None:
    source, built = tmp_path / "source", tmp_path / "built"
    shutil.copytree(ROOT / "autograder", source / "autograder")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source)
    build = "import setuptools; setuptools.setup()"
    subprocess.run(
        [sys.executable, "-c", build, "--quiet", "build_py", "--build-lib", built],
        cwd=source,
        check=True,
    )
    folder = built / "autograder" / "assignments"
    assert names(built) == names(ROOT)
    for name in names(ROOT):
        found = {path.relative_to(folder / name) for path in folder.glob(f"{name}/*/test_*.py")}
        public = load(name).public_tests.glob("test_*.py")
        assert found == {path.relative_to(load(name).folder) for path in public}
        for kept in ("hidden", "chaffs", "wheats"):
            assert not (folder / name / kept).exists()
