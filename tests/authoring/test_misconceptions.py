"""misconceptions.toml, made by grading chaffs by the public tests."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from autograder.assignment import load, names
from autograder.authoring.verify.solutions import submission_with
from autograder.cli.hints import SAME_ANSWERS
from autograder.judge.chaffs import docstring
from autograder.reports.misconceptions import read_misconceptions
from tests.authoring.sound_kit import CHAFF, make_sound_kit, put
from tests.conftest import ROOT, run_autograder


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A kit with one chaff that is caught, two that answer alike, and one that raises."""
    assignment = make_sound_kit(tmp_path)
    for chaff in (assignment.folder / "chaffs").iterdir():
        chaff.unlink()
    chaffs = {
        "double_adds_one": ('One is "added"', "return 2 * number + 1"),
        "double_zero": ("Zero is returned", "return 0 * number"),
        "double_nothing": ("Nothing is returned", "return 0"),
        "double_raises": ("It raises", "raise ValueError"),
    }
    for name, (mistake, body) in chaffs.items():
        text = CHAFF.format(mistake=mistake, part="double", body=body)
        put(assignment.folder / "chaffs" / f"{name}.py", text)
    return tmp_path


def test_only_mistakes_that_can_be_told_apart_are_written(kit: Path) -> None:
    path = kit / "autograder/assignments/double/misconceptions.toml"
    assert run_autograder("misconceptions", "--check", "--kit", kit).status == 1
    assert not path.exists()
    ran = run_autograder("misconceptions", "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "autograder/assignments/double/misconceptions.toml written\n"
    _, *tables = tomllib.loads(path.read_text(encoding="utf-8")).values()
    assert [list(table.values()) for table in tables] == [['One is "added".']]
    ran = run_autograder("misconceptions", "double", "--check", "--kit", kit)
    assert (ran.status, ran.out) == (0, "Nothing to change: all files are up to date.\n")


@pytest.mark.parametrize("name", names(ROOT))
def test_first_misconception_is_up_to_date(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change to messages or tests can change all patterns: run autograder misconceptions."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assignment = load(name)
    part, table = next(iter(read_misconceptions(assignment).items()))
    says = next(iter(table.values()))
    [chaff] = [
        path
        for path in (assignment.folder / "chaffs").glob(f"{part}_*.py")
        if docstring(path.read_text(encoding="utf-8"))[0] == says
    ]
    file, text = submission_with(assignment, chaff)
    for other in assignment.files:
        shutil.copy(assignment.reference / other, tmp_path)
    (tmp_path / file).write_text(text, encoding="utf-8")
    ran = run_autograder("check", name, tmp_path, "--part", part, "--hint")
    assert f"{SAME_ANSWERS}{says}\n" in ran.out
