"""How arcs reduce domains, which variable is selected, and which domains are consistent."""

from __future__ import annotations

from math import isqrt
from typing import Any

from autograder.puzzles.model import Board, Cage
from autograder.puzzles.trace.steps import CageLabel, Contents, Shown, bits, joined

WATCHED = {"ac3.py": ("reduce_domain", "ac3", "select_variable", "consistent")}
IS_ORDERED = False
_KINDS_OF_CAGES = {"=": "Single", "+": "Add", "-": "Sub", "*": "Mul", "/": "Div"}


def cage_labels(board: Board) -> list[CageLabel]:
    return [CageLabel(cage.clue, cage_name(cage)) for cage in board.puzzle.cages]


def cage_name(cage: Cage) -> str:
    return f"the {_KINDS_OF_CAGES[cage.operation]} {cage.target} cage at {cage.cells[0]}"


def given(name: str, arguments: list[Any]) -> Shown:
    domains = arguments[-1]
    text, about, focus = str(sorted(domains.items())), "the domains that are shown", ()
    if name == "reduce_domain":
        arc = arguments[0]
        text = str([arc, domains[arc.first], domains[arc.second]])
        about, focus = _arc(arc), (arc.first, arc.second)
    return Shown(text, f"{name} for {about}", _contents(domains), focus)


def returned(name: str, arguments: list[Any], result: Any) -> Shown:
    domains = arguments[-1]
    if name == "reduce_domain":
        arc, values = arguments[0], joined(result, "no value")
        others = f"those that go with {joined(domains[arc.second], 'no value')}"
        said = f"kept {values} of {joined(domains[arc.first], 'no value')} for {_arc(arc)}"
        contents = _contents({**domains, arc.first: result})
        return Shown(str(result), said, contents, should=f"{others} are {values}")
    if name == "select_variable":
        size = len(domains[result])
        said = f"returned {result}, whose domain has {size}"
        should = f"the smallest domain with several values has {size}"
        return Shown(str(size), said, focus=(result,), should=should)
    if name == "consistent":
        should = f"rows, columns and cages are {'' if result else 'not all '}consistent"
        return Shown(str(result), f"returned {result}", should=should)
    if result is None:
        return Shown("None", "returned None", should="arcs leave a domain empty, so it is None")
    should = "the arcs reduce the domains to those that the page shows"
    return Shown(str(sorted(result.items())), "returned domains", _contents(result), (), should)


def _arc(arc: Any) -> str:
    target = f" {arc.target}" if arc.target else ""
    return f"the arc {arc.kind}{target} {arc.first} {arc.second}"


def _contents(domains: Any) -> Contents:
    size = isqrt(len(domains))
    return tuple(bits(domains[row, column]) for row in range(size) for column in range(size))
