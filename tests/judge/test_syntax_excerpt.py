"""The lines around a syntax error."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.sources import Sources
from autograder.judge.syntax_excerpt import excerpt_with_caret, unclosed_before


def test_excerpt_of_a_syntax_error(tmp_path: Path) -> None:
    source = "def f(x):\n    a = g(x,\n\n\tb = 2 \x1b\nreturn " + "x" * 200
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    shown = "  2 |     a = g(x,\n  4 |     b = 2 \\x1b\n    |         ^"
    assert excerpt_with_caret(sources, "own.py", 4, 6) == shown
    assert excerpt_with_caret(sources, "own.py", 1, 1) == "  1 | def f(x):\n    | ^"
    assert "^" not in excerpt_with_caret(sources, "own.py", 5, 150)
    assert excerpt_with_caret(sources, "own.py", 9, 1) == ""
    assert excerpt_with_caret(sources, "other.py", 1, 1) == ""
    assert unclosed_before(sources, "own.py", 4) == 2
    assert unclosed_before(sources, "own.py", 2) == 0
    assert unclosed_before(sources, "own.py", 99) == 0


BEFORE = {
    "a string": ("print('hi :(')", 0),
    "a string with a quote": ("print('it\\'s (')", 0),
    "a comment": ("x = 1  # (", 0),
    "after a number sign": ("print('#', [1", 1),
    "after a string": ("print('a)', (1", 1),
    "many quotes": ('"' + '\\"' * 200_000 + "\\", 0),
}


@pytest.mark.parametrize(("line", "number"), BEFORE.values(), ids=BEFORE)
def test_brackets_in_strings_are_not_counted(tmp_path: Path, line: str, number: int) -> None:
    (tmp_path / "own.py").write_text(f"{line}\nx y\n", encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    assert unclosed_before(sources, "own.py", 2) == number
