"""In a browser, special methods may not be nested as deep as the stack there allows."""

from __future__ import annotations

import ast
import builtins

import pytest

from autograder.sandbox.inline import ENTERED, MAX_NESTED, check_nesting, limit_nesting

SOURCE = '''\
class Echo:
    def __init__(self, n): self.n = n
    def __str__(self):
        """Return dots."""
        return f"{Echo(self.n - 1)}." if self.n else ""
def count(n): return 1 + count(n - 1) if n else 0
'''


def test_nesting_of_special_methods_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, ENTERED, check_nesting, raising=False)
    tree = ast.parse(SOURCE)
    limit_nesting(tree)
    names: dict[str, object] = {}
    exec(compile(tree, "own.py", "exec"), names)
    echo, count = names["Echo"], names["count"]
    assert callable(echo)
    assert callable(count)
    assert str(echo(MAX_NESTED // 2)) == "." * (MAX_NESTED // 2)
    with pytest.raises(RecursionError):
        str(echo(MAX_NESTED + 2))
    assert type(echo(0)).__str__.__doc__ == "Return dots."
    assert count(2 * MAX_NESTED) == 2 * MAX_NESTED
