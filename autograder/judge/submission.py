"""One submission under grading."""

from __future__ import annotations

import ast
import contextlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.judge.calls import Invocation
from autograder.judge.explain.syntax import excerpt_with_caret, syntax_hint
from autograder.judge.failure import Failure, failure_of
from autograder.judge.grading_python import PYTHON
from autograder.judge.python_source import Function
from autograder.judge.recorded_lines import LineNote, recorded_lines
from autograder.judge.request import Recorded
from autograder.judge.sources import Sources
from autograder.report import Detail, Kind, Outcome, Place
from autograder.safetext import shortened
from autograder.sandbox.client import Worker
from autograder.sandbox.messages import Request, Response, ResponseKind
from autograder.sandbox.pool import Sandbox

MAX_TEXT = 200
MAX_RECORDED, MAX_WITHOUT_END = 12, 1
"""How many failing calls of each part are repeated: of those that end, and of those that do not."""
_LINE_NUMBER = re.compile(r" \(detected at line \d+\)| on line \d+")
"""Matches the line numbers in Python's message about a syntax error."""
UNDER_MAIN = 'under `if __name__ == "__main__":`'


@dataclass(frozen=True)
class UnusableFile:
    """Why one of the student's files cannot be used.

    With `only_in_program`, a run of the program showed it, and the file's functions may still be
    callable. One that `is_endless` does not finish loading.
    """

    detail: Detail
    only_in_program: bool = False
    is_endless: bool = False

    @property
    def problem(self) -> str:
        """The reason with the lines that show it, such as those of a syntax error."""
        return "\n".join(filter(None, (self.detail.with_place, self.detail.difference)))


def names_in(value: Any) -> dict[str, list[str]]:
    """Return the names that a worker says a file defines, with the attributes of its classes."""
    lines = value.split("\n") if value and type(value) is str else []
    return {name: rest for name, *rest in (line.split(" ") for line in lines)}


