"""check.pyz as students run it: the first start, later ones, and where something is different."""

from __future__ import annotations

import ast
import os
import re
import sys
import time
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from autograder.assignment import load
from autograder.authoring.release import pyz_main
from autograder.authoring.release.check_pyz import DISTRIBUTION, check_pyz
from autograder.judge.grading_python import GradingPython
from tests.authoring.sound_kit import make_sound_kit, put
from tests.conftest import DOUBLE, Ran, run_program

NOT_IN_EACH_RUN = {"packaging", "pytest-metadata"}
"""Distributions that pytest and its plugin require, for settings that these tests do not have."""
WRONG = DOUBLE.replace("return 2 * number", "return 3 * number")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return check_pyz(make_sound_kit(tmp_path_factory.mktemp("kit")))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder, where the grader is unpacked once for all tests."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def folder(built: bytes, tmp_path: Path) -> Path:
    (tmp_path / "check.pyz").write_bytes(built)
    put(tmp_path / "double.py", DOUBLE)
    return tmp_path


def run_pyz(folder: Path, home: Path, *arguments: str, **environment: str) -> Ran:
    """Run check.pyz with nothing of this environment's Python but the interpreter itself."""
    command = (sys.executable, "-S", "check.pyz", *arguments)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    place = {"PATH": os.environ["PATH"], "HOME": str(home)}
    return run_program(*command, cwd=folder, encoding=encoding, env={**place, **environment})


def test_same_bytes_each_time(built: bytes, tmp_path: Path) -> None:
    assert check_pyz(make_sound_kit(tmp_path)) == built


def test_distributions_are_those_that_a_check_imports(folder: Path, home: Path) -> None:
    ran = run_pyz(folder, home, "--html", "report.html", PYTHONVERBOSE="1")
    assert ran.status == 0
    owners = metadata.packages_distributions()
    imported = re.findall(r"^import '(\w+)", ran.err, re.MULTILINE)
    used = {canonicalize_name(owner) for module in imported for owner in owners.get(module, ())}
    with zipfile.ZipFile(folder / "check.pyz") as pyz:
        names = re.findall(r"site/([^/]+)-[^/-]+\.dist-info/METADATA", "\n".join(pyz.namelist()))
    assert {canonicalize_name(name) for name in names} == used - {DISTRIBUTION} | NOT_IN_EACH_RUN


def test_plugin_that_the_tests_need(tmp_path: Path) -> None:
    """It is packed, too: students have no pytest."""
    assignment = make_sound_kit(tmp_path / "kit")
    settings = assignment.toml.read_text()
    put(assignment.toml, f'plugins = ["xdist.plugin"]\n{settings}')
    test = "from double import double\n\n\ndef test_plugin(worker_id):\n"
    put(assignment.public_tests / "test_double.py", f"{test}    assert double(2) == 4\n")
    put(tmp_path / "double.py", DOUBLE)
    (tmp_path / "check.pyz").write_bytes(check_pyz(load("double", assignment.kit)))
    ran = run_pyz(tmp_path, tmp_path, "--part", "double")
    assert (ran.status, ran.err) == (0, "")
    assert "Score: 60 of 60" in ran.out


def test_endless_loop_under_pytest(folder: Path, home: Path) -> None:
    """It ends with a traceback that names its line, by default after 10 seconds."""
    assert "timeout: 10.0s" in run_pyz(folder, home, "pytest", "--collect-only").out
    (folder / "double.py").write_text("def double(number):\n    while True:\n        pass\n")
    (folder / "test_double.py").write_text(
        "from double import double\n\ndef test_double():\n    double(2)\n"
    )
    ran = run_pyz(folder, home, "pytest", "--timeout", "0.5", "test_double.py")
    assert ran.status == 1
    assert "double.py:2: Failed" in ran.out
    assert "Timeout" in ran.out


