"""NAME-gradescope.zip in folders like the platform's."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import load, names
from autograder.authoring.release import GRADESCOPE_PROGRAMS, gradescope_bundle
from autograder.intake.packing import packed
from tests.authoring.sound_kit import make_sound_kit, put
from tests.conftest import DOUBLE, ROOT, run_program

WRONG = DOUBLE.replace("return 2 * number", "return 2 * number if number < 9 else 0")
METADATA = {"created_at": "2027-01-05T10:00:00.000000-08:00", "users": [{"name": "Ada", "id": 7}]}
linux = pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux")


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder `/autograder`, after the image is built."""
    root = tmp_path_factory.mktemp("gradescope") / "autograder"
    assignment = make_sound_kit(root.parent / "kit")
    data = packed(gradescope_bundle(assignment), GRADESCOPE_PROGRAMS)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {name for name in archive.namelist() if "/" not in name} == set(GRADESCOPE_PROGRAMS)
        archive.extractall(root / "source")
    (root / "submission").mkdir()
    (root / "submission_metadata.json").write_text(json.dumps(METADATA))
    subprocess.run(["/bin/sh", "setup.sh"], cwd=root / "source", check=True, timeout=60)
    shutil.copy(root / "source/run_autograder", root)
    (root / "run_autograder").chmod(0o755)
    return root


def run_platform(root: Path, status: int = 0) -> tuple[dict[str, Any], str]:
    done = subprocess.run(
        [root / "run_autograder"],
        cwd=root,
        env={"PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    results = json.loads((root / "results/results.json").read_text(encoding="utf-8"))
    assert done.returncode == status, done.stdout
    return results, done.stdout


@linux
def test_submission_is_graded(platform: Path) -> None:
    put(platform / "submission/double.py", WRONG)
    results, printed = run_platform(platform)
    scores = [(test["name"], test["score"], test["max_score"]) for test in results["tests"]]
    assert scores == [
        ("double", 30, 30),
        ("double: hidden tests", 0, 30),
        ("program", 15, 15),
        ("program: hidden tests", 0, 15),
    ]
    assert results["execution_time"] >= 0
    assert "Submissions are confined here, by " in printed
    assert "\nScore: 45 of 90\n" in printed


@linux
def test_image_with_an_old_python(tmp_path: Path) -> None:
    """The one that made the bundle is installed from the system's packages."""
    (tmp_path / "site").mkdir()
    setup = gradescope_bundle(load(names(ROOT)[0], ROOT))["setup.sh"]
    put(tmp_path / "setup.sh", setup.decode())
    python = "python{}.{}".format(*sys.version_info)
    install = f"ln -s {sys.executable} {tmp_path}/bin/{python}"
    put(tmp_path / "bin/python3", "#!/bin/sh\nexit 1\n")
    put(tmp_path / "bin/apt-get", f'#!/bin/sh\necho "$@"\n[ "$1" = update ] || {install}\n')
    for name in ("cat", "dirname", "ln"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or "")
    for program in ("python3", "apt-get"):
        (tmp_path / "bin" / program).chmod(0o755)
    done = run_program("/bin/sh", tmp_path / "setup.sh", env={"PATH": str(tmp_path / "bin")})
    assert (done.status, done.out) == (0, f"update\ninstall -y {python}\n")
    assert (tmp_path / "python_path").read_text() == f"{tmp_path}/bin/{python}\n"


@linux
def test_fault_of_the_grader_gives_no_score(platform: Path, tmp_path: Path) -> None:
    """Only the instructor reads why. Nor do results of an earlier run stay."""
    root = shutil.copytree(platform, tmp_path / "autograder", symlinks=True)
    [hidden] = root.glob("source/site/**/hidden/test_double.py")
    hidden.write_text("import broken\n")
    put(root / "results/results.json", "of an earlier run")
    results, printed = run_platform(root, status=3)
    assert set(results) == {"output", "output_format", "stdout_visibility"}
    assert "\nThe grader failed, not the submission: " in printed
    assert "No module named 'broken'" in printed
    assert "broken" not in str(results)