@dataclass
class Submission:
    """The sandbox that runs a submission, its sources, and the student's files that are unusable.

    A file is loaded until that fails once; later tests get the same reason. `remarks` are faults
    that cost no points by themselves, `forbidden` maps parts to what they use and may not.
    `records` is that of the request.
    """

    assignment: Assignment
    sandbox: Sandbox
    sources: Sources
    unusable: dict[str, UnusableFile] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    forbidden: Mapping[str, Detail] = field(default_factory=dict)
    records: Recorded = Recorded.LINES
    recorded: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """How many calls of each part's tests were made again, by whether they had ended."""

    def isolated(self) -> Submission:
        """Return a copy whose findings about files do not reach this one."""
        return replace(self, unusable=dict(self.unusable))

    def worker_with(self, file: str, spare: bool) -> tuple[Worker, dict[str, list[str]]]:
        """Return a fresh worker that has loaded one of the student's files, and the file's names.

        A `spare` starts meanwhile, if the next test is expected to need one.

        Raises:
            Failure: the file cannot be loaded; this is remembered. Or no time is left.
        """
        self.require_time()
        fault = self.unusable.get(file)
        if fault is None or fault.only_in_program:
            seconds = self.assignment.limits.load_seconds
            worker = self.sandbox.worker(Path(file).stem, seconds, spare=spare)
            response = worker.load()
            if response.kind is ResponseKind.VALUE:
                return worker, names_in(response.value)
            worker.close()
            self.sandbox.drop_spare()
            is_endless = response.kind is ResponseKind.TIMED_OUT
            detail = self.loading_failure(file, response)
            fault = self.unusable[file] = UnusableFile(detail, is_endless=is_endless)
        raise Failure(Outcome.NOT_RUN, fault.detail)

    def bare_worker(self) -> Worker:
        """Return a fresh worker that has loaded nothing.

        Raises:
            Failure: no time is left.
        """
        self.require_time()
        return self.sandbox.worker(spare=False)

    def recorded_lines(self, worker: Worker, count: int, part: str) -> list[LineNote]:
        """Repeat a worker's first `count` requests; return the values that lines had in the last.

        Only the first failures of each part are repeated, which keeps grading fast.
        """
        if self.records is Recorded.NOTHING or not worker.history or len(worker.history) < count:
            return []
        ended = bool(worker.history[count - 1].digest)
        self.recorded[part, ended] += 1
        if self.recorded[part, ended] > (MAX_RECORDED if ended else MAX_WITHOUT_END):
            return []
        files = tuple(file for file, _ in self.sources.own_python)
        with contextlib.closing(self.sandbox.recording_worker(files)) as fresh:
            return recorded_lines(worker, count, fresh, self.sources)

    def require_time(self) -> None:
        if spent := self.sandbox.time_spent.limit_exceeded:
            raise Failure(Outcome.TIMED_OUT, Detail(Kind.NOT_FINISHED, fact=spent))

    def load_into(self, worker: Worker, file: str) -> dict[str, list[str]]:
        """Load a file in a worker that has loaded another; return its names.

        Raises:
            Failure: it cannot be loaded.
        """
        module, seconds = Path(file).stem, self.assignment.limits.load_seconds
        response = worker.ask(Request.of("load", seconds, module=module))
        if response.kind is not ResponseKind.VALUE:
            raise Failure(Outcome.NOT_RUN, self.loading_failure(file, response))
        return names_in(response.value)

    def unusable_import(self, file: str) -> UnusableFile | None:
        """Return why a file cannot be run: one that it imports cannot be loaded."""
        modules = self.sources.python(file).modules
        for other, fault in self.unusable.items():
            if Path(other).stem in modules and not fault.only_in_program:
                return fault
        return None

    def loading_failure(self, file: str, response: Response) -> Detail:
        """Explain why a file cannot be loaded; a file that it imports may be the cause."""
        file = self._cause(response) or file
        failure = failure_of(response, Invocation(f"loading {file}"), self.sources)
        if response.syntax:
            return self._syntax_error(file, response, failure.detail.place)
        detail, why = failure.detail, ""
        if "EOFError" in response.exceptions:
            why = f"put the code that starts the program {UNDER_MAIN}"
        elif line := self._line_run_at_once(file, response):
            body = self.sources.python(file).tree.body
            node = next(node for node in body if line <= (node.end_lineno or 0))
            is_definition = isinstance(node, Function | ast.ClassDef | ast.Assign | ast.AnnAssign)
            is_unwritten = is_definition and "NotImplementedError" in response.exceptions
            first = f"write {detail.subject} first, or put # before that line"
            what = first if is_unwritten else f"put it {UNDER_MAIN}"
            why = f"line {line} runs as soon as {file} is loaded: {what}"
        cause = "; ".join(filter(None, (detail.cause, why)))
        return self.sources.normalized(replace(detail, kind=Kind.NOT_LOADED, cause=cause))

    def _syntax_error(self, file: str, response: Response, place: Place | None) -> Detail:
        assert response.syntax
        name, line, column = response.syntax
        place_in_line = f", column {column}" if column else ""
        where = f"{name}, line {line}{place_in_line}: " if line and not place else ""
        text = shortened(response.message, MAX_TEXT)
        fact = f"cannot be loaded by {PYTHON}: "
        excerpt = excerpt_with_caret(self.sources, name, line, column)
        source = self.sources.line(name, line) if self.sources.holds(name) else ""
        return self.sources.normalized(
            Detail(
                Kind.NOT_LOADED,
                file,
                f"{fact}{where}{text}",
                syntax_hint(response.message, source),
                common=fact + _LINE_NUMBER.sub("", text),
                difference=excerpt,
                place=place,
            )
        )

    def _line_run_at_once(self, file: str, response: Response) -> int:
        """Return the line outside of functions that led to an exception; 0 if it belongs there.

        Whatever calls an unwritten function or exit() does not.
        """
        frames = [frame for stack in response.stacks for frame in stack if frame.is_of_module]
        lines = [frame.line for frame in frames if frame.file == file]
        if response.kind is not ResponseKind.RAISED or not lines:
            return 0
        if {"NotImplementedError", "SystemExit"}.intersection(response.exceptions):
            return lines[-1]
        for node in self.sources.python(file).tree.body:
            match node:
                case ast.Assert() | ast.Expr(value=ast.Call(func=ast.Name())):
                    if node.lineno <= lines[-1] <= (node.end_lineno or 0):
                        return lines[-1]
        return 0

    def _cause(self, response: Response) -> str:
        """Return the student's file that was being loaded last; "" if it is unknown.

        If a name cannot be imported, either file may be at fault.
        """
        if response.message.startswith("cannot import name"):
            return ""
        frames = [frame.file for stack in response.stacks for frame in stack if frame.is_of_module]
        last = response.syntax[0] if response.syntax else frames[-1] if frames else ""
        return last if last in self.sources.own else ""
