"""The function `draw` beside the types of an assignment."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from autograder.judge import watchdog
from autograder.judge.render import values
from autograder.judge.render.values import render_call
from tests.judge.own_kit import failed

SHAPES = """\
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

class Ink(Enum):
    LIGHT = "."
    DARK = "#"

@dataclass
class Box:
    width: int
    height: int
    ink: Ink = Ink.DARK

class Pair(NamedTuple):
    left: Box
    right: Box

def draw(value):
    if isinstance(value, Ink):
        return value.value
    if isinstance(value, Pair):
        return f"{draw(value.left)}\\n+\\n{draw(value.right)}"
    if value.width == 13:
        value.width = 0
        raise ValueError("unlucky")
    while value.width < 0:
        pass
    return "\\n".join([value.ink.value * value.width] * value.height)
"""
RIGHT = """\
from shapes import Box, Ink, Pair
def turned(box): return Box(box.height, box.width, box.ink)
def doubled(box): return Pair(box, box)
"""
WRONG = """\
from shapes import Box, Ink, Pair
def turned(box): return Box(box.width, box.height, Ink.LIGHT)
def doubled(box): return Pair(box, Box(13, "x" * 1000, [box] * 10000))
"""
TESTS = """\
from own import doubled, turned
from shapes import Box, Ink, Pair

SMALL = Box(2, 1, Ink.LIGHT)
def test_turned(): assert turned(Box(3, 2)) == Box(2, 3)
def test_undrawable(): assert turned(Box(13, 2)) == Box(2, 13)
def test_doubled(): assert doubled(SMALL) == Pair(SMALL, SMALL)
"""
KIT = {
    "settings": 'provided = ["shapes.py"]\ntypes = "shapes.py"\n',
    "others": {f"{folder}/own/shapes.py": SHAPES for folder in ("reference", "starter")},
}


def test_values_are_drawn_and_otherwise_shown_as_repr(tmp_path: Path) -> None:
    found = failed(tmp_path, TESTS, RIGHT, WRONG, **KIT)
    turned = found["test_turned"]
    assert turned["call"] == "turned(box)"
    assert turned["arguments"] == {"box": "###\n###"}
    assert (turned["returned"], turned["expected"]) == ("...\n...", "##\n##\n##")
    detail = found["test_undrawable"]
    assert detail["call"] == "turned(Box(width=13, height=2, ink=Ink.DARK))"
    assert detail["returned"] == "Box(width=13, height=2, ink=Ink.LIGHT)"
    doubled = found["test_doubled"]
    assert doubled["expected"] == "..\n+\n.."
    assert doubled["returned"].startswith("Pair(left=Box(width=2, height=1, ink=Ink.LIGHT), right=")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing interrupts it")
def test_drawing_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A submission may choose a value for which it does not; the grading goes on."""
    monkeypatch.setattr(watchdog, "MAX_EXPLAINING_SECONDS", 0.5)
    own = WRONG.replace("box.width, box.height", "-1, 2")
    found = failed(tmp_path, TESTS, RIGHT, own, **KIT)
    assert found["test_turned"]["message"] == "turned gave the wrong answer"
    assert found["test_doubled"]["expected"] == "..\n+\n.."


class Card:
    """Stands for a type of an assignment."""


def test_a_call_does_not_quote_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are no Python."""
    monkeypatch.setitem(values._drawings, Card, lambda _: "♥ 7")
    call = render_call("f", ["card", "hand"], [Card(), [Card(), Card()], []])
    assert call == ("f(card, hand, [])", {"card": "♥ 7", "hand": "[♥ 7, ♥ 7]"})
