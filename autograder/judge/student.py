"""The `student` fixture: a submission's functions, called as if they stood in the test."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.judge.drawing import draw_call, printable, printable_line
from autograder.judge.failure import Asked, Failure, Sources, failure_of, printed_by
from autograder.sandbox.client import Sandbox, Worker
from autograder.sandbox.reply import Kind, Reply
from autograder.verdict import Detail, Outcome


@cache
def _parameters(file: Path) -> dict[str, list[str]]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    functions = [(node.name, node, 0) for node in tree.body if isinstance(node, ast.FunctionDef)]
    functions += [
        (f"{owner.name}.{node.name}", node, 1)
        for owner in classes
        for node in owner.body
        if isinstance(node, ast.FunctionDef)
    ]
    return {name: [a.arg for a in node.args.args[first:]] for name, node, first in functions}


@dataclass
class Submission:
    """One submission under grading: where it runs, and what is known about its files.

    `unusable` are the student's files that cannot be loaded, each found out once; of those in
    `unusable_in_program` only the program found that out, and their functions can still be called.
    """

    assignment: Assignment
    sandbox: Sandbox
    sources: Sources
    unusable: dict[str, Detail] = field(default_factory=dict)
    unusable_in_program: dict[str, Detail] = field(default_factory=dict)

    @property
    def known_unusable(self) -> dict[str, Detail]:
        return self.unusable_in_program | self.unusable

    def apart(self) -> Submission:
        """The same, to find out things that this one shall not know."""
        unusable, in_program = dict(self.unusable), dict(self.unusable_in_program)
        return replace(self, unusable=unusable, unusable_in_program=in_program)

    def parameters(self, file: str, function: str) -> list[str]:
        """Names of a function's parameters, as the kit's own starter has them."""
        return _parameters(self.assignment.starter / file).get(function, [])

    def worker_with(self, file: str) -> Worker:
        """A fresh worker that has loaded one of the student's files.

        Raises:
            Failure: it cannot be loaded; this is remembered.
        """
        if file not in self.unusable:
            worker = self.sandbox.worker(Path(file).stem, self.assignment.limits.call_seconds)
            reply = worker.load()
            if reply.kind is Kind.VALUE:
                return worker
            self.unusable[file] = Detail(f"{file} cannot be loaded")
            worker.close()
            self.sandbox.drop_spares()
            self.unusable[file] = self.sources.tidied(self.why_unloadable(file, reply))
        raise Failure(Outcome.NOT_RUN, self.unusable[file])

    def why_unloadable(self, file: str, reply: Reply) -> Detail:
        if reply.syntax:
            name, line, column = reply.syntax
            at = f"{printable_line(name)}, line {line}, column {column}: " if line else ""
            message = f"{file} cannot be loaded: {at}{printable_line(reply.text)}"
            return Detail(message, place=failure_of(reply, Asked(file), self.sources).detail.place)
        failure = failure_of(reply, Asked(f"loading {file}"), self.sources)
        message = failure.detail.message
        if "EOFError" in reply.kinds:
            message += '; what starts the program belongs under `if __name__ == "__main__":`'
        if place := failure.detail.place:
            message += f" ({place.file}, line {place.line}: {place.source})"
        return replace(failure.detail, message=message)


class Student:
    """Calls the functions of one file, all in one fresh worker.

    `student.f(x)` gives back what `f(x)` returned, as the judge's own value. `student.pure.f(x)`
    also fails the test if `f` changed an argument, or gave back part of one. In
    `student.reading(text).f(x)` the call finds `text` on standard input. `student.printed` is what
    the last call printed. `student.new("C", x)` makes an object of the class `C`, which stays where
    it is; its methods are called like functions. `student.hint(text)` says what an answer looks
    like, should the test that asked for it fail.
    """

    def __init__(self, submission: Submission, file: str) -> None:
        self._submission = submission
        self._file = file
        self._worker: Worker | None = None
        self._stdin = ""
        self._pure = False
        self._objects = 0
        self.asked = Asked("")
        self.reached = False
        self.last: Reply | None = None
        self.hinted = ""

    @property
    def pure(self) -> Student:
        self._pure = True
        return self

    def reading(self, text: str) -> Student:
        self._stdin = text
        return self

    @property
    def printed(self) -> str:
        return self.last.printed if self.last else ""

    def hint(self, text: str) -> None:
        self.hinted = text

    def __getattr__(self, function: str) -> Callable[..., Any]:
        if function.startswith("_"):
            raise AttributeError(function)
        return lambda *arguments: self._call(function, arguments)

    def new(self, kind: str, *arguments: object) -> StudentObject:
        """Make an object of one of the student's classes."""
        self._call(kind, arguments, keep=True)
        self._objects += 1
        return StudentObject(self, kind, self._objects - 1)

    def _call(
        self,
        function: str,
        arguments: Sequence[object],
        owner: StudentObject | None = None,
        *,
        keep: bool = False,
    ) -> Any:
        what = f"{owner.kind}.{function}" if owner else function
        names = self._submission.parameters(self._file, what)
        stdin, self._stdin = self._stdin, ""
        pure, self._pure = self._pure, False
        draw = owner._draw_calls if owner else draw_call
        call, drawn = draw(function, names, arguments)
        typed = {"input": printable(stdin.rstrip("\n"))} if stdin else {}
        self.asked = Asked(function, call, drawn | typed)
        self.reached, self.hinted = True, ""
        if self._worker is None:
            self._worker = self._submission.worker_with(self._file)
        limit = self._submission.assignment.limits.call_seconds
        how: dict[str, Any] = {"stdin": stdin, "pure": pure, "keep": keep}
        on = owner.number if owner else None
        self.last = reply = self._worker.call(function, arguments, limit, on=on, **how)
        if reply.kind is Kind.MISSING:
            message = f"{self._file} does not define {what}"
            raise Failure(Outcome.NOT_DEFINED, Detail(message))
        if reply.kind is not Kind.VALUE:
            raise failure_of(reply, self.asked, self._submission.sources)
        if pure:
            self._demand_purity(reply)
        return reply.value

    def _demand_purity(self, reply: Reply) -> None:
        what = self.asked.what
        if not reply.arguments_kept:
            message = f"{what} changed its argument"
            afterwards = self._afterwards(reply.arguments or ())
        elif reply.shared:
            message = f"{what} gave back its argument, or a part of it, instead of a copy"
            afterwards = f"{printable_line(reply.shared)} is an object of the argument's own"
        else:
            return
        detail = Detail(
            message,
            self.asked.call,
            self.asked.arguments,
            difference=afterwards,
            printed=printed_by(reply),
        )
        raise Failure(Outcome.WRONG, detail)

    def _afterwards(self, arguments: Sequence[object]) -> str:
        what = self.asked.what
        call, drawn = draw_call(what, self._submission.parameters(self._file, what), arguments)
        changed = [
            f"{name} afterwards:\n{drawing}"
            for name, drawing in drawn.items()
            if self.asked.arguments.get(name) != drawing
        ]
        return printable("\n".join(changed) or f"afterwards: {call}")

    def close(self) -> None:
        if self._worker:
            self._worker.close()


@dataclass(frozen=True)
class StudentObject:
    """An object in a student's worker: `number` is its place among those that were made there.

    What a method gives depends on what was called before, so a failure tells all calls, with
    drawings of those arguments that are too large to stand in them.
    """

    student: Student
    kind: str
    number: int
    _calls: list[str] = field(default_factory=list)
    _drawn: dict[str, str] = field(default_factory=dict)

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method.startswith("_"):
            raise AttributeError(method)
        return lambda *arguments: self.student._call(method, arguments, self)

    def _draw_calls(
        self, method: str, names: Sequence[str], arguments: Sequence[object]
    ) -> tuple[str, dict[str, str]]:
        """A call, below those that were made before."""
        again = f"_{len(self._calls) + 1}"
        known = [name + again if name in self._drawn else name for name in names]
        call, drawn = draw_call(method, known, arguments)
        self._calls.append(call)
        self._drawn.update(drawn)
        return "\n".join(self._calls), dict(self._drawn)
