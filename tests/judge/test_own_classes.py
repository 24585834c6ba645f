"""Objects of a class that a student defines again are explained, wherever they are in a value."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from autograder.judge.fixtures.objects import StudentObject
from autograder.judge.own_classes import explain_object, explain_own_class
from autograder.judge.sources import Sources
from tests.conftest import ROOT, run_autograder

OWN = """\
from collections import namedtuple
from provided import *

Posn = namedtuple("Posn", "x y")


class Board:
    pass


class Mine:
    pass
"""
PROVIDED = "class Posn: ...\nclass Board: ...\nclass Arc: ...\n"
BOARD = "returned Board objects of the class in own.py (line 7): "
POSN = "returned Posn objects of the class in own.py (line 4): "


class Posn(NamedTuple):
    x: int


@dataclass(frozen=True)
class Board:
    rows: object


@dataclass
class Arc:
    first: object


def made(name: str) -> StudentObject:
    """Stands for an object in a worker."""
    return StudentObject(cast(Any, None), name, 1, cast(Any, None), "f()", "text")


SAYS = {
    "alone": (made("Posn"), Posn(1), f"{POSN}remove it and write `from provided import Posn`"),
    "in a list": (
        [[made("Board")]],
        [[Board(1), Board(2)]],
        f"{BOARD}remove it and write `from provided import Board`",
    ),
    "in a dict": (
        {1: made("Board")},
        {1: Board(1)},
        f"{BOARD}remove it and write `from provided import Board`",
    ),
    "in a provided object": (
        Board([made("Posn")]),
        Board([Posn(1)]),
        f"{POSN}remove it and write `from provided import Posn`",
    ),
    "the outermost": (
        [[made("Posn")], made("Board")],
        [[Posn(1)], Board(1)],
        f"{BOARD}remove it and write `from provided import Board`",
    ),
    "not expected": (made("Posn"), Board(1), ""),
    "not provided": (made("Mine"), made("Mine"), ""),
    "not defined": (made("Arc"), Arc(1), ""),
    "right": (Posn(1), Posn(1), ""),
    "none": (made("Posn"), None, ""),
}


@pytest.mark.parametrize(("returned", "expected", "says"), SAYS.values(), ids=SAYS)
def test_own_class(tmp_path: Path, returned: object, expected: object, says: str) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "provided.py").write_text(PROVIDED, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], ["provided.py"])
    assert explain_own_class(sources, returned, expected) == says


def test_named_tuple_of_a_student(tmp_path: Path) -> None:
    """It equals a tuple in Python, but an object of a student's class never equals data here."""
    own = "from typing import NamedTuple\nclass Pos(NamedTuple):\n    row: int\n    col: int\n"
    text = (ROOT / "reference/ac3/ac3.py").read_text(encoding="utf-8")
    text = text.replace("def is_singleton", f"{own}\n\ndef is_singleton", 1)
    text = text.replace("def select_variable", "def selected", 1)
    text = text.replace("def create_sum_arcs", "def sum_arcs", 1)
    text += "def select_variable(domains):\n    return Pos(*selected(domains))\n"
    text += "def create_sum_arcs(puzzle):\n    arcs = sum_arcs(puzzle)\n"
    text += "    pos = [(Pos(*arc.first), Pos(*arc.second)) for arc in arcs]\n"
    text += "    return [Arc('sum', *p, arc.target) for p, arc in zip(pos, arcs)]\n"
    (tmp_path / "ac3.py").write_text(text, encoding="utf-8")
    line = text.split("\n").index("class Pos(NamedTuple):") + 1
    for part in ("select_variable", "create_sum_arcs"):
        ran = run_autograder("check", "ac3", tmp_path, "--part", part)
        says = f"Pos objects of the class in ac3.py (line {line}) instead of plain data\n"
        assert f"      {part} returned {says}" in ran.out
        assert "< of Pos" not in ran.out


def test_objects_in_place_of_data(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    says = "returned Mine objects of the class in own.py (line 11) instead of plain data"
    assert explain_object(sources, [(1, made("Mine"))], [(1, 2)]) == says
    assert explain_object(sources, made("Mine"), made("Mine")) == ""
    assert explain_object(sources, made("Elsewhere"), 1) == ""
    assert explain_object(sources, made("Mine"), None) == ""


def test_many_classes_of_a_long_file(tmp_path: Path) -> None:
    """A submission may return thousands of objects, each of a class of its own."""
    (tmp_path / "own.py").write_text("a=1\n" * 45_000, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    assert sources.tree("own.py") is not None
    started = time.process_time()
    assert explain_own_class(sources, [made(f"C{i}") for i in range(1000)], [Posn(1)]) == ""
    assert time.process_time() - started < 2


def test_copied_classes(tmp_path: Path) -> None:
    """The classes are copied from provided.py into the student's file."""
    reference = ROOT / "reference" / "kenken"
    texts = [
        (reference / name).read_text(encoding="utf-8") for name in ("provided.py", "kenken.py")
    ]
    own = texts[1].replace("from provided import Entry, Guess, Posn, Puzzle, copy_board\n", "")
    (tmp_path / "kenken.py").write_text(texts[0] + own, encoding="utf-8")
    line = texts[0].split("\n").index("class Entry:") + 1
    ran = run_autograder("check", "kenken", tmp_path, "--part", "place_guess")
    assert ran.status == 1
    says = f"place_guess returned Entry objects of the class in kenken.py (line {line}): remove it"
    assert f"      {says} and write `from provided import Entry`\n" in ran.out
    assert "another order" not in ran.out
