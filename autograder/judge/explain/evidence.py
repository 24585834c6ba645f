"""What is known about a call that went wrong, and the line of the student's file where it did."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autograder.judge.calls import Invocation
from autograder.judge.python_source import FunctionSource, PythonSource
from autograder.judge.sources import Sources
from autograder.report import Kind, Place
from autograder.sandbox.messages import Frame, Response

KEEPS_CHANGING, MAX_EXPRESSION = "keeps changing", 60


@dataclass(frozen=True)
class Says:
    """What a rule says of a call: the fact, if it is more than the bare one, and its cause.

    The others are as in `Detail`, if they are not what the call itself suggests.
    """

    fact: str = ""
    cause: str = ""
    subject: str = ""
    kind: Kind | None = None
    common: str = ""
    place: Place | None = None
    fault: str = ""

    def __bool__(self) -> bool:
        return bool(self.fact or self.cause)


@dataclass(frozen=True)
class Evidence:
    """The call, the response, and the student's files.

    `values` are what the call returned and what it should have returned, if a test compared them.
    """

    invocation: Invocation
    response: Response
    sources: Sources
    place: Place | None = None
    values: tuple[Any, Any] | None = None

    @property
    def subject(self) -> str:
        return self.invocation.subject

    @property
    def text(self) -> str:
        """The text of the exception that was raised."""
        return self.response.message.strip()

    def raised(self, *kinds: str) -> bool:
        return bool(set(kinds).intersection(self.response.exceptions))

    @property
    def python(self) -> PythonSource:
        """The file in which an exception was raised."""
        return self.sources.python(self.place.file if self.place else "")

    @property
    def function(self) -> FunctionSource | None:
        """The function around the line where an exception was raised."""
        line = self.place.line if self.place else 0
        return next((each for each in self.python.functions if each.holds(line)), None)

    @property
    def variables(self) -> dict[str, str]:
        """The variables of the line where an exception was raised, with their values as text."""
        return self.place.locals if self.place else {}

    @property
    def node(self) -> ast.AST | None:
        """The expression or statement that raised an exception, by the position Python gives."""
        place, stacks = self.place, self.response.stacks
        if place is None or len(stacks) != 1:
            return None
        for frame in reversed(stacks[0]):
            if (frame.file, frame.line, frame.function) == (place.file, place.line, place.function):
                nodes = (node for node in self.python.nodes if _is_at(node, frame))
                return _iterated(next(nodes, None), self.python)
        return None


def _iterated(node: ast.AST | None, python: PythonSource) -> ast.AST | None:
    """Return what is iterated over or unpacked, where Python points to the loop or the names."""
    for each in python.nodes if isinstance(node, ast.Tuple | ast.List) else ():
        if node in getattr(each, "targets", [getattr(each, "target", None)]):
            return getattr(each, "iter", getattr(each, "value", node))
    loops: list[ast.AST | None] = getattr(node, "generators", [node])
    return getattr(loops[0], "iter", node)


def _is_at(node: ast.AST, frame: Frame) -> bool:
    if not isinstance(node, ast.expr | ast.stmt) or isinstance(node, ast.Expr):
        return False
    span = (node.col_offset, node.end_lineno, node.end_col_offset)
    return node.lineno == frame.line and span == frame.span


def unparsed(node: ast.AST) -> str:
    """Return an expression as source text, if it is not too long to be quoted."""
    try:
        text = ast.unparse(node)
    except (RecursionError, ValueError):  # Too deep, or a number with too many digits.
        return "…"
    return text if len(text) <= MAX_EXPRESSION else f"{text[: MAX_EXPRESSION - 1]}…"


def locate(response: Response, sources: Sources) -> Place | None:
    """Return the line to show for a failure, or None if no file of the box took part in it."""
    if response.syntax:
        file, line, _ = response.syntax
        return Place(file, line, "", sources.line(file, line)) if sources.holds(file) else None
    in_box = ([frame for frame in stack if sources.holds(frame.file)] for stack in response.stacks)
    stacks = [stack for stack in in_box if stack]
    if not stacks:
        return None
    frame = _loop_in_all(stacks, sources) if len(stacks) > 1 else _innermost(stacks[0], sources)
    source = sources.line(frame.file, frame.line)
    return Place(frame.file, frame.line, frame.function, source, dict(frame.locals))


def _innermost(stack: Sequence[Frame], sources: Sources) -> Frame:
    """Return the innermost frame of the student's own files, else of the provided files."""
    return next((f for f in reversed(stack) if f.file in sources.own), stack[-1])


def _loop_in_all(stacks: Sequence[Sequence[Frame]], sources: Sources) -> Frame:
    """Return the innermost loop of the student's that all samples of a hanging call were in.

    With it come the values that are equal in all samples. These are taken at moments that differ
    from run to run; what they have in common does not.
    """
    frames = [stack[0] for stack in stacks]
    for level in zip(*stacks, strict=False):
        functions = {(frame.file, frame.function) for frame in level}  # One line may call several.
        if len(functions) == 1 and level[0].file in sources.own:
            frames = [*level]
        if len(functions) > 1 or len({frame.line for frame in level}) > 1:
            break
    first = frames[0]
    line = _enclosing_loop(sources.python(first.file), sorted({frame.line for frame in frames}))
    samples = {name: [frame.locals.get(name, "") for frame in frames] for name in first.locals}
    steady = {name: texts[0] for name, texts in samples.items() if len({*texts}) == 1}
    changing = {name: KEEPS_CHANGING for name in samples if name not in steady}
    return Frame(first.file, line, first.function, steady | changing)


def _enclosing_loop(python: PythonSource, lines: Sequence[int]) -> int:
    """Return the line of the innermost loop around all the lines; the first line without one.

    Lines where functions begin do not count, unless there is no other.
    """
    heads = {function.node.lineno for function in python.functions}
    lines = [line for line in lines if line not in heads] or lines
    loops = [
        node.lineno
        for node in python.nodes
        if isinstance(node, ast.For | ast.While)
        and node.lineno <= lines[0] <= lines[-1] <= (node.end_lineno or 0)
    ]
    return max(loops, default=lines[0])
