"""What students read about syntax errors that Python does not explain."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.explain.syntax import syntax_hint
from tests.conftest import run_autograder

PASTED = "was this pasted from a document?"
ELIF = "`else if` is written `elif` in Python"
SPACE = f"{PASTED} This is a special space: delete it and type a space"
PROMPT = "`>>>` is the interpreter's prompt, not a part of the program: remove it"
CONFLICT = (
    "git leaves such lines where two versions differ: keep one version, and remove the lines "
    "that begin with <<<<<<<, ======= and >>>>>>>"
)
NOTEBOOK = "only notebooks have commands such as %matplotlib and !pip: remove it"
MISTAKES = {
    "curly quotes": ("return \u201c2\u201d", f'{PASTED} Type " instead'),
    "curly apostrophe": ("return \u20192\u2019", f"{PASTED} Type ' instead"),
    "en dash": ("return 2 \u2013 number", f"{PASTED} Type - instead"),
    "times": ("return 2 \u00d7 number", f"{PASTED} Type * instead"),
    "low quotes": ("return \u201e2\u201c", f'{PASTED} Type " instead'),
    "less or equal": ("return 2 \u2264 number", f"{PASTED} Type <= instead"),
    "special space": ("return\u00a02", SPACE),
    "special space of no width": ("return 2\u200b", SPACE),
    "keyword": ("retrun 2", "did you mean `return`?"),
    "capital": ("Return 2", "did you mean `return`?"),
    "else if": ("if number:\n        pass\n    else if True:\n        pass", ELIF),
    "elseif": (
        "if number:\n        pass\n    elseif True:\n        pass",
        "it is written `elif` in Python",
    ),
    "and": ("return number && 2", "`&&` is written `and` in Python"),
    "plus plus": ("number++", "`++` is written `+= 1` in Python"),
    "prompt": (">>> double(2)", PROMPT),
    "tab below spaces": ("if number:\n\treturn 2", "indent each line with spaces, none with a tab"),
    "merge conflict": ("return 2\n<<<<<<< HEAD", CONFLICT),
    "end of a merge conflict": ("return 2\n>>>>>>> 3f2a1c0", CONFLICT),
    "middle of a merge conflict": ("return 2\n=======", CONFLICT),
    "notebook's command": ("%matplotlib inline", NOTEBOOK),
    "notebook's shell command": ("!pip install rich", NOTEBOOK),
    "remainder on a line of its own": ("return (number\n        % 2 2)", ""),
    "another letter": ("return 2 € 3", ""),
    "two names": ("result number", ""),
    "no operand": ("result = = 2", ""),
    "in a string": ("if number == 'C++'\n        return 2", ""),
    "in a string with a quote": ("if number == 'it\\'s || 2'\n        return 2", ""),
    "in an open string": ("return 'a && b", ""),
    "in a comment": ("return 2 2  # not number++", ""),
    "after a string": ("return 'a' && number", "`&&` is written `and` in Python"),
    "condition in two lines": ("both = number > 2\n    or number < 0", ""),
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


def test_forged_character() -> None:
    """A submission may raise its own SyntaxError; Unicode ends at U+10FFFF."""
    for code in ("110000", "FFFFFF", "D800"):
        assert syntax_hint(f"invalid character 'x' (U+{code})", "x") == ""


def test_report_ends_with_the_hint(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text("def double(number):\n    return \u201c2\u201d\n", "utf-8")
    ran = run_autograder("check", "double", tmp_path, "--kit", tiny)
    cause = " ".join(ran.out.partition("Begin here: ")[2].partition(" | ")[0].split())
    assert cause.startswith("double.py cannot be loaded: double.py, line 2, column 12: ")
    assert f'; {PASTED} Type " instead' in cause
