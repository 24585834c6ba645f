"""Typed reading of TOML tables. Every fault is a ValueError that names the key."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

TYPES = {
    "str": ("str", "a text"),
    "float": ("int", "float", "a number"),
    "int": ("int", "a whole number"),
    "bool": ("bool", "true or false"),
    "tuple[str, ...]": ("list", "a list of texts"),
}
"""For each annotation, the types of values that fit it, then how messages call it."""


def strings(table: dict[str, Any], key: str) -> tuple[str, ...]:
    values = table.get(key, [])
    if type(values) is not list or not all(type(value) is str for value in values):
        raise ValueError(f"{key!r} has to be a list of texts")
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
    return tuple(record(entry, key, kind) for entry in tables)


def record(table: dict[str, Any], where: str, kind: type[Any]) -> Any:
    """Read a table as an instance of a dataclass."""
    keys = {field.name: field for field in fields(kind)}
    if unknown := sorted(set(table) - set(keys)):
        raise ValueError(f"unknown key {unknown[0]!r} in [{where}]")
    for name, field in keys.items():
        if field.default is MISSING and name not in table:
            raise ValueError(f"the key {name!r} is missing in [{where}]")
        if name in table and type(table[name]).__name__ not in TYPES[str(field.type)]:
            raise ValueError(f"{name!r} in [{where}] has to be {TYPES[str(field.type)][-1]}")
    lists = {name: strings(table, name) for name in table if type(table[name]) is list}
    return kind(**table | lists)
