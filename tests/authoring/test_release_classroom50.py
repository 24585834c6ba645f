"""NAME-classroom50/ in a checkout like the platform's."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from autograder.authoring.folder import write
from autograder.authoring.release import classroom50_bundle
from autograder.authoring.release.check_pyz import check_pyz
from tests.authoring.sound_kit import make_sound_kit, put
from tests.conftest import DOUBLE, Ran, run_program


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bundle, where the platform unpacks it, and an empty checkout."""
    place = tmp_path_factory.mktemp("classroom50")
    bundle = classroom50_bundle(check_pyz(make_sound_kit(place / "kit")))
    write(place / "classroom/autograders/double", bundle)
    (place / "checkout").mkdir()
    return place


def run_platform(place: Path) -> Ran:
    program = place / "classroom/autograders/double/autograder.py"
    environment = {"PATH": os.environ["PATH"], "HOME": str(place), "CLASSROOM": "c", "OWNER": "ada"}
    return run_program(sys.executable, program, cwd=place / "checkout", env=environment)


def test_checkout_is_checked(place: Path) -> None:
    """Links that a student has put in the place of the results are not followed."""
    checkout = place / "checkout"
    put(checkout / "double.py", DOUBLE)
    put(place / "elsewhere", "stays")
    for name in ("result.json", "release-body.md"):
        (checkout / name).symlink_to(place / "elsewhere")
    done = run_platform(place)
    assert (done.status, done.out, done.err) == (0, "90 of 90\n", "")
    result = json.loads((checkout / "result.json").read_text(encoding="utf-8"))
    assert (result["score"], result["max-score"], result["owner"]) == (90, 90, "ada")
    assert [test["test-name"] for test in result["tests"]] == ["double", "program"]
    body = (checkout / "release-body.md").read_text(encoding="utf-8")
    assert "\nScore: 90 of 90\n" in body
    assert (place / "elsewhere").read_text() == "stays"


def test_broken_grader_ends_with_another_status(place: Path) -> None:
    """So no score is recorded."""
    checkout = place / "checkout"
    put(checkout / "double.py", DOUBLE)
    assert run_platform(place).status == 0  # Unpacks the kit.
    [tests] = (place / ".cache/cagework").glob("*/autograder/assignments/double/tests")
    broken = tests / "test_double.py"
    size = broken.stat().st_size  # A file of another size would be unpacked again.
    put(broken, "def test(nothing):\n    pass\n".ljust(size))
    done = run_platform(place)
    assert (done.status, done.out) == (3, "")
    assert done.err.startswith("autograder: the grader failed, not the submission: ")
    assert done.err.count("\n") == 1
    assert not (checkout / "result.json").exists()
