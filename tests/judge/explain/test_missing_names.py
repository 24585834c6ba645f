"""What is said of names that a student's file should define, and does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain.names import explain_missing
from autograder.judge.failure import failure_of, not_defined
from autograder.judge.sources import Sources
from autograder.report import Outcome
from autograder.sandbox.messages import Frame, Response, ResponseKind

OWN = """\
def used_in_rows(puzzle):
    return 0


def place_guess(puzzle, posn):
    def guess_valid(puzzle):
        return True
    return guess_valid(puzzle)


class Mathdoku:
    def ready_to_solve(self):
        return True


def choices(self):
    return 0


def \u0441lear_board():
    return 1


if __name__ == "__main__":
    def started():
        return 1
"""
MISSING = {
    "used_in_row": "; is `used_in_rows` misspelt?",
    "guess_valid": "; it is inside place_guess (line 6): is its `def` indented too far?",
    "started": (
        '; it is inside `if __name__ == "__main__":` (line 25): is its `def` indented too far?'
    ),
    "Mathdoku.choices": "; choices is outside the class: indent it like the other methods",
    "Mathdoku.ready_to_solv": "; is `ready_to_solve` misspelt?",
    "clear_board": "; is `\u0441lear_board` misspelt (\u0441 is a cyrillic small letter es)?",
    "copy_board": "",
}


def sources_of(folder: Path, **files: str) -> Sources:
    """Return the sources of a submission; all files but solve.py are the student's."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return Sources.of(folder, [f"{name}.py" for name in files if name != "solve"], ["solve.py"])


@pytest.mark.parametrize(("name", "rest"), MISSING.items(), ids=MISSING)
def test_missing(tmp_path: Path, name: str, rest: str) -> None:
    """No name is proposed that the file should define besides, such as place_guess."""
    sources = sources_of(tmp_path, own=OWN)
    says = explain_missing(sources, "own.py", name, ["place_guess", "Mathdoku.solve"])
    assert not_defined(says).message == f"own.py does not define {name}{rest}"


IMPORTS = {
    "a misspelt name": (
        "cannot import name 'used_in_row' from 'own' (/box/own.py)",
        (Outcome.NOT_DEFINED, "own.py does not define used_in_row; is `used_in_rows` misspelt?"),
    ),
    "a circle": (  # own.py does define it.
        "cannot import name 'used_in_rows' from partially initialized module 'own'",
        (Outcome.CRASHED, "f raised ImportError: TEXT"),
    ),
}


@pytest.mark.parametrize(("text", "expected"), IMPORTS.values(), ids=IMPORTS)
def test_import(tmp_path: Path, text: str, expected: tuple[Outcome, str]) -> None:
    """As when a program imports one of the student's files."""
    stack = (Frame("own.py", 1, "<module>"), Frame("solve.py", 1, "<module>"))
    response = Response(
        ResponseKind.RAISED, exceptions=("ImportError",), message=text, stacks=(stack,)
    )
    sources = sources_of(tmp_path, own=OWN, solve="from own import used_in_rows\n")
    failure = failure_of(response, Invocation("f"), sources)
    assert (failure.outcome, failure.detail.message.replace(text, "TEXT")) == expected
