"""Reading an assignment's TOML files. Every fault is one line with the file and the key."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Collection
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from autograder.assignment.checks import mistakes_in
from autograder.assignment.model import (
    KIT,
    NO_ASSIGNMENTS,
    Assignment,
    AssignmentError,
    Figure,
    LatePolicy,
    Limits,
    Part,
    Rubric,
)
from autograder.program_cases import Program
from autograder.text_files import kit_text

TYPES = {
    "str": ((str,), "a string"),
    "float": ((int, float), "a number"),
    "int": ((int,), "a whole number"),
    "int | None": ((int,), "a whole number"),
    "bool": ((bool,), "true or false"),
    "tuple[str, ...]": ((list,), "a list of strings"),
    "tuple[str, ...] | None": ((list,), "a list of strings"),
    "tuple[int, int] | None": ((list,), "the fewest and the most, such as [100, 200]"),
}
"""For each annotation, the types of values that fit it, and its name in messages."""


def names(kit: Path) -> list[str]:
    """Return the names of a kit's assignments."""
    return sorted(
        path.parent.name for path in (kit / "autograder/assignments").glob("*/assignment.toml")
    )


def load(name: str, kit: Path = KIT) -> Assignment:
    """Read an assignment of a kit.

    Raises:
        AssignmentError: there is none of that name, or its files are not usable.
    """
    if name not in names(kit):
        known = ", ".join(names(kit))
        missing = f"no assignment {name!r} in {kit}; there are: {known}"
        raise AssignmentError(missing if known else f"{kit}: {NO_ASSIGNMENTS}")
    path = kit / "autograder" / "assignments" / name / "assignment.toml"
    table = read_toml(path)
    try:
        assignment = _read(name, kit, table)
    except ValueError as error:
        raise AssignmentError(f"{path}: {error}") from None
    if mistake := next(mistakes_in(assignment), None):
        raise AssignmentError(mistake)
    return assignment


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; explain a table that is there twice.

    Raises:
        AssignmentError: it is not TOML.
    """
    try:
        return tomllib.loads(kit_text(path))
    except UnicodeDecodeError:
        raise AssignmentError(f"{path}: not UTF-8 text; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        twice = re.match(r"Cannot declare \('(\w+)',\) twice", str(error))
        advice = f"; in a list, begin each with [[{twice[1]}]]" if twice else ""
        raise AssignmentError(f"{path}: {error}{advice}") from None


def _read(name: str, kit: Path, table: dict[str, Any]) -> Assignment:
    named_otherwise = {"name", "kit", "parts", "figures", "programs"}
    known = {field.name for field in fields(Assignment)} - named_otherwise
    require_known(table, sorted(known | {"part", "figure", "program"}))
    if "part" not in table:
        raise ValueError("the key 'part' is missing")
    return Assignment(
        kit=kit,
        parts=records(table, "part", Part),
        by_hand=records(table, "by_hand", Rubric),
        programs=_programs(table),
        limits=record(table.get("limits", {}), "limits", Limits),
        measured=_numbers(table, "measured"),
        figures=records(table, "figure", Figure),
        late=record(table["late"], "late", LatePolicy) if "late" in table else None,
        **_values(table | {"name": name}, Assignment),
    )


def _programs(table: dict[str, Any]) -> tuple[Program, ...]:
    """Read [program], the only one, or [[program]] tables, each with a name."""
    if type(table.get("program")) is dict:
        return (record(table["program"], "program", Program),)
    return records(table, "program", Program)


def require_known(table: dict[str, Any], keys: Collection[str], where: str = "") -> None:
    """Refuse an unknown key of a table, and suggest one that is spelt like it.

    Raises:
        ValueError: there is one.
    """
    for key in sorted(set(table) - set(keys)):
        similar = difflib.get_close_matches(key, keys, 1)
        advice = f"the nearest is {similar[0]!r}" if similar else f"the keys are {', '.join(keys)}"
        raise ValueError(f"unknown key {key!r}{where}; {advice}")


def _numbers(table: dict[str, Any], key: str) -> dict[str, float]:
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


def record(table: dict[str, Any], key: str, kind: type[Any]) -> Any:
    """Read a table as an instance of a dataclass; its lists become tuples.

    Raises:
        ValueError: it is not a table, or a key does not fit.
    """
    if type(table) is not dict:
        raise ValueError(f"{key!r} has to be a table, begun with [{key}]")
    where = f" in [{key}]"
    if type(table.get("name")) is str:
        where += f" {table['name']!r}"
    require_known(table, [field.name for field in fields(kind)], where)
    return kind(**_values(table, kind, where))


def _values(table: dict[str, Any], kind: type[Any], where: str = "") -> dict[str, Any]:
    """Return the values for the fields of a dataclass whose types are in `TYPES`.

    Raises:
        ValueError: one is missing, or has another type.
    """
    values = {}
    for field in fields(kind):
        types, expected = TYPES.get(str(field.type), ((), ""))
        if types and field.name in table:
            value = table[field.name]
            if type(value) not in types or (type(value) is list and not _fit(value, field.type)):
                raise ValueError(f"{field.name!r}{where} has to be {expected}")
            values[field.name] = tuple(value) if type(value) is list else value
        elif types and field.default is MISSING:
            raise ValueError(f"the key {field.name!r} is missing{where}")
    return values


def _fit(values: list[Any], annotation: object) -> bool:
    if "int" in str(annotation):
        return [type(value) for value in values] == [int, int] and values[0] <= values[1]
    return all(type(value) is str for value in values)
