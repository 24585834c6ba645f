"""Small assignments composed of the pieces in `pieces.txt`, as a Hypothesis strategy.

The expected values of a test come from running it in plain Python with the solution while it is
composed: each step that begins with `?` becomes an assertion on what it evaluates to, and one that
raises an exception becomes the body of `raises`.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import io
import math
import pprint
import re
import signal
import sys
import tempfile
import types
import unittest
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

from tests.conformance.grading import Small
from tests.conformance.texts import HERE, items, sections

TEXTS = dict(sections("tests.txt"))
IMPORTS = TEXTS["imports"]
PROVIDED = (HERE / "provided.txt").read_text(encoding="utf-8")
NAMES = (
    *("name", "values", "keywords", "operation", "operands", "target", "thing", "function"),
    *("owner", "caller", "invocation", "module", "kind", "args", "kwargs", "value", "error"),
    *("worker", "method", "arguments", "given", "codec", "attribute", "own_name", "handle"),
)
"""Names of parameters, such as those of the functions through which a call goes."""
PLAIN = ("0", "1", "-2", "2.5", "None", "True", "'a'", "'Ann'", "[1, 2]", "(1, 'b')", "{'a': [1]}")


@dataclass(frozen=True)
class Piece:
    name: str
    source: str
    changes: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]


def read_pieces() -> list[Piece]:
    found = []
    for name, text in sections("pieces.txt"):
        source, *lists = re.split(r"(?m)^--- \w+\n", text)
        changes, steps = map(items, lists)
        pairs = (each.split(" ==>") for each in changes)
        found.append(Piece(name, source, tuple((old, new[1:]) for old, new in pairs), tuple(steps)))
    return found


PIECES = read_pieces()


@dataclass(frozen=True)
class Test:
    """A test: its steps, as lines of code; `style` is how it is written."""

    style: str
    blocks: tuple[str, ...]


@dataclass(frozen=True)
class Composed:
    """An assignment as it is composed, so that it can be made smaller."""

    sources: tuple[str, ...]
    changes: tuple[tuple[str, str], ...]
    tests: tuple[Test, ...]
    may_change: bool

    @property
    def small(self) -> Small:
        solution = "\n\n".join(self.sources)
        submission = solution
        for old, new in self.changes:
            submission = submission.replace(old, new)
        tests = "\n\n".join(written(test, number) for number, test in enumerate(self.tests))
        return Small(solution, submission, IMPORTS + "\n\n" + tests, self.may_change)

    def smaller(self) -> Iterator[Composed]:
        """Yield it without one of its sources, changes, tests or steps."""
        for name in ("sources", "changes", "tests"):
            for shorter in without_one(getattr(self, name)):
                yield replace(self, **dict[str, Any]([(name, shorter)]))
        for number, test in enumerate(self.tests):
            for blocks in without_one(test.blocks):
                tests = list(self.tests)
                tests[number] = replace(test, blocks=blocks)
                yield replace(self, tests=tuple(tests))
            if test.style != "function":
                tests = list(self.tests)
                tests[number] = replace(test, style="function")
                yield replace(self, tests=tuple(tests))


def without_one(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for half in (items[: len(items) // 2], items[len(items) // 2 :]):
        if 1 < len(half) < len(items):
            yield half
    for place in range(len(items)):
        yield items[:place] + items[place + 1 :]


def indented(text: str, by: int = 4) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def written(test: Test, number: int) -> str:
    """Return the source of a test."""
    body = "\n".join(test.blocks) or "pass"
    used = [f for f in ("capsys", "monkeypatch", "tmp_path") if f in body]
    if test.style == "function":
        return f"def test_{number}({', '.join(used)}):\n{indented(body)}"
    if test.style == "fixture" and (name := re.match(r"(\w+) = ", body)):
        first, rest = test.blocks[0], "\n".join(test.blocks[1:]) or "pass"
        makes = f"@pytest.fixture\ndef {name[1]}():\n{indented(first)}    return {name[1]}\n\n\n"
        return f"{makes}def test_{number}({', '.join([name[1], *used])}):\n{indented(rest)}"
    head = (
        "    @pytest.fixture(autouse=True)\n    def ask_{0}(self, {0}):\n        self.{0} = {0}\n\n"
    )
    asks = "".join(map(head.format, used))
    body = re.sub(r"(?<!\.)\b(capsys|monkeypatch|tmp_path)\b", r"self.\1", body)
    return f"class Test{number}(TestCase):\n{asks}    def test_{number}(self):\n{indented(body, 8)}"


class NoInput:
    """The standard input while a test is composed that has not replaced it."""

    def readline(self, *_: Any) -> Any:
        raise EOFError

    read = __iter__ = readline


class Capsys:
    """What `capsys` is while a test is composed."""

    def __init__(self, streams: Sequence[io.StringIO]) -> None:
        self.streams = streams

    def readouterr(self) -> Any:
        out, err = (stream.getvalue() for stream in self.streams)
        for stream in self.streams:
            stream.seek(0)
            stream.truncate()
        return types.SimpleNamespace(out=out, err=err)


NEVER = (NameError, NotImplementedError, AssertionError, EOFError)
"""What no test expects; docs/testing.md says why. Without input, there is another for pytest."""
MAX_SECONDS = 2
"""Of CPU time, for a step."""
compiled = functools.cache(functools.partial(compile, mode="exec"))


@functools.cache
def provided() -> types.ModuleType:
    made = types.ModuleType("provided")
    with mock.patch.dict(sys.modules, {"provided": made}):
        exec(PROVIDED, vars(made))
    return made


@contextlib.contextmanager
def ended() -> Iterator[None]:
    """Reject the whole example if this does not end, as an iterator without end or a loop may."""

    def end(*_: object) -> None:
        reject()

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Run:
    """Runs a test in plain Python, step by step."""

    def __init__(self, source: str, style: str) -> None:
        self.style = style
        self.module = types.ModuleType("own")
        self.namespace: dict[str, Any] = {"__name__": "test_own"}
        self.source = source

    @contextlib.contextmanager
    def started(self) -> Iterator[None]:
        streams = io.StringIO(), io.StringIO()
        modules = {"own": self.module, "provided": provided()}
        with (
            tempfile.TemporaryDirectory() as folder,
            contextlib.chdir(folder),
            pytest.MonkeyPatch.context() as patch,
            contextlib.redirect_stdout(streams[0]),
            contextlib.redirect_stderr(streams[1]),
            mock.patch("sys.stdin", NoInput()),
            mock.patch.dict(sys.modules, modules),
        ):
            exec(compiled(self.source, "own.py"), vars(self.module))
            exec(compiled(IMPORTS, "test_own.py"), self.namespace)
            self.imported = set(self.namespace)
            self.namespace |= {"capsys": Capsys(streams), "tmp_path": Path(folder)}
            self.namespace |= {"monkeypatch": patch, "self": unittest.TestCase()}
            yield

    def names(self, chosen: Any) -> list[str]:
        """Return the variables of the test whose value is like that."""
        own = {"capsys", "tmp_path", "monkeypatch", "self", *self.imported}
        return [name for name, value in self.namespace.items() if name not in own and chosen(value)]

    def block(self, step: str, form: str) -> str | None:
        """Run a step; return what it is in the test, or None if it cannot stand there."""
        statement = step.removeprefix("? ")
        try:
            with ended():
                return self.ran(statement, step, form)
        except (SyntaxError, UnsatisfiedAssumption):
            raise
        except (Exception, SystemExit) as error:
            return self.expectation(statement, error)

    def ran(self, statement: str, step: str, form: str) -> str | None:
        """Run a step that does not raise; return what it is in the test."""
        if statement is step:
            exec(statement, self.namespace)
            return statement
        return self.assertion(f"({statement})", eval(statement, self.namespace), form)

    def expectation(self, statement: str, error: BaseException) -> str | None:
        kind = type(error)
        name = kind.__name__
        if self.namespace.get(name, getattr(builtins, name, None)) is not kind:
            name = f"own.{kind.__name__}" if kind.__module__ == "own" else ""
        if not name or isinstance(error, NEVER):
            return None
        expected = f"self.assertRaises({name})" if self.style == "case" else f"raises({name})"
        frame = error.__traceback__
        while frame and frame.tb_next:
            frame = frame.tb_next
        is_own = frame is not None and frame.tb_frame.f_globals.get("__name__") == "own"
        if is_own and self.style != "case" and str(error) and "0x" not in str(error):
            return (
                f"with {expected} as caught:\n{indented(statement)}"
                f"assert str(caught.value) == {str(error)!r}"
            )
        return f"with {expected}:\n{indented(statement)}".rstrip()

    def assertion(self, expression: str, value: Any, form: str) -> str | None:
        kind = type(value)
        if isinstance(value, (types.GeneratorType, map, zip, filter, enumerate)):
            expression, value = f"list({expression})", list(value)
        if value is None or isinstance(value, bool):
            return f"assert {expression} is {value}"
        text = self.literal(value)
        if text is not None:
            if isinstance(value, float) and "==" in form and not math.isnan(value):
                form = "assert $e == approx($v)"
            return form.replace("$e", expression).replace("$v", text)
        if (
            kind.__module__ == "own"
            and "." not in kind.__qualname__
            and hasattr(self.module, kind.__name__)
        ):
            return f"assert isinstance({expression}, own.{kind.__name__})"
        return None

    def literal(self, value: Any) -> str | None:
        """Return an expression for an equal value of the same kind."""
        try:
            text = pprint.pformat(value, width=10**6, sort_dicts=False)
            same = eval(text, dict(self.namespace))
            if " at 0x" not in text and same == value and kinds(same) == kinds(value):
                return text
        except Exception:
            pass
        return None


def kinds(value: Any) -> Any:
    if isinstance(value, dict):
        return type(value), [*map(kinds, value)], [*map(kinds, value.values())]
    if isinstance(value, (list, tuple)):
        return type(value), [*map(kinds, value)]
    return type(value)


@st.composite
def several(
    draw: st.DrawFn, each: st.SearchStrategy[Any], counts: Sequence[int], *, unique: bool = False
) -> list[Any]:
    """A list of one of these lengths: a list of any length is mostly short."""
    count = draw(st.sampled_from(counts))
    return draw(st.lists(each, min_size=count, max_size=count, unique=unique))


@st.composite
def composed(draw: st.DrawFn) -> Composed:
    chosen = draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=2, unique=True))
    parameters = {
        hole: draw(st.sampled_from(NAMES[n::4])) for n, hole in enumerate(("$p2", "$p", "$f"))
    }
    pieces = [filled(piece, parameters) for piece in chosen]
    source = "\n\n".join(piece.source for piece in pieces)
    possible = [change for piece in pieces for change in piece.changes]
    changes = draw(several(st.sampled_from(possible), (2, 0, 1, 3), unique=True))
    tests = draw(several(test_of(pieces, source), (3, 2, 4)))
    return Composed(
        tuple(p.source for p in pieces), tuple(changes), tuple(tests), draw(st.booleans())
    )


def filled(piece: Piece, parameters: dict[str, str]) -> Piece:
    def fill(text: str) -> str:
        return re.sub(r"\$(?:p2|p|f)\b", lambda hole: parameters[hole[0]], text)

    changes = tuple((fill(old), fill(new)) for old, new in piece.changes)
    for old, _ in changes:
        assert old in fill(piece.source), (piece.name, old)
    return Piece(piece.name, fill(piece.source), changes, tuple(map(fill, piece.steps)))


@st.composite
def test_of(draw: st.DrawFn, pieces: Sequence[Piece], source: str) -> Test:
    style = draw(st.sampled_from(["function", "case", "fixture"]))
    forms = items(TEXTS["equal in cases" if style == "case" else "equal"])
    run = Run(source, style)
    blocks: list[str] = []
    with run.started():

        def take(step: str) -> None:
            text = re.sub(r"\$[a-z]\w?", lambda hole: hole_of(hole[0]), step)
            if (block := run.block(text, draw(st.sampled_from(forms)))) is not None:
                blocks.append(block)

        def hole_of(hole: str) -> str:
            of_own = run.names(lambda value: type(value).__module__ == "own")
            lists = run.names(lambda value: type(value) is list)
            choices: dict[str, Any] = {
                "$n": ("0", "1", "2", "5", "-1"),
                "$s": ("'a'", "'Bob'", "''", "'x y'"),
                "$l": ["[]", "[2, 1]", "[4, 3, 6]", *lists],
                "$v": PLAIN,
                "$k": NAMES[::2],
                "$k2": NAMES[1::2],
                "$x": [*PLAIN[:3], *run.names(lambda _: True)],
                "$o": of_own or ["items"],
                "$c": ["str", "repr", "lambda value: [value]", "type", *run.names(callable)],
                "$a": ("'x'", "'y'", "'w'"),
            }
            return str(draw(st.sampled_from(choices[hole])))

        for step in items(TEXTS["start"]):
            take(step)
        for piece in pieces:
            setups = [step.removeprefix("= ") for step in piece.steps if step.startswith("= ")]
            if setups:
                take(draw(st.sampled_from(setups)))
        steps = [step for piece in pieces for step in piece.steps if not step.startswith("= ")]
        chosen = (
            st.sampled_from(steps)
            | st.sampled_from(steps)
            | st.sampled_from(items(TEXTS["any object"]))
        )
        for step in draw(several(chosen, (6, 4, 8, 10))):
            take(step)
    return Test(style, tuple(blocks))
