"""Hashes of the kit, an assignment and a submission: they change with what a score depends on."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.provenance import assignment_hash, kit_hash, recorded_options, submission_hash
from tests.conftest import KITS, copy_kit

ASSIGNMENT = "autograder/assignments/double"
CHANGES = {
    "a hidden test": (f"{ASSIGNMENT}/hidden/test_double.py", "\n", True),
    "a case": ("inputs/double/secret/ten.in", "\n", True),
    "the reference": ("reference/double/double.py", "\n", True),
    "points": (f"{ASSIGNMENT}/assignment.toml", "all_or_nothing = true", True),
    "a comment in assignment.toml": (f"{ASSIGNMENT}/assignment.toml", "# x", False),
    "compiled modules": (f"{ASSIGNMENT}/tests/__pycache__/x.pyc", "x", False),
    "the handout": ("handout/double.md", "x", False),
    "misconceptions": (f"{ASSIGNMENT}/misconceptions.toml", "x", False),
    "a chaff": (f"{ASSIGNMENT}/chaffs/double_new.py", "x", False),
}


@pytest.mark.parametrize(("path", "more", "matters"), CHANGES.values(), ids=CHANGES)
def test_assignment_hash(path: str, more: str, matters: bool, tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path)
    before = assignment_hash(load("double", kit))
    assert before == assignment_hash(load("double", KITS / "double"))
    file = kit / path
    file.parent.mkdir(parents=True, exist_ok=True)
    toml = file.read_text() if file.exists() else ""
    file.write_text(
        toml.replace('name = "program"', f'{more}\nname = "program"')
        if "toml" in path
        else toml + more
    )
    assert (assignment_hash(load("double", kit)) != before) is matters


def test_chaffs_matter_where_suites_are_graded(tmp_path: Path) -> None:
    kit = copy_kit("larger", tmp_path)
    before = assignment_hash(load("larger", kit))
    (kit / "autograder/assignments/larger/chaffs/larger_new.py").write_text("x")
    assert assignment_hash(load("larger", kit)) != before


def test_submission_hash() -> None:
    """Names, contents and reasons count, and not the order of files."""
    files = {"a.py": b"1", "b.py": b"2"}
    hashes = {
        submission_hash(files, {}),
        submission_hash({"a.py": b"1b.py", "": b"2"}, {}),
        submission_hash({"a.py": b"2", "b.py": b"1"}, {}),
        submission_hash({"a.py": b"1"}, {"b.py": "missing"}),
        submission_hash({"a.py": b"1"}, {}),
    }
    assert len(hashes) == 5
    assert submission_hash(dict(reversed(files.items())), {}) in hashes
    assert len(kit_hash()) == 64


def test_names_of_secret_cases_are_not_recorded(tmp_path: Path) -> None:
    kit = copy_kit("double", tmp_path)
    (kit / "expected/double/secret").mkdir(parents=True)
    (kit / "expected/double/secret/ten.out").write_text("20\n")
    cases = load("double", kit).cases("secret")
    complete = recorded_options({"secret": cases})
    assert "ten" not in str(recorded_options({"secret": cases}))
    assert complete != recorded_options({})
    cases[0].output.unlink()  # The tests that need it report that.
    assert recorded_options({"secret": cases}) != complete
