"""Tables and values as TOML."""

from __future__ import annotations

import json
import re
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
"""A key that TOML needs no quotes for."""


def toml_text(table: dict[str, Any], where: str = "") -> str:
    """Return a table of TOML as text; a list of tables may only hold plain values."""
    lines, tables = [], []
    for key, value in table.items():
        own = key if _BARE_KEY.fullmatch(key) else toml_value(key)
        name = f"{where}.{own}" if where else own
        if isinstance(value, dict):
            tables.append(f"\n[{name}]\n{toml_text(value, name)}")
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            tables += [f"\n[[{name}]]\n{toml_text(each, name)}" for each in value]
        else:
            lines.append(f"{own} = {toml_value(value)}\n")
    return "".join([*lines, *tables])


def toml_value(value: object) -> str:
    """Return a text, number, truth value, or list of these, as TOML writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
