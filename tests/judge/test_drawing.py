"""The function `draw` beside the types of an assignment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autograder.judge import drawing
from autograder.judge.drawing import drawn
from autograder.judge.render.pairs import render_pair
from autograder.judge.render.values import render, render_call
from tests.conftest import KITS, run_autograder

KIT = KITS / "drawn"
WRONG = """\
from shapes import Box, Ink, Pair
def turned(box): return Box(box.width, box.height, Ink.LIGHT)
def doubled(box): return Pair(box, Box(-1, "x" * 1000, [box] * 10000))
"""


def graded(own: str, folder: Path) -> dict[str, dict[str, Any]]:
    (folder / "boxes.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "drawn", folder, "--kit", KIT, "--json", "-")
    assert (ran.status, ran.err) == (0, "")
    return {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}


def test_values_are_drawn_and_otherwise_shown_as_repr(tmp_path: Path) -> None:
    found = graded(WRONG, tmp_path)
    assert {test["outcome"] for test in found.values()} == {"wrong"}
    turned = found["test_turned"]["detail"]
    assert turned["call"] == "turned(box)"
    assert turned["arguments"] == {"box": "###\n###"}
    assert (turned["returned"], turned["expected"]) == ("...\n...", "##\n##\n##")
    for width in (13, -1, 20_000):
        detail = found[f"test_undrawable[{width}]"]["detail"]
        assert detail["call"] == f"turned(Box(width={width}, height=2, ink=Ink.DARK))"
        assert detail["returned"] == f"Box(width={width}, height=2, ink=Ink.LIGHT)"
    doubled = found["test_doubled"]["detail"]
    assert doubled["expected"] == "..\n+\n.."
    assert doubled["returned"].startswith("Pair(left=Box(width=2, height=1, ink=Ink.LIGHT), right=")


def test_faulty_drawing_costs_no_marks(tmp_path: Path) -> None:
    own = (KIT / "reference/drawn/boxes.py").read_text(encoding="utf-8")
    assert {test["outcome"] for test in graded(own, tmp_path).values()} == {"pass"}


class Card:
    """Stands for a type of an assignment."""


def endless(_: object) -> str:
    while True:
        pass


def leaves(_: object) -> str:
    raise SystemExit


@pytest.mark.parametrize("draw", [endless, leaves, lambda _: 1 / 0, lambda _: None, lambda _: ""])
def test_what_draw_does_wrong(draw: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(drawing._drawings, Card, draw)
    monkeypatch.setattr(drawing, "_is_drawable", lambda _: True)
    monkeypatch.setattr(drawing, "MAX_STEPS", 1000)
    card = Card()
    assert drawn(card) == ""
    assert render(card) == repr(card)


def test_drawings_of_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of them stands in one line; a call does not quote them, as they are no Python."""
    monkeypatch.setitem(drawing._drawings, Card, lambda _: "♥ 7")
    monkeypatch.setattr(drawing, "_is_drawable", lambda _: True)
    call = render_call("f", ["card", "hand"], [Card(), [Card(), Card()], []])
    assert call == ("f(card, hand, [])", {"card": "♥ 7", "hand": "[♥ 7, ♥ 7]"})
    assert render_pair([Card()], [Card(), Card()]) == ("[♥ 7]", "[♥ 7, ♥ 7]")
