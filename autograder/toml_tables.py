"""Typed reading of TOML tables. Every fault is a ValueError that names the key."""

from __future__ import annotations

import contextlib
import difflib
import re
import tomllib
from collections import Counter
from collections.abc import Collection
from dataclasses import MISSING, fields
from typing import Any

TYPES = {
    "str": ("str", "a string"),
    "float": ("int", "float", "a number"),
    "int": ("int", "a whole number"),
    "bool": ("bool", "true or false"),
    "tuple[str, ...]": ("list", "a list of strings"),
    "tuple[str, ...] | None": ("list", "a list of strings"),
}
"""For each annotation, the types of values that fit it, then its name in messages."""


class TableError(ValueError):
    """A fault of a key in the table [name], the one at `index` of several; "" is the whole file."""

    def __init__(self, message: str, name: str, index: int, key: str) -> None:
        super().__init__(message)
        self.name, self.index, self.key = name, index, key

    def line(self, text: str) -> int | None:
        """Return the number of the line with the fault; None if the text does not show it."""
        return line_of_key(text, self.name, self.index, self.key)


def line_of_key(text: str, table: str, index: int, key: str) -> int | None:
    """Return the number of the line that has a key of a table, or else the table's first line."""
    seen: Counter[str] = Counter()
    current, found = ("", 0), None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\[?\s*([\w.-]+)\s*\]", line):
            current = header[1], seen[header[1]]
            seen[header[1]] += 1
            if current == (table, index) or (not table and header[1] == key):
                found = found or number
        elif current == (table, index) and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return found


def parsed(text: str) -> dict[str, Any]:
    """Parse TOML; explain a string or list that is not closed, and a table that is there twice.

    Raises:
        ValueError: it is not TOML.
    """
    if text.startswith("\ufeff"):
        raise ValueError("begins with a byte order mark; save the file as UTF-8 without one")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if twice := re.match(r"Cannot declare \('(\w+)',\) twice", str(error)):
            raise ValueError(f"{error}; in a list, begin each with [[{twice[1]}]]") from None
        if "at end of document" not in str(error):
            raise
        first = f"the unclosed value begins on line {_last_complete_line(text) + 1}"
        raise ValueError(f"{error}; {first}") from None


def _last_complete_line(text: str) -> int:
    """Return the number of the last line up to which a text is TOML."""
    lines = text.splitlines()
    for number in range(len(lines) - 1, 0, -1):
        with contextlib.suppress(tomllib.TOMLDecodeError):
            tomllib.loads("\n".join(lines[:number]))
            return number
    return 0


def require_known(
    table: dict[str, Any], keys: Collection[str], name: str = "", index: int = 0
) -> None:
    """Refuse an unknown key of a table, and suggest one that is spelt like it.

    Raises:
        TableError: there is one.
    """
    for key in sorted(set(table) - set(keys)):
        entry = f" {table['name']!r}" if type(table.get("name")) is str else ""
        where = f" in [{name}]{entry}" if name else ""
        similar = difflib.get_close_matches(key, keys, 1)
        advice = f"the nearest is {similar[0]!r}" if similar else f"the keys are {', '.join(keys)}"
        raise TableError(f"unknown key {key!r}{where}; {advice}", name, index, key)


def string(table: dict[str, Any], key: str) -> str:
    value = table[key]
    if type(value) is not str:
        raise TableError(f"{key!r} has to be a string", "", 0, key)
    return value


def strings(table: dict[str, Any], key: str) -> tuple[str, ...]:
    values = table.get(key, [])
    if type(values) is not list or not all(type(value) is str for value in values):
        raise ValueError(f"{key!r} has to be a list of strings")
    return tuple(values)


def numbers(table: dict[str, Any], key: str) -> dict[str, float]:
    values = table.get(key, {})
    if type(values) is not dict or not all(type(n) in (int, float) for n in values.values()):
        raise ValueError(f"{key!r} has to be a table of numbers")
    return values


def records(table: dict[str, Any], key: str, kind: type[Any]) -> tuple[Any, ...]:
    """Read a list of tables as instances of a dataclass."""
    tables = table.get(key, [])
    if type(tables) is not list or not all(type(entry) is dict for entry in tables):
        raise ValueError(f"{key!r} has to be a list of tables, each begun with [[{key}]]")
    return tuple(record(entry, key, kind, index) for index, entry in enumerate(tables))


def record(table: dict[str, Any], where: str, kind: type[Any], index: int = 0) -> Any:
    """Read a table as an instance of a dataclass; its lists become tuples.

    Raises:
        TableError: it is not a table, or a key does not fit.
    """
    if type(table) is not dict:
        raise TableError(f"{where!r} has to be a table, begun with [{where}]", "", 0, where)
    keys = {field.name: field for field in fields(kind)}
    require_known(table, keys, where, index)
    for name, field in keys.items():
        fault = ""
        if field.default is MISSING and name not in table:
            fault = f"the key {name!r} is missing in [{where}]"
        elif name in table and type(table[name]).__name__ not in TYPES[str(field.type)]:
            fault = f"{name!r} in [{where}] has to be {TYPES[str(field.type)][-1]}"
        if fault:
            raise TableError(fault, where, index, name)
    lists = {name: strings(table, name) for name, value in table.items() if type(value) is list}
    return kind(**table | lists)
