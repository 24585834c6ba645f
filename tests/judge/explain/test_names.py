"""What is said of names that do not exist: in calls, in the tests' requests, in imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain.names import explain_missing
from autograder.judge.failure import failure_of
from autograder.judge.sources import Sources
from autograder.report import Outcome
from autograder.sandbox.messages import Frame, Response, ResponseKind
from tests.conftest import run_autograder
from tests.judge.explain.messages import message, own_sources


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    return own_sources(tmp_path)


NONE = "None is what a function without `return` returns"
NAMES = {
    "a misspelt variable": (
        ("NameError", "name 'length' is not defined", ("used_in_rows", 9)),
        "did you mean `lenght`?",
    ),
    "a builtin": (
        ("NameError", "name 'lenn' is not defined", ("used_in_rows", 9)),
        "did you mean `len`?",
    ),
    "a short builtin that is hardly meant": (
        ("NameError", "name 'order' is not defined", ("used_in_rows", 9)),
        "",
    ),
    "an import": (
        ("NameError", "name 'maths' is not defined", ("used_in_rows", 9)),
        "did you mean `math`?",
    ),
    "a provided function": (
        ("NameError", "name 'copy_board' is not defined", ("used_in_rows", 9)),
        "provided.py defines it; import it from there",
    ),
    "a provided class": (
        ("NameError", "name 'Posn' is not defined", ("used_in_rows", 9)),
        "provided.py defines it; import it from there",
    ),
    "a provided constant": (
        ("NameError", "name 'SIZE' is not defined", ("used_in_rows", 9)),
        "provided.py defines it; import it from there",
    ),
    "a variable of another file": (("NameError", "name 'board' is not defined", ("f", 9)), ""),
    "an attribute without self": (
        ("NameError", "name 'rows' is not defined", ("ready_to_solve", 23)),
        "did you mean `self.rows`?",
    ),
    "self without a parameter": (
        ("NameError", "name 'self' is not defined", ("ready_to_solve", 23)),
        "ready_to_solve lacks `self` as its first parameter",
    ),
    "nothing similar": (("NameError", "name 'quux' is not defined", ("used_in_rows", 9)), ""),
    "a field": (
        ("AttributeError", "'Entry' object has no attribute 'nummber'", ("used_in_rows", 9)),
        "did you mean `number`?",
    ),
    "an attribute of self": (
        ("AttributeError", "'Mathdoku' object has no attribute 'row'", ("solve", 26)),
        "did you mean `rows`?",
    ),
    "a method of lists": (
        ("AttributeError", "'list' object has no attribute 'apend'", ("solve", 26)),
        "did you mean `append`?",
    ),
    "length": (
        ("AttributeError", "'list' object has no attribute 'length'", ("solve", 26)),
        "`len(…)` is the number of items",
    ),
    "None": (("AttributeError", "'NoneType' object has no attribute 'x'", ("solve", 26)), NONE),
    "None is no list": (("TypeError", "'NoneType' object is not iterable", ("solve", 26)), NONE),
    "a suggestion of Python's own": (
        ("NameError", "name 'length' is not defined. Did you mean: 'x'?", ("used_in_rows", 9)),
        "",
    ),
}


@pytest.mark.parametrize(("raised", "hint"), NAMES.values(), ids=NAMES)
def test_names(sources: Sources, raised: tuple[str, str, tuple[str, int]], hint: str) -> None:
    kind, text, call = raised
    expected = f"f raised {kind}: {text}"
    assert message(sources, kind, text, call) == (f"{expected}; {hint}" if hint else expected)


IMPORTS = {
    "a module": ("return math.prod(row)", "math", "import math"),
    "a variable with the name of a module": ("row = copy[0]", "copy", ""),
    "a module that is not called": ("return random", "random", ""),
}


@pytest.mark.parametrize(("line", "name", "statement"), IMPORTS.values(), ids=IMPORTS)
def test_name_that_is_not_imported(tmp_path: Path, line: str, name: str, statement: str) -> None:
    (tmp_path / "own.py").write_text(f"def f(row):\n    {line}\n", encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    text = f"name '{name}' is not defined"
    hint = f"; write `{statement}` at the top of own.py" if statement else ""
    assert message(sources, "NameError", text, ("f", 2)) == f"f raised NameError: {text}{hint}"


UNSET = {
    "TOTAL": "used_in_rows assigns `TOTAL`, so it is a local variable there: write"
    " `global TOTAL` first",
    "choices": "used_in_rows assigns `choices`, so it is a local variable there: rename the"
    " variable",
    "sum": "used_in_rows assigns `sum`, so it is a local variable there: rename the variable",
    "math": "used_in_rows assigns `math`, so it is a local variable there: rename the variable",
    "total": "`total` has no value when this line runs: assign one first",
    "lenhgt": "`lenhgt` has no value when this line runs: assign one first; did you mean `lenght`?",
    "Mathdoku": "used_in_rows assigns `Mathdoku`, so it is a local variable there: rename the"
    " variable",
}


@pytest.mark.parametrize(("name", "hint"), UNSET.items(), ids=UNSET)
def test_variable_that_is_assigned_later(sources: Sources, name: str, hint: str) -> None:
    text = f"cannot access local variable '{name}' where it is not associated with a value"
    found = message(sources, "UnboundLocalError", text, ("used_in_rows", 9))
    assert found == f"f raised UnboundLocalError: {text}; {hint}"


def test_global_that_is_not_declared(tiny: Path, tmp_path: Path) -> None:
    source = "calls = 0\n\n\ndef double(number):\n    calls += 1\n    return 2 * number\n"
    (tmp_path / "double.py").write_text(source, encoding="utf-8")
    ran = run_autograder("check", "double", tmp_path, "--kit", tiny)
    lines = " ".join(ran.out.split())
    assert (
        "double raised UnboundLocalError: cannot access local variable 'calls' where it is not"
        " associated with a value; double assigns `calls`, so it is a local variable there:"
        " write `global calls` first"
    ) in lines


MISSING = {
    "used_in_row": "; is `used_in_rows` misspelt?",
    "Used_in_rowS": "; is `used_in_rows` misspelt?",
    "guess_valid": "; it is inside place_guess (line 13): is its `def` indented too far?",
    "mathdoku": "; is `Mathdoku` misspelt?",
    "Mathdoku.choices": "; choices is outside the class: indent it like the other methods",
    "Mathdoku.ready_to_solv": "; is `ready_to_solve` misspelt?",
    "place_guesses": "",
    "copy_board": "",
}


@pytest.mark.parametrize(("name", "rest"), MISSING.items(), ids=MISSING)
def test_missing(sources: Sources, name: str, rest: str) -> None:
    """No name is proposed that the file should define besides, such as place_guess."""
    found = explain_missing(sources, "own.py", name, ["place_guess", "Mathdoku.solve"])
    assert found == f"own.py does not define {name}{rest}"


def test_no_suggestion_among_very_many_names(tmp_path: Path) -> None:
    """Comparing them with the right name took half a second for each test."""
    names = [f"find_blan{i}" for i in range(2000)]
    (tmp_path / "own.py").write_text("".join(f"def {name}(): pass\n" for name in names))
    sources = Sources.of(tmp_path, ["own.py"], [])
    found = explain_missing(sources, "own.py", "find_blank", [])
    assert found == "own.py does not define find_blank"


def test_missing_in_an_import(sources: Sources) -> None:
    text = "cannot import name 'used_in_row' from 'own' (/box/own.py)"
    found = message(sources, "ImportError", text, ("<module>", 1))
    assert found == "own.py does not define used_in_row; is `used_in_rows` misspelt?"
    text = "cannot import name 'place_row' from 'own' (/box/own.py)"
    assert message(sources, "ImportError", text).endswith("define place_row")


def test_circular_import(tmp_path: Path) -> None:
    """kenken.py imports solve.py, which needs find_blank: kenken.py does define it."""
    (tmp_path / "kenken.py").write_text("import solve\n\n\ndef find_blank():\n    pass\n")
    (tmp_path / "solve.py").write_text("from kenken import find_blank\n")
    sources = Sources.of(tmp_path, ["kenken.py"], ["solve.py"])
    text = "cannot import name 'find_blank' from partially initialized module 'kenken'"
    stack = (Frame("kenken.py", 1, "<module>"), Frame("solve.py", 1, "<module>"))
    response = Response(
        ResponseKind.RAISED, exceptions=("ImportError",), message=text, stacks=(stack,)
    )
    failure = failure_of(response, Invocation("f"), sources)
    assert failure.outcome is Outcome.CRASHED
    assert failure.detail.message == f"f raised ImportError: {text}"


def test_module_that_is_not_there(sources: Sources) -> None:
    """A file of the student's that is not handed in, or a library."""
    why = "there are only own.py, provided.py and Python's standard library"
    bases = "ModuleNotFoundError", "ImportError"
    for module in ("helpers", "numpy.linalg"):
        text = f"No module named '{module}'"
        response = Response(ResponseKind.RAISED, exceptions=bases, message=text)
        found = failure_of(response, Invocation("f"), sources).detail.message
        assert found == f"f raised ModuleNotFoundError: {text}; {why}"
    text = "No module named 'provided.entries'; 'provided' is not a package"
    response = Response(ResponseKind.RAISED, exceptions=bases, message=text)
    assert failure_of(response, Invocation("f"), sources).detail.message.endswith("a package")


PROVIDED = {
    "copy_boards": "provided.py does not define copy_boards; did you mean `copy_board`?",
    "product": (
        "provided.py does not define product: the original provided.py is used, so put your own "
        "code into own.py"
    ),
}


@pytest.mark.parametrize(("name", "hint"), PROVIDED.items())
def test_import_of_what_a_provided_file_lacks(sources: Sources, name: str, hint: str) -> None:
    """The student misspelt it, or added it to the copy of the file at home."""
    text = f"cannot import name '{name}' from 'provided' (provided.py)"
    found = message(sources, "ImportError", text, ("<module>", 1))
    assert found == f"f raised ImportError: {text}; {hint}"


def test_function_that_only_the_program_defines(tmp_path: Path) -> None:
    source = 'if __name__ == "__main__":\n    def double(number):\n        return 2 * number\n'
    (tmp_path / "own.py").write_text(f"SIZE = 3\n\n{source}", encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    where = 'it is inside `if __name__ == "__main__":` (line 4)'
    says = f"own.py does not define double; {where}: is its `def` indented too far?"
    assert explain_missing(sources, "own.py", "double", ()) == says
