"""Values of the standard library that cross between judge and worker as text.

Encoding goes by exact type and reads data only. A value whose text could not be read again, or
would make arithmetic in the judge slow, is not encoded, so it crosses as a placeholder.

Few submissions use them, so their modules are imported when the first value is read.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.sandbox.introspection import field_value

if TYPE_CHECKING:
    from datetime import datetime, time, timedelta
    from decimal import Decimal
    from fractions import Fraction

MAX_DIGITS = 50_000
_DECIMAL = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?(?:E[+-]?[0-9]{1,4})?|Infinity|NaN)")
_FRACTION = re.compile(r"(-?[0-9a-f]+)/([0-9a-f]+)")
_TIMEDELTA = re.compile(r"(-?[0-9]{1,9}) ([0-9]{1,5}) ([0-9]{1,6})")


def library_text(value: Any) -> tuple[str, str] | None:
    """Return the tag and the text of a value; None for any other value."""
    kind = type(value)
    for module, writers in _WRITERS.items():
        for name, writer in writers.items():
            if kind is getattr(sys.modules.get(module), name, None):
                text = writer(value)
                tag = "Path" if name in _PATHS else name
                return (tag, text) if type(text) is str else None
    return None


def _decimal_text(value: Decimal) -> str | None:
    text = str(value).upper().replace("INFINITY", "Infinity").replace("NAN", "NaN")
    return text if len(text) <= MAX_DIGITS and _DECIMAL.fullmatch(text) else None


def _fraction_text(value: Fraction) -> str | None:
    parts: list[Any] = [field_value(value, name) for name in ("_numerator", "_denominator")]
    if any(type(part) is not int or part.bit_length() > 4 * MAX_DIGITS for part in parts):
        return None
    return f"{parts[0]:x}/{parts[1]:x}"


def _time_text(value: datetime | time) -> str | None:
    """Return the ISO format; a zone of another class than `timezone` has code of its own."""
    from datetime import timezone

    return value.isoformat() if type(value.tzinfo) in (type(None), timezone) else None


def _timedelta_text(value: timedelta) -> str:
    return f"{value.days} {value.seconds} {value.microseconds}"


def _read_decimal(text: str) -> Decimal:
    from decimal import Decimal

    return Decimal(_matched(_DECIMAL, text)[0])


def _read_fraction(text: str) -> Fraction:
    from fractions import Fraction

    match = _matched(_FRACTION, text)
    return Fraction(int(match[1], 16), int(match[2], 16))


def _read_timedelta(text: str) -> timedelta:
    from datetime import timedelta

    days, seconds, microseconds = map(int, _matched(_TIMEDELTA, text).groups())
    return timedelta(days, seconds, microseconds)


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.fullmatch(text) if len(text) <= 3 * MAX_DIGITS else None
    if match is None:
        raise ValueError("not the text of such a value")
    return match


def _date_reader(name: str) -> Callable[[str], object]:
    def read(text: str) -> object:
        return getattr(importlib.import_module("datetime"), name).fromisoformat(text)

    return read


def path_reader(name: str) -> Callable[[str], object]:
    """Return a function that makes a path of this class of `pathlib`."""

    def read(text: str) -> object:
        return getattr(importlib.import_module("pathlib"), name)(text)

    return read


_PATHS = ("PosixPath", "WindowsPath")
_WRITERS: dict[str, dict[str, Callable[[Any], str | None]]] = {
    "decimal": {"Decimal": _decimal_text},
    "fractions": {"Fraction": _fraction_text},
    "datetime": {
        "date": str,
        "datetime": _time_text,
        "time": _time_text,
        "timedelta": _timedelta_text,
    },
    "pathlib": dict.fromkeys((*_PATHS, "PurePosixPath", "PureWindowsPath"), str),
}
"""How values are written, by module and class."""
LIBRARY_READERS: dict[object, Callable[[str], object]] = {
    "Decimal": _read_decimal,
    "Fraction": _read_fraction,
    "date": _date_reader("date"),
    "datetime": _date_reader("datetime"),
    "time": _date_reader("time"),
    "timedelta": _read_timedelta,
    "Path": path_reader("PurePath"),
    "PurePosixPath": path_reader("PurePosixPath"),
    "PureWindowsPath": path_reader("PureWindowsPath"),
}
"""How each tag's text is read. They raise only ValueError or OverflowError.

In the judge a path is a `PurePath`, equal to the `Path` but without its methods that read files: a
submission must not choose what the judge reads.
"""