def test_first_start_and_the_next(folder: Path, home: Path) -> None:
    first = run_pyz(folder, home)
    assert (first.status, first.err) == (0, "")
    assert "90 of 90" in first.out
    [unpacked] = (home / ".cache/cagework").iterdir()
    assert GradingPython.recorded(unpacked) == GradingPython.here()
    before = {path: path.stat().st_mtime_ns for path in unpacked.rglob("*.py")}
    assert run_pyz(folder, home) == first
    assert list((home / ".cache/cagework").iterdir()) == [unpacked]
    assert {path: path.stat().st_mtime_ns for path in unpacked.rglob("*.py")} == before


def test_unpacked_grader_that_is_damaged(folder: Path, tmp_path: Path) -> None:
    """It is unpacked again; what nobody has used for a month is removed then."""
    cache = tmp_path / "home/.cache/cagework"
    recent, old = cache / "recent", cache / "old"
    for each in (recent, old):
        put(each / "autograder.py", "")
    month_ago = time.time() - 31 * 24 * 3600
    os.utime(old, (month_ago, month_ago))
    first = run_pyz(folder, tmp_path / "home")
    assert (first.status, first.err) == (0, "")
    [unpacked] = {*cache.iterdir()} - {recent}
    (unpacked / "autograder/cli/packed.py").write_text("")
    assert run_pyz(folder, tmp_path / "home") == first


def test_home_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    """The grader is in a temporary folder then, which does not stay."""
    put(tmp_path / "home", "")
    (tmp_path / "tmp").mkdir()
    ran = run_pyz(folder, tmp_path / "home", "--part", "double", TMPDIR=str(tmp_path / "tmp"))
    assert (ran.status, ran.err) == (0, "")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_modules_and_kits_in_the_folder_are_not_used(folder: Path, home: Path) -> None:
    """Neither the student's click.py, nor tests that pass with anything."""
    put(folder / "double.py", WRONG)
    put(folder / "click.py", "raise SystemExit('click.py ran')")
    other = make_sound_kit(folder)
    put(other.public_tests / "test_double.py", "def test_all():\n    pass\n")
    ran = run_pyz(folder, home)
    assert (ran.status, ran.err) == (1, "")
    assert "\n\n✗ double  " in ran.out


def test_messages_name_the_command_that_was_typed(folder: Path, home: Path) -> None:
    ran = run_pyz(folder, home, "--quickly")
    python = Path(sys.executable).name
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (f"autograder: No such option '--quickly'. See {python} check.pyz --help\n")
    ran = run_pyz(folder, home, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: {python} check.pyz [OPTIONS] [ASSIGNMENT] [PATH]\n")
    assert f"  {python} check.pyz NAME --part PART" in ran.out
    assert "--kit" not in ran.out
    for name in ("step PART", "play CASE", "diff CASE", "pytest -x", "practice", "puzzle"):
        assert f"  {python} check.pyz {name}  " in ran.out
    put(folder / "double.py", WRONG)
    assert run_pyz(folder, home, "check").status == 1
    assert "double has no steps to play" in run_pyz(folder, home, "play", "two").err
    ran = run_pyz(folder, home, "nothing")
    assert (ran.status, ran.err) == (2, "autograder: nothing: no such file or folder\n")
    (folder / "double.py").unlink()
    ran = run_pyz(folder, home)
    message = f"autograder: double.py is missing in {folder}; found: check.pyz\n"
    assert (ran.status, ran.err) == (2, message)
    for path in ("double", "other"):  # The first is also what the assignment is called.
        put(folder / path / "double.py", DOUBLE)
    ran = run_pyz(folder, home, "double")
    assert (ran.status, ran.out.partition("\n")[0]) == (0, "double: double")


def test_old_python(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The file is parsed as Python 3.4, with neither f-strings nor annotations; so can 2.7."""
    source = Path(pyz_main.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4))
    assert not any(isinstance(node, ast.JoinedStr) for node in ast.walk(ast.parse(source)))
    assert source.isascii()
    monkeypatch.setattr(sys, "version_info", (3, 10, 14))
    monkeypatch.setattr(sys, "version", "3.10.14 (main)")
    with pytest.raises(SystemExit) as ended:
        exec(compile(source, "__main__.py", "exec"), {"__name__": "__main__"})
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "check.pyz needs Python 3.11 or newer, but this is Python 3.10.14. "
        "Install a newer one from https://www.python.org/downloads/\n"
    )
