"""The keys of assignment.toml, and the messages about an unusable one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, Part, load

Kit = Callable[[str], Path]
GOOD = """\
title = "Doubling"
files = ["double.py"]

[[part]]
name = "double"
points = 90
file = "double.py"

[[by_hand]]
name = "style"
points = 10
"""


def write_double(kit: Path, toml: str) -> Path:
    folder = kit / "autograder" / "assignments" / "double"
    (folder / "tests").mkdir(parents=True)
    (folder / "tests" / "test_double.py").write_text("")
    (folder / "assignment.toml").write_text(toml, encoding="utf-8")
    return kit


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    return lambda toml: write_double(tmp_path, toml)


def test_good(kit: Kit) -> None:
    assignment = load("double", kit(GOOD))
    assert [part.points for part in assignment.parts] == [90]
    assert assignment.limits.call_seconds is None
    assert assignment.measured == {}


def test_points_with_fractions(kit: Kit) -> None:
    """As floats, 8.7 and eleven times 8.3 add up to 99.99999999999999."""
    items = "".join(f'\n[[by_hand]]\nname = "item{i}"\npoints = 8.3\n' for i in range(11))
    toml = GOOD.partition("[[by_hand]]")[0].replace("points = 90", "points = 8.7")
    assignment = load("double", kit(toml + items))
    assert sum(item.points for item in assignment.by_hand) + 8.7 != 100


def test_needs_and_hints(kit: Kit) -> None:
    more = 'needs = []\nhint = "Twice."\nhints = ["Add."]\n'
    [part] = load("double", kit(GOOD.replace("[[by_hand]]", f"{more}[[by_hand]]"))).parts
    assert (part.needs, part.all_hints) == ((), ("Twice.", "Add."))
    assert (Part("a", 1).needs, Part("a", 1).all_hints) == (None, ())
    assert Part("a", 1, hint="Add.").all_hints == ("Add.",)


BAD = {
    "unknown key of a figure": (
        "[[part]]",
        '[[figure]]\nfile = "puzzle.svg"\ncsae = "example"\n\n[[part]]',
        "unknown key 'csae' in [figure]; the nearest is 'case'",
    ),
    "points": ("points = 90", "points = 80", "the points add up to 90, not to 100"),
    "unknown key": ("title", "titel", "unknown key 'titel'; the nearest is 'title'"),
    "key missing": ('title = "Doubling"', "", "the key 'title' is missing"),
    "unknown key of the second of two": (
        'name = "style"',
        'name = "style"\npoints = 0\n\n[[by_hand]]\nname = "tests"\nhnit = "x"',
        "unknown key 'hnit' in [by_hand] 'tests'; the keys are name, points, says, advice",
    ),
    "not TOML": ("[[part]]", "[[part", "Expected"),
    "points as a string": (
        "points = 90",
        'points = "90"',
        "'points' in [part] 'double' has to be a number",
    ),
    "types not provided": ("[[part]]", 'types = "t.py"\n[[part]]', "'t.py', is not in `provided`"),
    "program of another name": (
        "[[part]]",
        '[program]\nfile = "p.py"\n[[part]]',
        "'p.py' is neither in `files` nor in `provided`",
    ),
    "counts that are no pattern": (
        "[[part]]",
        '[program]\nfile = "double.py"\ncounts = "("\n[[part]]',
        "assignment.toml: `counts` is not a regular expression: missing )",
    ),
    "negative points": (
        'points = 90\nfile = "double.py"\n\n[[by_hand]]\nname = "style"\npoints = 10',
        'points = 110\n[[by_hand]]\nname = "style"\npoints = -10',
        "assignment.toml: the points of 'style' are negative",
    ),
    "no seconds": (
        "[[part]]",
        "[limits]\ncall_seconds = 0\n[[part]]",
        "assignment.toml: call_seconds has to be more than 0, not 0",
    ),
    "need that is not a part": (
        "points = 90",
        'points = 90\nneeds = ["triple"]',
        "assignment.toml: double needs 'triple', which is not a part",
    ),
    "foreign file": ('file = "double.py"', 'file = "x.py"', "file 'x.py' is not among `files`"),
}


@pytest.mark.parametrize(("old", "new", "message"), BAD.values(), ids=BAD)
def test_bad(kit: Kit, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(AssignmentError) as refusal:
        load("double", kit(GOOD.replace(old, new, 1)))
    assert message in str(refusal.value)
    assert "double" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_hidden_file_is_no_case(kit: Kit) -> None:
    """Copies from a Mac have a `._one.in` next to `one.in`, and Emacs makes a `.#one.in`."""
    made = kit(GOOD)
    folder = made / "inputs/double/sample"
    folder.mkdir(parents=True)
    for name in ("one.in", "._one.in", ".#one.in"):
        (folder / name).write_bytes(b"\xff")
    assert [case.name for case in load("double", made).cases("sample")] == ["one"]


def test_byte_order_mark(kit: Kit) -> None:
    """Editors on Windows begin files with one."""
    assert load("double", kit(f"\ufeff{GOOD}")).title == "Doubling"


def test_unknown_assignment(kit: Kit) -> None:
    with pytest.raises(AssignmentError, match=r"no assignment 'nope' in .*; there are: double"):
        load("nope", kit(GOOD))


# What else makes an assignment unusable.


def test_input_of_another_suffix(kit: Kit) -> None:
    made = kit(GOOD)
    folder = made / "inputs/double/sample"
    folder.mkdir(parents=True)
    for name in ("one.in", ".hidden", "two.txt"):
        (folder / name).write_text("")
    with pytest.raises(AssignmentError) as refusal:
        load("double", made)
    assert str(refusal.value) == f"{folder / 'two.txt'}: an input has to be called sample/CASE.in"


def test_part_without_tests(kit: Kit) -> None:
    made = kit(GOOD)
    (made / "autograder/assignments/double/tests/test_double.py").unlink()
    with pytest.raises(AssignmentError, match=r"the part 'double' has no tests/test_double.py"):
        load("double", made)


def test_tests_of_no_part(kit: Kit) -> None:
    """Not even by another convention of names."""
    made = kit(GOOD)
    test = made / "autograder/assignments/double/tests/double_test.py"
    test.write_text("")
    with pytest.raises(AssignmentError) as refusal:
        load("double", made)
    toml = test.parents[1] / "assignment.toml"
    says = f"no part of {toml} is called 'double_test'; rename the file"
    assert str(refusal.value) == f"{test}: {says}"
