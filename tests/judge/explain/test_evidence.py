"""The line that is shown for a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.explain.evidence import locate
from autograder.judge.sources import Sources
from autograder.sandbox.messages import Frame, Response, ResponseKind

F, G = Frame("own.py", 1, "f"), Frame("own.py", 2, "\033[2J", {"\a": "\033"})
GIVEN, CALLED = Frame("given.py", 1, "called"), Frame("given.py", 2, "inner")
ELSEWHERE = Frame("random.py", 1, "shuffle")


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "own.py").write_text("f()\n  g()\n", encoding="utf-8")
    (tmp_path / "given.py").write_text("called()\ninner()\n", encoding="utf-8")
    return Sources.of(tmp_path, ["own.py"], ["given.py"])


STACKS: dict[str, tuple[tuple[Frame, ...], tuple[str, int, str] | None]] = {
    "the innermost line of one's own": ((F, G), ("own.py", 2, "g()")),
    "not a provided file that is called": ((F, GIVEN, CALLED), ("own.py", 1, "f()")),
    "between provided files": ((GIVEN, F, CALLED), ("own.py", 1, "f()")),
    "only in provided files": ((GIVEN, CALLED), ("given.py", 2, "inner()")),
    "in a file of Python": ((F, ELSEWHERE), ("own.py", 1, "f()")),
    "only in files of Python": ((ELSEWHERE,), None),
}


@pytest.mark.parametrize(("stack", "shown"), STACKS.values(), ids=STACKS)
def test_line_of_a_crash(
    stack: tuple[Frame, ...], shown: tuple[str, int, str] | None, sources: Sources
) -> None:
    place = locate(Response(ResponseKind.RAISED, stacks=(stack,)), sources)
    assert (place and (place.file, place.line, place.source.strip())) == shown


def test_names_and_values_are_printable(sources: Sources) -> None:
    place = locate(Response(ResponseKind.RAISED, stacks=((F, G),)), sources)
    assert place
    assert (place.function, place.locals) == ("\\x1b[2J", {"\\x07": "\\x1b"})
