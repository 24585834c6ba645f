"""The function `draw` beside the types of an assignment."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from autograder.judge import drawing
from autograder.judge.render.values import render_call
from tests.conftest import KITS, copy_kit, run_autograder

KIT = KITS / "drawn"
WRONG = """\
from shapes import Box, Ink, Pair
def turned(box): return Box(box.width, box.height, Ink.LIGHT)
def doubled(box): return Pair(box, Box(13, "x" * 1000, [box] * 10000))
"""


def graded(own: str, folder: Path, kit: Path = KIT) -> dict[str, dict[str, Any]]:
    (folder / "boxes.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "drawn", folder, "--kit", kit, "--json", "-")
    assert (ran.status, ran.err) == (0, "")
    return {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}


def test_values_are_drawn_and_otherwise_shown_as_repr(tmp_path: Path) -> None:
    found = graded(WRONG, tmp_path)
    assert {test["outcome"] for test in found.values()} == {"wrong"}
    turned = found["test_turned"]["detail"]
    assert turned["call"] == "turned(box)"
    assert turned["arguments"] == {"box": "###\n###"}
    assert (turned["returned"], turned["expected"]) == ("...\n...", "##\n##\n##")
    detail = found["test_undrawable[13]"]["detail"]
    assert detail["call"] == "turned(Box(width=13, height=2, ink=Ink.DARK))"
    assert detail["returned"] == "Box(width=13, height=2, ink=Ink.LIGHT)"
    doubled = found["test_doubled"]["detail"]
    assert doubled["expected"] == "..\n+\n.."
    assert doubled["returned"].startswith("Pair(left=Box(width=2, height=1, ink=Ink.LIGHT), right=")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing interrupts it")
def test_drawing_that_does_not_end(tmp_path: Path) -> None:
    """A submission may choose a value for which it does not; the grading goes on."""
    kit = copy_kit("drawn", tmp_path / "kit")
    tests = kit / "autograder/assignments/drawn/tests/test_boxes.py"
    text = tests.read_text(encoding="utf-8")
    watchdog = "import autograder.judge.watchdog as w\nw.MAX_EXPLAINING_SECONDS = 0.5\n"
    tests.write_text(watchdog + text, encoding="utf-8")
    work = tmp_path / "work"
    work.mkdir()
    found = graded(WRONG.replace("box.width, box.height", "-1, 2"), work, kit)
    turned = found["test_turned"]
    assert turned["outcome"] == "wrong"
    assert turned["detail"]["message"] == "turned gave the wrong answer"
    assert found["test_doubled"]["detail"]["expected"] == "..\n+\n.."


class Card:
    """Stands for a type of an assignment."""


def test_a_call_does_not_quote_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are no Python."""
    monkeypatch.setitem(drawing._drawings, Card, lambda _: "♥ 7")
    call = render_call("f", ["card", "hand"], [Card(), [Card(), Card()], []])
    assert call == ("f(card, hand, [])", {"card": "♥ 7", "hand": "[♥ 7, ♥ 7]"})
