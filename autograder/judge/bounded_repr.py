"""`repr` of any value, with a bounded length and running time."""

from __future__ import annotations

import reprlib
from collections import defaultdict
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from autograder.judge.modules.handles import Handle, state_of
from autograder.sandbox.values import field_names, is_named_tuple

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
        if isinstance(value, Handle):
            return state_of(value).shown
        if isinstance(value, Enum) and value.name:
            return f"{type(value).__name__}.{value.name}"
        kind = type(value)
        made_by_dataclass = is_dataclass(kind) and hasattr(kind.__repr__, "__wrapped__")
        if level <= 0 or not (made_by_dataclass or is_named_tuple(kind)):
            return super().repr_instance(value, level)
        fields = (f"{n}={self.repr1(getattr(value, n), level - 1)}" for n in field_names(kind))
        return f"{kind.__name__}({', '.join(fields)})"
