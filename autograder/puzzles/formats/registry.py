"""The formats of a kit: its assignments' `format.py`, Keen's game ids, and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from autograder.assignment import KIT, AssignmentError
from autograder.puzzles.discovery import assignment_modules
from autograder.puzzles.formats import json_text, keen
from autograder.puzzles.formats.limits import FormatLimits
from autograder.puzzles.formats.protocol import Format, FormatModule, Layouts, Match
from autograder.puzzles.formats.scanner import FormatError
from autograder.puzzles.model import Board, PuzzleError

_T = TypeVar("_T")


def formats_of(kit: Path = KIT) -> dict[str, Format]:
    """The formats by name: those of the kit's assignments, of this repository's, of the engine.

    Raises:
        AssignmentError: a `format.py` cannot be used.
    """
    return dict(_formats_of(kit.absolute()))


def format_names(kit: Path = KIT) -> tuple[str, ...]:
    return tuple(formats_of(kit))


@cache
def _formats_of(kit: Path) -> dict[str, Format]:
    engine = {
        name: Format(
            name,
            module.recognise,
            module.read_each,
            _with_limits(name, module.LIMITS, module.write),
            module.LIMITS,
            is_multiple=True,
        )
        for name, module in {"keen": keen, "json": json_text}.items()
    }
    modules = assignment_modules("format.py", kit)
    for name, module in modules.items():
        if name in engine:
            raise AssignmentError(f"{_path(module)}: {name} is a format of the autograder itself")
    return {name: _format(name, module) for name, module in modules.items()} | engine


def _format(name: str, module: ModuleType) -> Format:
    recognise = _function(module, "recognise", Match)
    read = _function(module, "read", Board)
    write = _function(module, "write", str)
    limits = _constant(module, "LIMITS", FormatLimits) or FormatLimits()

    def read_each(text: str) -> Iterator[tuple[int, Board]]:
        yield 0, read(text)

    return Format(
        name,
        recognise,
        read_each,
        _with_limits(name, limits, write),
        limits,
        _constant(module, "LAYOUTS", Layouts),
        read_shown=_function(module, "read_shown", Board) if "read_shown" in vars(module) else None,
    )


def _with_limits(
    name: str, limits: FormatLimits, write: Callable[[Board], str]
) -> Callable[[Board], str]:
    def write_within_limits(board: Board) -> str:
        limits.check(board, name)
        return write(board)

    return write_within_limits


def _function(module: ModuleType, name: str, result: type[_T]) -> Callable[[Any], _T]:
    """A function of a `format.py`, with faults of the file itself reported as such.

    Raises:
        AssignmentError: there is no such function.
    """
    assert name in {*FormatModule.__dict__, "read_shown"}
    function = getattr(module, name, None)
    if not callable(function):
        raise AssignmentError(f"{_path(module)}: expected a function {name}, found none")

    @wraps(function)
    def checked(argument: Any) -> _T:
        try:
            value = function(argument)
        except FormatError:
            raise
        except PuzzleError as error:
            raise FormatError(str(error)) from error
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise AssignmentError(f"{_path(module)}: {name} failed: {reason}") from error
        if not isinstance(value, result):
            kinds = f"expected {result.__name__}, found {type(value).__name__}"
            raise AssignmentError(f"{_path(module)}: the result of {name}: {kinds}")
        return value

    return checked


def _constant(module: ModuleType, name: str, kind: type[_T]) -> _T | None:
    value = getattr(module, name, None)
    if value is not None and not isinstance(value, kind):
        kinds = f"expected {kind.__name__}, found {type(value).__name__}"
        raise AssignmentError(f"{_path(module)}: {name}: {kinds}")
    return value


def _path(module: ModuleType) -> str:
    return str(module.__file__)
