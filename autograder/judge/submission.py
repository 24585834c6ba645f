"""One submission under grading."""

from __future__ import annotations

import ast
import builtins
import collections
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path, PurePath
from types import FunctionType

from autograder.assignment import Assignment
from autograder.judge.definitions import Function, calls_at_once, functions_in
from autograder.judge.failure import Failure, failure_of
from autograder.judge.invocation import Invocation
from autograder.judge.names import explain_missing
from autograder.judge.sources import Sources
from autograder.judge.syntax_excerpt import excerpt_with_caret, unclosed_before
from autograder.judge.syntax_hints import syntax_hint
from autograder.report import Detail, GraderError, Outcome
from autograder.safetext import MAX_PRINTABLE, printable_line
from autograder.sandbox.pool import Sandbox, Worker
from autograder.sandbox.protocol import Response, ResponseKind

UNDER_MAIN = 'under `if __name__ == "__main__":`'
_LIBRARY_METHODS = frozenset(
    name
    for kind in (Decimal, PurePath, collections.deque, date, datetime, time, timedelta)
    for name in dir(kind)
    if callable(getattr(kind, name))
)


@dataclass(frozen=True)
class UnusableFile:
    """Why one of the student's files cannot be used.

    With `only_in_program`, a run of the program showed it, and the file's functions may still be
    callable.
    """

    detail: Detail
    only_in_program: bool = False

    @property
    def problem(self) -> str:
        """The reason with the lines that show it, such as those of a syntax error."""
        return "\n".join(filter(None, (self.detail.message, self.detail.difference)))


def unusable_files(reasons: Mapping[str, str]) -> dict[str, UnusableFile]:
    """Return the files that could not be received, by name, from the reasons."""
    return {
        file: UnusableFile(Detail(printable_line(reason, MAX_PRINTABLE)))
        for file, reason in reasons.items()
    }


