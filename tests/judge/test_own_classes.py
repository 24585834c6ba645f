"""Objects of a class that a student defines again are explained, wherever they are in a value."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from autograder.judge.fixtures.objects import StudentObject
from autograder.judge.own_classes import explain_own_class
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
