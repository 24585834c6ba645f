"""The loop where a submission hangs is found from samples that differ from run to run."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.failure import failure_of, printed_by
from autograder.judge.sources import Sources
from autograder.sandbox.messages import Frame, Response, ResponseKind
from tests.judge.explain.messages import message

SOURCE = """\
def outer(n):
    for i in range(n):
        total = 0
        while total >= 0:
            total += 1
            if total % 2:
                continue

            step(total)
    return n


def step(total):
    return [
        total
        for _ in range(9)
    ]


def plain(n):
    return pow(n, n ** n)
"""


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "own.py").write_text(SOURCE)
    (tmp_path / "solve.py").write_text("main()\n")
    return Sources.of(tmp_path, ["own.py"], ["solve.py"])


def stack(*calls: tuple[str, int], **values: str) -> tuple[Frame, ...]:
    frames = [Frame("own.py", line, function, values) for function, line in calls]
    return (Frame("solve.py", 1, "<module>"), *frames)


HANGS = {
    "lines of one loop": (
        [stack(("outer", 5), n="3", total="7"), stack(("outer", 7), n="3", total="9")],
        (4, "outer", {"n": "3", "total": "keeps changing"}),
    ),
    "the loop's own line": ([stack(("outer", 4)), stack(("outer", 4))], (4, "outer", {})),
    "within a function that the loop calls": (
        [stack(("outer", 9), ("step", 14)), stack(("outer", 9), ("step", 15)), stack(("outer", 5))],
        (4, "outer", {}),
    ),
    "both loops": ([stack(("outer", 3)), stack(("outer", 6))], (2, "outer", {})),
    "no loop": (
        [stack(("plain", 21), n="9"), stack(("plain", 21), n="9")],
        (21, "plain", {"n": "9"}),
    ),
    "functions that one line calls": (
        [
            stack(("outer", 9), ("step", 14)),
            stack(("outer", 9), ("plain", 21)),
            stack(("outer", 5)),
        ],
        (4, "outer", {}),
    ),
    "functions that one line calls, each time": (
        [stack(("outer", 9), ("step", 14)), stack(("outer", 9), ("plain", 21))],
        (4, "outer", {}),
    ),
    "where a function begins": ([stack(("outer", 1)), stack(("outer", 5))], (4, "outer", {})),
    "nowhere but where a function begins": ([stack(("outer", 1))] * 2, (1, "outer", {})),
    "one sample": ([stack(("outer", 7))], (7, "outer", {})),
}


@pytest.mark.parametrize(("stacks", "expected"), HANGS.values(), ids=HANGS)
def test_where_it_hung(
    sources: Sources,
    stacks: list[tuple[Frame, ...]],
    expected: tuple[int, str, dict[str, str]],
) -> None:
    response = Response(ResponseKind.TIMED_OUT, reason="slow", stacks=tuple(stacks))
    place = failure_of(response, Invocation("outer"), sources).detail.place
    assert place
    assert (place.line, place.function, place.locals) == expected
    assert place.source == SOURCE.splitlines()[place.line - 1].strip()


def test_a_line_beyond_the_file_is_shown_without_source(sources: Sources) -> None:
    response = Response(
        ResponseKind.TIMED_OUT, reason="slow", stacks=(stack(("f", 999)), stack(("f", 998)))
    )
    place = failure_of(response, Invocation("f"), sources).detail.place
    assert place
    assert (place.line, place.source) == (998, "")


def test_a_file_outside_the_box_is_not_read(sources: Sources) -> None:
    response = Response(
        ResponseKind.RAISED, exceptions=("E",), stacks=((Frame("../../etc/hostname", 1, "f"),),)
    )
    place = failure_of(response, Invocation("f"), sources).detail.place
    assert place is None


def test_provided_files_are_named_when_no_own_line_took_part(sources: Sources) -> None:
    response = Response(
        ResponseKind.RAISED, exceptions=("TypeError",), message="no", stacks=(stack(),)
    )
    failure = failure_of(response, Invocation("solve.py"), sources)
    assert failure.detail.message == "solve.py raised TypeError: no"
    assert failure.detail.place
    assert failure.detail.place.file == "solve.py"


def test_mark_of_windows_editors_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2\rz = 3\n")
    sources = Sources.of(tmp_path, ["own.py"], [])
    assert [sources.line("own.py", number) for number in (1, 2, 3)] == ["x = 1", "y = 2", "z = 3"]


EXITS = {
    "no message": ("None", "f called exit()"),
    "status": ("3", "f called exit()"),
    "negative status": ("-1", "f called exit()"),
    "message": ("bye\n", "f called exit() with the message: bye"),
}


@pytest.mark.parametrize(("text", "message"), EXITS.values(), ids=EXITS)
def test_exit(sources: Sources, text: str, message: str) -> None:
    response = Response(ResponseKind.RAISED, exceptions=("SystemExit",), message=text)
    assert failure_of(response, Invocation("f"), sources).detail.message == message


@pytest.mark.parametrize(("beyond", "rest"), [(1, "1 more line"), (5, "5 more lines")])
def test_only_the_first_lines_printed_are_shown(beyond: int, rest: str) -> None:
    response = Response(ResponseKind.VALUE, printed="x\n" * (10 + beyond))
    assert printed_by(response) == "x\n" * 10 + f"… ({rest})"


RAISE = "raise NotImplementedError"
UNWRITTEN = {
    "as in the starter": (f'    """Return 1."""\n    {RAISE}\n', 3, False),
    "without a docstring": (f"    {RAISE}\n", 2, False),
    "below a loop": (f"    for i in ():\n        return i\n    {RAISE}\n", 4, True),
    "above code": (f"    {RAISE}\n    return 1\n", 2, True),
    "in a condition": (f"    if x:\n        {RAISE}\n    return 1\n", 3, True),
}


@pytest.mark.parametrize(("body", "line", "has_code"), UNWRITTEN.values(), ids=UNWRITTEN)
def test_starters_raise_left_in_code(tmp_path: Path, body: str, line: int, has_code: bool) -> None:
    """A function with code is not called unwritten: it is a line that the student overlooked."""
    (tmp_path / "own.py").write_text(f"def f(x):\n{body}", encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    found = message(sources, "NotImplementedError", "", ("f", line))
    left = f"f reached its `{RAISE}` (own.py, line {line}): replace that line, or remove it"
    assert found == (left if has_code else f"f is not written yet (own.py, line {line})")
