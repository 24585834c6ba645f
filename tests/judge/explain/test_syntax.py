"""What students read about syntax errors that Python does not explain."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.explain.syntax import syntax_hint
from autograder.judge.grading_python import PYTHON
from tests.conftest import run_autograder

PASTED = "was this pasted from a document? Delete the character and type it again"
MISTAKES = {
    "curly quotes": ("return \u201c2\u201d", PASTED),
    "special space": ("return\u00a02", PASTED),
    "keyword": ("retrun 2", "did you mean `return`?"),
    "else if": (
        "if number:\n        pass\n    else if True:\n        pass",
        "it is written `elif` in Python",
    ),
    "tab below spaces": ("if number:\n\treturn 2", "indent each line with spaces, none with a tab"),
    "prompt": (">>> number = 2", "`>>>` is the prompt of the interactive Python: delete it"),
    "fence": ("```python", "``` marks code in a chat or a document: delete the line"),
    "command": ("$ python3 hw.py", "this is a command for the terminal: delete the line"),
    "command on Windows": (
        r"C:\work> python hw.py",
        "this is a command for the terminal: delete the line",
    ),
    "dollar": ("$ number = 2", ""),
    "increment": ("number++", "Python has no `++`: write `number += 1`"),
    "two names": ("result number", ""),
    "no operand": ("result = = 2", ""),
}


@pytest.mark.parametrize(("line", "hint"), MISTAKES.values(), ids=MISTAKES)
def test_syntax_error_says_what_to_type(line: str, hint: str) -> None:
    source = f"def double(number):\n    {line}\n"
    with pytest.raises(SyntaxError) as raised:
        compile(source, "double.py", "exec")
    message, number = raised.value.msg, raised.value.lineno or 0
    found = syntax_hint(message, source.splitlines()[number - 1])
    by_python = "Did you mean" in message  # Newer versions know misspelt keywords.
    assert found == ("" if by_python else hint)


def test_report_ends_with_the_hint(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text("def double(number):\n    return \u201c2\u201d\n", "utf-8")
    ran = run_autograder("check", "double", tmp_path, "--kit", tiny)
    cause = " ".join(ran.out.partition("Begin here: ")[2].partition(" | ")[0].split())
    assert cause.startswith(f"double.py cannot be loaded by {PYTHON}: invalid character ")
    assert f"; {PASTED} (double.py, line 2) " in cause
