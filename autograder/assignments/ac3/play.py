"""How arcs reduce domains, which variable is selected, and which domains are consistent."""

from __future__ import annotations

from typing import Any

from autograder.puzzles.model import Board, Cage, Cell
from autograder.puzzles.trace.steps import CageLabel, Shown, bits, counted, joined

WATCHED = {"ac3.py": ("reduce_domain", "ac3", "select_variable", "consistent")}
IS_ORDERED = False
_KINDS_OF_CAGES = {"=": "Single", "+": "Add", "-": "Sub", "*": "Mul", "/": "Div"}


def cage_labels(board: Board) -> list[CageLabel]:
    return [CageLabel(cage.clue, cage_name(cage)) for cage in board.puzzle.cages]


def cage_name(cage: Cage) -> str:
    return f"the {_KINDS_OF_CAGES[cage.operation]} {cage.target} cage at {cage.cells[0]}"


def given(name: str, arguments: list[Any]) -> Shown:
    domains = arguments[-1]
    if name != "reduce_domain":
        return Shown(str(sorted(domains.items())), contents=_contents(domains))
    arc = arguments[0]
    target = f" {arc.target}" if arc.target else ""
    text = str([arc, domains[arc.first], domains[arc.second]])
    about = f"the arc {arc.kind}{target} {arc.first} {arc.second}"
    return Shown(text, about, _contents(domains), (arc.first, arc.second))


def returned(name: str, arguments: list[Any], result: Any) -> Shown:
    domains = arguments[-1]
    if name == "reduce_domain":
        first, second = domains[arguments[0].first], domains[arguments[0].second]
        said = f"kept {joined(result, 'no value')} of {joined(first, 'no value')}"
        others = f"those that go with {joined(second, 'no value')} are {joined(result, 'none')}"
        return Shown(str(result), said, {arguments[0].first: bits(result)}, should=others)
    if name == "select_variable":
        size = len(domains[result])
        said = f"returned {result}, whose domain has {counted(size, 'value')}"
        return Shown(str(size), said, focus=(result,))
    if name == "consistent" or result is None:
        return Shown(str(result))
    return Shown(str(sorted(result.items())), "returned domains", _contents(result))


def _contents(domains: Any) -> dict[Cell, int]:
    return {cell: bits(domain) for cell, domain in domains.items()}
