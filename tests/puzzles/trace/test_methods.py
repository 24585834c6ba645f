"""Methods come from the `trace.py` of each assignment of a kit."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import AssignmentError
from autograder.puzzles.trace import default_method, methods, page, trace
from tests.puzzles.trace.traced import TWO

COUNTDOWN = """
from autograder.puzzles.trace import Step

TITLE = "Counting down"
ABOUT = "Counts down from 2."
COUNTS = ("left",)
KINDS = ("count",)
PSEUDOCODE = ("count down",)

def steps(board, text):
    for left in (2, 1, 0):
        yield Step(f"{left} {text}", (0,) * board.puzzle.size**2, (), (), (left,), 0, "count")
"""


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    folder = tmp_path / "autograder" / "assignments" / "countdown"
    folder.mkdir(parents=True)
    (folder / "trace.py").write_text(COUNTDOWN)
    (tmp_path / "autograder" / "assignments" / "without").mkdir()
    return tmp_path


def test_a_new_method_is_one_file(kit: Path) -> None:
    """It comes before those of this repository; labels and names of axes have defaults."""
    assert list(methods(kit)) == ["countdown", *methods()]
    traced = trace(TWO, "countdown", text="left", kit=kit)
    assert [step.sentence for step in traced.steps] == ["2 left", "1 left", "0 left"]
    assert [label.corner for label in traced.labels] == ["1", "2", "3+"]
    text = page(traced, "two.in", kit)
    assert "<title>two.in: Counting down</title>" in text
    assert '"cage 3+"' in text
    assert "Rows and columns are counted from 0." in text
    assert ">Next count</button>" in text


def test_the_method_of_a_format(kit: Path) -> None:
    """The method of its assignment, else the one for any format, else the first."""
    assert [default_method(name) for name in methods()] == list(methods())
    assert default_method("json") == "kenken"
    assert default_method("json", kit) == "kenken"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("TITLE = ", "Title = ", "TITLE must be a string"),
        ('"Counts down from 2."', "2", "ABOUT must be a string"),
        ('("left",)', '("left")', "COUNTS must be a tuple of strings"),
        ('("count",)', "(1,)", "KINDS must be a tuple of strings"),
        ("PSEUDOCODE", "CODE", "PSEUDOCODE must be a tuple of strings"),
        ("def steps", "def step", "expected a function steps(board, text)"),
        ("def steps", "1 / 0\ndef steps", "ZeroDivisionError: division by zero"),
        ("def steps(", "def steps", None),
    ],
)
def test_a_faulty_trace_file_gives_one_line(
    kit: Path, old: str, new: str, message: str | None
) -> None:
    path = kit / "autograder" / "assignments" / "countdown" / "trace.py"
    path.write_text(COUNTDOWN.replace(old, new))
    with pytest.raises(AssignmentError) as error:
        methods(kit)
    [line] = str(error.value).splitlines()
    assert line.startswith(f"{path}: ")
    if message:
        assert line == f"{path}: {message}"
    else:
        assert "SyntaxError" in line
