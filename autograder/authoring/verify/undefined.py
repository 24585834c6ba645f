"""Names that a file uses and does not define, such as misspelt ones."""

from __future__ import annotations

import builtins
import dis
from types import CodeType

LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
STORES = ("STORE_GLOBAL", "STORE_NAME")


def undefined_names(source: str) -> set[str]:
    """Return the global names that no statement of a file defines."""
    used: set[str] = set()
    known = {*vars(builtins), "__annotations__"}
    waiting = [compile(source, "chaff", "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for instruction in dis.get_instructions(code):
            if instruction.opname in LOADS:
                used.add(instruction.argval)
            elif instruction.opname in STORES:
                known.add(instruction.argval)
    return used - known
