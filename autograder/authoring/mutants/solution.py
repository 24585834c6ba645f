"""A correct or mutated solution, loaded from a folder and run on inputs."""

from __future__ import annotations

import contextlib
import copy
import importlib
import io
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.judge.render.values import render, render_call

CALL_SECONDS = 5.0
"""CPU time that a call may take, or a run of the program."""
MAX_ELEMENTS = 100_000
"""How many elements of an iterator that is returned are looked at."""


class TimeUpError(BaseException):
    """A call takes too long. A solution does not catch it with `except Exception`."""


@dataclass(frozen=True)
class Behaviour:
    """What an input led to.

    `kind` is "returned", "raised" or "ran too long", `arguments` are the arguments afterwards.
    `shares` says whether the value shares a list or another mutable part with them.
    """

    kind: str
    value: Any = None
    arguments: Any = ()
    printed: str = ""
    shares: bool = False

    def __str__(self) -> str:
        value = "" if self.kind == "ran too long" else f" {render(self.value)}"
        return f"{self.kind}{value}" + (f"; printed {self.printed!r}" if self.printed else "")


def differ(one: Behaviour, other: Behaviour, *, arguments: bool = True) -> bool:
    """Do they differ in what a test can see? Values of different types are not equal."""
    if (one.kind, one.printed, one.shares) != (other.kind, other.printed, other.shares):
        return True
    if type(one.value) is not type(other.value) or one.value != other.value:
        return True
    return arguments and bool(one.arguments != other.arguments)


class Solution:
    """A solution's modules in a folder, and the program that they are for, if there is one.

    The program gets the arguments `args`.
    """

    def __init__(
        self, folder: Path, files: Sequence[str], program: Path | None, args: Sequence[str] = ()
    ) -> None:
        self.args = args
        self.folder = folder
        self.names = [Path(file).stem for file in files]
        self.program = program
        self.modules: dict[str, ModuleType] = {}

    def reload(self) -> None:
        """Load the modules again when they are needed next."""
        self.modules = {}

    def run(self, given: Any) -> Behaviour:
        """Run one input: a standard input, a call or a list of calls."""
        with self._imported():
            if isinstance(given, str):
                return _observe(lambda: self._run_program(given), [], "")
            return self._make_calls(given if isinstance(given, list) else [given])

    def require_functions(self, given: Any) -> None:
        """Check that the functions of an input exist: calls of missing ones make no difference.

        Raises:
            LookupError: there is none of a name, neither as a function nor as a method.
        """
        if isinstance(given, str):
            return
        with self._imported():
            modules = list(self.modules.values())
            values = (value for module in modules for value in vars(module).values())
            owners = [*modules, *(value for value in values if isinstance(value, type))]
            for name, _ in given if isinstance(given, list) else [given]:
                if not any(hasattr(owner, name) for owner in owners):
                    raise LookupError(f"no module of the reference has {name}")

    def _make_calls(self, calls: Sequence[tuple[str, Sequence[Any]]]) -> Behaviour:
        owner: Any = None
        seen = []
        for name, arguments in calls:
            own = [_copied(argument) for argument in arguments]
            stdin = own.pop(0)[len("stdin:") :] if _is_stdin(own) else ""
            behaviour = _observe(lambda n=name, a=own, o=owner: self._find(o, n)(*a), own, stdin)
            if behaviour.kind == "returned" and name[:1].isupper():
                owner = behaviour.value
                continue
            seen.append(behaviour)
            if behaviour.kind != "returned":
                break
        if len(seen) == 1:
            return seen[0]
        last = seen[-1] if seen else Behaviour("returned")
        return Behaviour(
            last.kind,
            [behaviour.value for behaviour in seen],
            [behaviour.arguments for behaviour in seen],
            "".join(behaviour.printed for behaviour in seen),
            any(behaviour.shares for behaviour in seen),
        )

    def _find(self, owner: Any, name: str) -> Any:
        if owner is not None:
            return getattr(owner, name)
        for module in self.modules.values():
            if hasattr(module, name):
                return getattr(module, name)
        raise LookupError(f"no module of the reference has {name}")

    def _run_program(self, text: str) -> None:
        assert self.program is not None
        source = self.program.read_text(encoding="utf-8")
        sys.stdin, sys.argv = io.StringIO(text), [self.program.name, *self.args]
        exec(compile(source, self.program.name, "exec"), {"__name__": "__main__"})

    @contextlib.contextmanager
    def _imported(self) -> Iterator[None]:
        """Let imports find this solution's modules."""
        for name in self.names:
            sys.modules.pop(name, None)
        sys.modules.update(self.modules)
        sys.path.insert(0, str(self.folder))
        try:
            if not self.modules:
                for name in self.names:
                    self.modules[name] = importlib.import_module(name)
            yield
        finally:
            sys.path.remove(str(self.folder))


def _copied(argument: Any) -> Any:
    if isinstance(argument, io.StringIO):
        return io.StringIO(argument.getvalue())
    return copy.deepcopy(argument)


def _is_stdin(arguments: Sequence[Any]) -> bool:
    return bool(arguments) and isinstance(arguments[0], str) and arguments[0].startswith("stdin:")


def _observe(action: Any, arguments: list[Any], stdin: str) -> Behaviour:
    before = sys.stdin
    if stdin:
        sys.stdin = io.StringIO(stdin)
    with contextlib.redirect_stdout(io.StringIO()) as printed, _time_limit():
        try:
            value = action()
            if isinstance(value, Iterator):
                value = [part for part, _ in zip(value, range(MAX_ELEMENTS), strict=False)]
            kind = "returned"
        except TimeUpError:
            kind, value = "ran too long", None
        except SystemExit as error:
            kind, value = "raised", f"SystemExit({error.code!r})"
        except Exception as error:  # The mutant's, which is what matters.
            kind, value = "raised", type(error).__name__
    sys.stdin = before
    afterwards = [None if isinstance(one, io.StringIO) else one for one in arguments]
    shares = bool(_mutable_parts(value) & _mutable_parts(arguments))
    return Behaviour(kind, value, afterwards, printed.getvalue(), shares)


@contextlib.contextmanager
def _time_limit() -> Iterator[None]:
    """Raise an exception in the block when its time is up, where signals can."""

    def stop(_signal: int, _frame: object) -> None:
        raise TimeUpError

    if sys.platform == "win32":
        yield
        return
    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, CALL_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _mutable_parts(value: Any) -> set[int]:
    found: set[int] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list | set | dict) or (is_dataclass(part) and not _is_frozen(part)):
            if id(part) in found:
                continue
            found.add(id(part))
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part
        elif is_dataclass(part):
            waiting += [getattr(part, field.name) for field in fields(part)]
    return found


def _is_frozen(value: Any) -> bool:
    return bool(type(value).__dataclass_params__.frozen)


def render_input(given: Any) -> str:
    """Render an input as the calls that make it."""
    if isinstance(given, str):
        return f"the program with the input\n{given}"
    lines = []
    for function, arguments in given if isinstance(given, list) else [given]:
        call, large = render_call(function, [], arguments)
        lines += [call, *(f"  {name} =\n{value}" for name, value in large.items())]
    return "\n".join(lines)
