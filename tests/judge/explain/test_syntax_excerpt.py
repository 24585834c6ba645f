"""The lines around a syntax error."""

from __future__ import annotations

from pathlib import Path

from autograder.judge.explain.syntax import excerpt_with_caret
from autograder.judge.sources import Sources


def test_excerpt_of_a_syntax_error(tmp_path: Path) -> None:
    source = "def f(x):\n    a = g(x,\n\n\tb = 2 \x1b\nreturn " + "x" * 200
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    shown = "  2 |     a = g(x,\n  4 |     b = 2 \x1b\n    |         ^"
    assert excerpt_with_caret(sources, "own.py", 4, 6) == shown
    assert excerpt_with_caret(sources, "own.py", 1, 1) == "  1 | def f(x):\n    | ^"
    assert "^" not in excerpt_with_caret(sources, "own.py", 5, 150)
    assert excerpt_with_caret(sources, "own.py", 9, 1) == ""
    assert excerpt_with_caret(sources, "other.py", 1, 1) == ""
