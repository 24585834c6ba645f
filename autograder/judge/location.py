"""The line of the student's file where a call fails or hangs."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.judge.sources import Sources
from autograder.report import Place
from autograder.safetext import printable_line
from autograder.sandbox.messages import Frame, Response

MAX_NAME = 120
MAX_LOOP_LINES = 5000
KEEPS_CHANGING = "keeps changing"


def locate(response: Response, sources: Sources) -> Place | None:
    """Return the line to show for a failure, or None if no file of the box took part in it."""
    if response.syntax:
        file, line, _ = response.syntax
        return Place(file, line, "", sources.line(file, line)) if sources.holds(file) else None
    in_box = ([frame for frame in stack if sources.holds(frame.file)] for stack in response.stacks)
    stacks = [stack for stack in in_box if stack]
    if not stacks:
        return None
    frame = _hanging(stacks, sources) if len(stacks) > 1 else _innermost(stacks[0], sources)
    values = {
        printable_line(name, MAX_NAME): printable_line(value, MAX_NAME)
        for name, value in frame.locals.items()
    }
    return Place(
        frame.file,
        frame.line,
        printable_line(frame.function, MAX_NAME),
        sources.line(frame.file, frame.line),
        values,
    )


def _innermost(stack: Sequence[Frame], sources: Sources) -> Frame:
    """Return the innermost frame of the student's own files, else of the provided files."""
    return next((f for f in reversed(stack) if f.file in sources.own), stack[-1])


def _hanging(stacks: Sequence[Sequence[Frame]], sources: Sources) -> Frame:
    """Return the loop that all samples were in, with the values that are equal in all of them.

    Samples are taken at moments that differ from run to run; what they have in common does not.
    """
    depth = 0
    while all(
        depth + 1 < len(stack) and is_same_line(stack[depth], stacks[0][depth]) for stack in stacks
    ):
        depth += 1
    while depth and not _in_one_own_function([stack[depth] for stack in stacks], sources):
        depth -= 1
    frames = [stack[depth] for stack in stacks]
    first = frames[0]
    line = _enclosing_loop(sources.lines(first.file), _lines_of_body(frames, sources))
    steady = {
        name: value
        for name, value in first.locals.items()
        if all(frame.locals.get(name) == value for frame in frames)
    }
    changing = {name: KEEPS_CHANGING for name in first.locals if name not in steady}
    return Frame(first.file, line, first.function, steady | changing)


def _in_one_own_function(frames: Sequence[Frame], sources: Sources) -> bool:
    """Are all frames in the same function of the student's? A line may call several functions."""
    functions = {(frame.file, frame.function) for frame in frames}
    return len(functions) == 1 and frames[0].file in sources.own


def _lines_of_body(frames: Sequence[Frame], sources: Sources) -> list[int]:
    """Return the frames' lines without the function's head, unless that is the only line."""
    lines = sorted({frame.line for frame in frames})
    heads = ("def ", "async def ", "@")
    body = [n for n in lines if not sources.line(frames[0].file, n).startswith(heads)]
    return body or lines


def is_same_line(one: Frame, other: Frame) -> bool:
    """Are two frames at the same line of the same function?"""
    return (one.file, one.line, one.function) == (other.file, other.line, other.function)


def _enclosing_loop(source: Sequence[str], lines: Sequence[int]) -> int:
    """Return the line of the innermost `for` or `while` around all the lines, by indentation.

    It is the first line if there is no loop, or one that is longer than any that people write.
    """
    first, last = min(lines[0], len(source)), min(lines[-1], len(source))
    if last - first > MAX_LOOP_LINES:
        return lines[0]
    least = min((_indent(text) for text in source[first:last] if text.strip()), default=1 << 20)
    for number in range(first, max(0, first - MAX_LOOP_LINES), -1):
        text = source[number - 1]
        if not text.strip():
            continue
        indent = _indent(text)
        if indent < least and text.lstrip().startswith(("for ", "while ", "while(")):
            return number
        least = min(least, indent)
        if least == 0:
            break
    return lines[0]


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