@dataclass
class Submission:
    """The sandbox that runs a submission, its sources, and the student's files that are unusable.

    A file is loaded until that fails once; later tests get the same reason. `remarks` are faults
    that cost no points by themselves.
    """

    assignment: Assignment
    sandbox: Sandbox
    sources: Sources
    unusable: dict[str, UnusableFile] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def isolated(self) -> Submission:
        """Return a copy whose findings about files do not reach this one."""
        return replace(self, unusable=dict(self.unusable))

    @property
    def may_write_files(self) -> bool:
        """May workers write and read files of their own, as this machine confines them?"""
        return self.sandbox.confinement["files"] != "no files"

    def parameters(self, file: str, function: str) -> list[str]:
        """Return the names of a function's parameters, from the starter if there is one."""
        return _parameters(self.assignment.starter, file).get(function, [])

    def missing(self, file: str, name: str) -> Failure:
        """Say that one of the student's files does not define a function, class or method."""
        wanted = _parameters(self.assignment.starter, file)
        return Failure(
            Outcome.NOT_DEFINED, Detail(explain_missing(self.sources, file, name, wanted))
        )

    def defines(self, file: str, function: str) -> bool:
        """Does the starter have such a function, or method `Class.method`?"""
        return function in _parameters(self.assignment.starter, file)

    def defines_method(self, name: str) -> bool:
        """Does a class of the starter have such a method, or a type of Python's that it extends?"""
        files = (*self.assignment.files, *self.assignment.provided)
        starter = self.assignment.starter
        known = (key for file in files for key in _parameters(starter, file))
        return any(key.partition(".")[2] == name for key in known) or any(
            hasattr(base, name) for file in files for base in _bases(starter, file)
        )

    @property
    def has_classes(self) -> bool:
        """Does the starter have a class, provided or not, whose objects stay in the worker?

        Where a file has no starter, it may.
        """
        starter, types = self.assignment.starter, self.sandbox.codec.types
        if not all((starter / file).is_file() for file in self.assignment.files):
            return True
        return any(
            owner.name not in types and not _is_exception(owner)
            for file in (*self.assignment.files, *self.assignment.provided)
            for owner in _classes(starter, file)
        )

    def is_of_data(self, name: str) -> bool:
        """Is it a method or property of the types of values that cross as data?

        A test may give it the right answer, or ask it whether the value is right.
        """
        types = self.sandbox.codec.types.values()
        own = {base for kind in types for base in kind.__mro__ if base in types}
        return name in _LIBRARY_METHODS or any(
            isinstance(vars(kind).get(name), (FunctionType, property)) for kind in own
        )

    def worker_with(self, file: str, following: int) -> Worker:
        """Return a fresh worker that has loaded one of the student's files.

        `following` tests after this one are expected to need another.

        Raises:
            Failure: the file cannot be loaded; this is remembered.
        """
        fault = self.unusable.get(file)
        if fault is None or fault.only_in_program:
            worker, response = self._load(file, following)
            if response.kind is ResponseKind.TIMED_OUT and worker.process.usage().cpu is None:
                # The machine may be slow, and several workers were starting: try with one.
                self.sandbox.drop_spares()
                worker, response = self._load(file, following=0)
            if response.kind is ResponseKind.VALUE:
                return worker
            # Remembered before the cleanup, which may raise.
            self.unusable[file] = UnusableFile(Detail(f"{file} cannot be loaded"))
            worker.close()
            self.sandbox.drop_spares()
            fault = UnusableFile(self.loading_failure(file, response))
            self.unusable[file] = fault
        raise Failure(Outcome.NOT_RUN, fault.detail)

    def _load(self, file: str, following: int) -> tuple[Worker, Response]:
        seconds = self.assignment.limits.load_seconds
        worker = self.sandbox.worker(Path(file).stem, seconds, following)
        return worker, worker.load()

    def unusable_import(self, file: str) -> UnusableFile | None:
        """Return why a file cannot be run: one that it imports cannot be loaded."""
        tree = self.sources.tree(file)
        modules = {
            name
            for node in (tree.body if tree else ())
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in _modules(node)
        }
        faults = self.unusable.items()
        found = (
            fault
            for other, fault in faults
            if Path(other).stem in modules and not fault.only_in_program
        )
        return next(found, None)

    def loading_failure(self, file: str, response: Response) -> Detail:
        """Explain why a file cannot be loaded; a file that it imports may be the cause."""
        file = self._cause(response) or file
        failure = failure_of(response, Invocation(f"loading {file}"), self.sources)
        detail, place = failure.detail, failure.detail.place
        if response.syntax:
            name, line, column = response.syntax
            place_in_line = f", column {column}" if column else ""
            where = f"{printable_line(name)}, line {line}{place_in_line}: " if line else ""
            message = f"{file} cannot be loaded: {where}{printable_line(response.message)}"
            excerpt = excerpt_with_caret(self.sources, name, line, column)
            opened = unclosed_before(self.sources, name, line) if "invalid syntax" in message else 0
            source = self.sources.line(name, line) if self.sources.holds(name) else ""
            if opened:
                message += f"; is a bracket on line {opened} not closed?"
            elif hint := syntax_hint(response.message, source):
                message += f"; {hint}"
            return self.sources.normalized(Detail(message, difference=excerpt, place=place))
        message = detail.message
        if "EOFError" in response.exceptions:
            message += f"; put the code that starts the program {UNDER_MAIN}"
        elif line := self._line_run_at_once(file, response):
            message += f"; line {line} runs as soon as {file} is loaded: put it {UNDER_MAIN}"
        if place:
            message += f" ({place.file}, line {place.line}: {place.source})"
        return self.sources.normalized(replace(detail, message=message))

    def _line_run_at_once(self, file: str, response: Response) -> int:
        """Return the line outside of functions that led to an exception; 0 if it belongs there.

        Whatever calls an unwritten function does not.
        """
        frames = [frame for stack in response.stacks for frame in stack if frame.is_of_module]
        lines = [frame.line for frame in frames if frame.file == file]
        if response.kind is not ResponseKind.RAISED or not lines:
            return 0
        unwritten = "NotImplementedError" in response.exceptions
        return lines[-1] if unwritten or calls_at_once(self.sources.tree(file), lines[-1]) else 0

    def _cause(self, response: Response) -> str:
        """Return the student's file that was being loaded last; "" if it is unknown.

        If a name cannot be imported, either file may be at fault.
        """
        if response.message.startswith("cannot import name"):
            return ""
        frames = [frame.file for stack in response.stacks for frame in stack if frame.is_of_module]
        last = response.syntax[0] if response.syntax else frames[-1] if frames else ""
        return last if last in self.sources.own else ""


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the names of the modules that a statement imports."""
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names]


@cache
def _parameters(folder: Path, file: str) -> dict[str, list[str]]:
    """Return the parameters of each function, and of each method as `Class.method`, of a file.

    A property is an attribute: tests do not call it.

    Raises:
        GraderError: it is not Python.
    """
    return {
        each.name: each.passed
        for each in functions_in(_tree(folder, file), file)
        if not (each.owner and _is_property(each.node))
    }


def _is_property(method: Function) -> bool:
    return any(
        ast.unparse(each).rpartition(".")[2] in ("property", "cached_property", "setter")
        for each in method.decorator_list
    )


@cache
def _classes(folder: Path, file: str) -> list[ast.ClassDef]:
    return [node for node in _tree(folder, file).body if isinstance(node, ast.ClassDef)]


def _is_exception(owner: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith(("Error", "Exception")) for base in owner.bases)


@cache
def _bases(folder: Path, file: str) -> list[type]:
    """Return Python's types, such as `list` or `Counter`, that the classes of a file extend."""
    classes = _classes(folder, file)
    named = {ast.unparse(base).partition("[")[0] for owner in classes for base in owner.bases}
    names = {name.rpartition(".")[2] for name in named}
    found = (getattr(module, name, None) for module in (builtins, collections) for name in names)
    return [each for each in found if isinstance(each, type)]


def _tree(folder: Path, file: str) -> ast.Module:
    """Return the syntax tree of a file; an empty one if there is no file."""
    path = folder / file
    if not path.is_file():
        return ast.Module([], [])
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError) as error:
        raise GraderError(f"{path} cannot be read: {error}") from None
