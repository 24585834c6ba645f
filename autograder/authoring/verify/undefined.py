"""Names that a file uses and does not define, such as misspelt ones."""

from __future__ import annotations

import builtins
import dis
import warnings
from functools import cache
from types import CodeType

LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
STORES = ("STORE_GLOBAL", "STORE_NAME")


def undefined_names(*sources: str) -> set[str]:
    """Return the global names that these sources use and none of them defines."""
    used: set[str] = set()
    known = {*vars(builtins), "__annotations__"}
    for source in sources:
        loaded, stored = _global_names(source)
        used |= loaded
        known |= stored
    return used - known


@cache
def _global_names(source: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the global names that a source uses, and those that it defines."""
    used: set[str] = set()
    stored: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `compiler_warnings` reports them.
        waiting = [compile(source, "source", "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for instruction in dis.get_instructions(code):
            if instruction.opname in LOADS:
                used.add(instruction.argval)
            elif instruction.opname in STORES:
                stored.add(instruction.argval)
    return frozenset(used), frozenset(stored)
