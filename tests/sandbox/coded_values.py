"""Types that the codec knows, and values on their way through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum
from typing import Any, NamedTuple

from autograder.sandbox.values import Codec, dumps, loads


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any


@dataclass
class Board:
    cells: list[Any]


class Color(Enum):
    RED = "r"
    GREEN = "g"


class Level(IntEnum):
    LOW = 1


class Right(Flag):
    READ = 1
    WRITE = 2


class Move(NamedTuple):
    name: Any
    to: Any


@dataclass
class Counted:
    items: list[Any]
    count: int = field(init=False)

    def __post_init__(self) -> None:
        self.count = len(self.items)


@dataclass(kw_only=True)
class Named:
    first: Any
    last: Any = field(default="", init=False)
    second: Any = 2


@dataclass
class Nothing:
    pass


CODEC = Codec([Point, Board, Color, Level, Right, Move, Counted, Named, Nothing])


def there_and_back(value: object) -> Any:
    return CODEC.decode(loads(dumps(CODEC.encode(value))))


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value
