"""`repr` of any value, with a bounded length and running time."""

from __future__ import annotations

import reprlib
from collections import defaultdict
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

MAX_ITEMS = 60
MAX_STRING = 200
MAX_BITS = 200


class BoundedRepr(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = MAX_ITEMS
        self.maxdeque = MAX_ITEMS
        self.maxstring = self.maxother = MAX_STRING

    def repr_int(self, value: int, level: int) -> str:  # noqa: ARG002 - the base class has it
        bits = value.bit_length()
        return str(value) if bits <= MAX_BITS else f"<an integer of {bits} bits>"

    def repr_Counter(self, value: dict[Any, Any], level: int) -> str:  # noqa: N802 - as for dict
        return f"Counter({self.repr_dict(value, level)})"

    def repr_OrderedDict(self, value: dict[Any, Any], level: int) -> str:  # noqa: N802 - as for dict
        return f"OrderedDict({self.repr_list([*value.items()], level)})"

    def repr_defaultdict(self, value: defaultdict[Any, Any], level: int) -> str:
        factory = getattr(value.default_factory, "__name__", "None")
        return f"defaultdict({factory}, {self.repr_dict(value, level)})"

    def repr_function(self, value: Any, level: int) -> str:  # noqa: ARG002 - as above
        return str(value.__name__)

    repr_builtin_function_or_method = repr_type = repr_function

    def repr_instance(self, value: Any, level: int) -> str:
        if isinstance(value, Enum) and value.name:
            return f"{type(value).__name__}.{value.name}"
        if isinstance(value, tuple) and level > 0:
            names: tuple[str, ...] = vars(type(value))["_fields"]
            items = (f"{name}={self._field(value, name, level)}" for name in names)
            return f"{type(value).__name__}({', '.join(items)})"
        made_by_dataclass = hasattr(type(value).__repr__, "__wrapped__")
        if not is_dataclass(value) or not made_by_dataclass or level <= 0:
            return super().repr_instance(value, level)
        items = (f"{field.name}={self._field(value, field.name, level)}" for field in fields(value))
        return f"{type(value).__name__}({', '.join(items)})"

    def _field(self, value: object, name: str, level: int) -> str:
        return self.repr1(getattr(value, name), level - 1)
