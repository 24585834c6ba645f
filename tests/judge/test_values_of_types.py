"""Values of the assignment's own types and of the standard library, in calls and in reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import run_autograder

FILES = {
    "autograder/assignments/town/assignment.toml": (
        'title = "Town"\nfiles = ["town.py"]\nprovided = ["shapes.py"]\ntypes = "shapes.py"\n\n'
        '[[part]]\nname = "town"\npoints = 100\nfile = "town.py"\n'
    ),
    "reference/town/shapes.py": (
        "from dataclasses import dataclass\nfrom enum import Enum\nfrom typing import NamedTuple\n"
        "class Color(Enum):\n    RED = 1\n    BLUE = 2\n"
        "class At(NamedTuple):\n    row: int\n    column: int\n"
        "@dataclass\nclass House:\n    at: At\n    color: Color\n"
        "@dataclass\nclass Street:\n    houses: list\n"
    ),
    "reference/town/town.py": (
        "from collections import Counter, defaultdict, deque\nfrom datetime import timedelta\n"
        "from shapes import At, Color, House, Street\n"
        "def same(value): return value\n"
        "def paint(streets):\n    return [Street([House(h.at, Color.BLUE) for h in s.houses])\n"
        "        for s in streets]\n"
        "def tomorrow(day): return day + timedelta(1)\n"
        "def half(number): return number / 2\n"
        "def rotate(items):\n    copy = deque(items)\n    copy.rotate()\n    return copy\n"
        "def count(words): return Counter(words)\n"
        "def group(words):\n    groups = defaultdict(list)\n    for word in words:\n"
        "        groups[len(word)].append(word)\n    return groups\n"
        "def add(counts, word):\n    counts[word] += 1\n    return counts.most_common(1)\n"
        "def parent(path): return path.parent\n"
        "def exists(path): return path.exists()\n"
    ),
    "autograder/assignments/town/tests/test_town.py": """\
from collections import Counter, OrderedDict, deque
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from shapes import At, Color, House, Street

EACH = [Color.RED, At(1, 2), Decimal("0.10"), Fraction(1, 3), date(2024, 2, 29), Path("a/b"),
        datetime(2024, 2, 29, 1, 2, 3), deque([1, At(0, 0)]),
        {Color.RED: [House(At(0, 1), Color.RED)]}]


@pytest.mark.parametrize("value", EACH, ids=str)
def test_each(student, value):
    assert student.same(value) == value


def test_nested(student):
    streets = [Street([House(At(1, 2), Color.RED)])]
    assert student.paint(streets) == [Street([House(At(1, 2), Color.BLUE)])]


def test_library(student):
    assert student.tomorrow(date(2024, 2, 29)) == date(2024, 3, 1)
    assert student.half(Fraction(1, 3)) == Fraction(1, 6)
    assert student.half(Decimal("0.10")) == Decimal("0.05")
    assert student.parent(Path("a/b")) == Path("a")
    assert student.exists(Path(".")) is True


def test_dicts(student):
    assert student.count(["b", "a", "b"]) == {"b": 2, "a": 1}
    assert student.count(["b", "a", "b"]).most_common(1) == [("b", 2)]
    assert student.group(["a", "bc", "d"]) == {1: ["a", "d"], 2: ["bc"]}
    assert student.same(OrderedDict(b=1, a=2)) == OrderedDict(b=1, a=2)


def test_changed_dict(student):
    counts = Counter(a=1)
    assert student.mutating.add(counts, "b") == [("a", 1)]
    assert counts == Counter(a=1, b=1)


def test_deque(student):
    assert student.rotate(deque([1, 2])) == deque([2, 1])
""",
}


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
        copy = tmp_path / name.replace("reference", "starter")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
    return tmp_path


def details(kit: Path, work: Path) -> dict[str, dict[str, str]]:
    ran = run_autograder("grade", "town", work, "--kit", kit, "--json", "-")
    assert ran.err == ""
    tests = json.loads(ran.out)["parts"][0]["tests"]
    return {test["name"]: test["detail"] for test in tests if test["outcome"] != "pass"}


def test_values_cross(kit: Path) -> None:
    assert details(kit, kit / "reference/town") == {}


def test_values_cross_to_a_file_that_imports_nothing(kit: Path) -> None:
    work = kit / "work"
    work.mkdir()
    (work / "town.py").write_text("def same(value):\n    return value\n", encoding="utf-8")
    without = {"test_nested", "test_library", "test_deque", "test_dicts", "test_changed_dict"}
    assert set(details(kit, work)) == without  # They call other functions.


WRONG = {
    "rotate": ("items.append(3); return items", "test_deque", "rotate changed its argument items"),
    "paint": ("return [At(1, 2), Color.RED]", "test_nested", "[At(row=1, column=2), Color.RED]"),
    "tomorrow": ("return day", "test_library", "datetime.date(2024, 2, 29)"),
    "count": (
        "return Counter({*words})",
        "test_dicts",
        "count returned a dict with 1 of 2 entries wrong: 'b' is 1 instead of 2",
    ),
    "group": (
        "return defaultdict(list, {1: words})",
        "test_dicts",
        "group returned a dict that lacks the key 2",
    ),
}


@pytest.mark.parametrize("function", WRONG)
def test_wrong_values_are_shown(kit: Path, function: str) -> None:
    body, test, shown = WRONG[function]
    source = kit / "reference/town/town.py"
    text = source.read_text(encoding="utf-8").replace(f"def {function}(", "def old(")
    parameter = {"rotate": "items", "paint": "streets", "tomorrow": "day"}.get(function, "words")
    work = kit / "work"
    work.mkdir()
    (work / "town.py").write_text(f"{text}\ndef {function}({parameter}): {body}\n")
    found = details(kit, work)
    assert list(found) == [test]
    assert shown in (found[test]["message"], found[test].get("returned"))
