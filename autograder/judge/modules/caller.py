"""The requests of one test to the functions and objects of a submission."""

from __future__ import annotations

import builtins
import contextlib
import dis
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any

import pytest

from autograder.assignment import Part, is_named
from autograder.judge.calls import VALUES_PER_BYTE, CallLog, Invocation
from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.names import explain_missing, unknown_class
from autograder.judge.explain.rules import with_copy_advice, with_lines
from autograder.judge.failure import Failure, failure_of, not_defined, printed_by
from autograder.judge.modules.changes import Changes
from autograder.judge.modules.crossing import Crossing, UnsendableError
from autograder.judge.modules.exceptions import explained, not_control, raised_in_test
from autograder.judge.modules.folder import Folder
from autograder.judge.modules.handles import (
    Function,
    Handle,
    StandInClass,
    defining_module,
    note_use,
    refuse_of_earlier_test,
    state_of,
)
from autograder.judge.modules.module import StandInModule, StandIns
from autograder.judge.modules.shown import shown_call, shown_use
from autograder.judge.render.values import render_short
from autograder.judge.submission import Submission, names_in
from autograder.program_cases import MAX_CASE_BYTES, MAX_CASE_FILES
from autograder.report import Detail, Kind, Outcome
from autograder.safetext import printable, printable_line
from autograder.sandbox.client import Worker
from autograder.sandbox.files import ask_for_files, send_files
from autograder.sandbox.messages import Request, Response, ResponseKind
from autograder.sandbox.operations import SPECIAL_METHODS
from autograder.sandbox.parts import changes, mutable_ids, shared_with
from autograder.sandbox.values import Parts, short_repr

MAX_DEPTH = 30
"""How many calls of the test's functions may be inside each other."""
MAX_INPUT = 1 << 20
MAX_PLACES = 4
"""How many containers may be around an object whose place counts."""
_JUDGE = str(Path(__file__).parents[1])
_BUILTINS = {name: getattr(builtins, name) for name in ("input", "print", "open")}
"""Functions that tests replace."""


class Caller:
    """Makes the calls of one test, all in the same worker, which the first call starts.

    Fixtures of a class or a module make theirs in one worker, which their tests use, too. Each
    request may use up to `seconds` of CPU time, the `limit` of what it is about. `part` and `log`
    are those of the test that runs.
    """

    def __init__(
        self,
        submission: Submission,
        stand_ins: StandIns,
        part: Part,
        limit: Callable[[str], float],
        log: CallLog,
        folder: Folder,
    ) -> None:
        self.submission, self.stand_ins, self.part = submission, stand_ins, part
        self.limit, self.log, self.folder = limit, log, folder
        self.file = part.file or submission.assignment.files[0]
        self.crossing = Crossing(self, stand_ins, folder)
        self.worker: Worker | None = None
        self.names: dict[str, dict[str, list[str]]] = {}
        """What each loaded module defines, as the worker says, with attributes of classes."""
        self.changes = Changes()
        self.lock = RLock()  # A test may start threads.
        self.is_closed = False
        self.depth = 0
        self.stdin: Any = None
        self.input: str | None = None
        """What the next call finds as its input, if that is new."""
        self.replaced: dict[str, dict[str, list[object]]] = defaultdict(dict)
        """What tests have set in modules, by module and name; empty for what they have deleted."""
        self.raised_in: list[str] = []
        """The calls of functions of the test's whose exceptions `crossing.raised` has."""
        self.origin = ""
        """How messages show an object that the latest request returns, if not as the request."""

    @property
    def is_passive(self) -> bool:
        """Whether handles have to answer without asking the worker."""
        return self.log.is_over or self.crossing.is_passive

    @property
    def seconds(self) -> float:
        return self.limit(self.log.invocation.subject)

    def call(self, target: Any, values: tuple[object, ...], keywords: Mapping[str, object]) -> Any:
        """Call a function, a method or an object, or make an object of a class.

        Raises:
            Failure: it returned no value, or did to its arguments what it may not.
            BaseException: it raised one that a test may expect; see `exceptions`.
        """
        with self.lock, self.crossing.passive():
            return self._call(target, values, keywords)

    def _call(self, target: Any, values: tuple[object, ...], keywords: Mapping[str, object]) -> Any:
        module = defining_module(target)
        self.require(module)
        given = self._given_input()
        parameters = self.stand_ins.functions(module)
        invocation, self.origin = shown_call(target, parameters, values, keywords, given)
        is_first = self.changes.parts.count == 0
        operation, owner, operands = "call", target, values
        if isinstance(target, Function) and not isinstance(target._owner, StandInModule):
            operation, owner, operands = "method", target._owner, (target._name, *values)
            note_use(owner, target._name)
        name = "()" if isinstance(target, Handle) else invocation.subject
        value = self._apply(operation, owner, operands, invocation, name, keywords)
        if isinstance(target, StandInClass) and isinstance(value, target):
            state = state_of(value)
            state.is_result, state.text = False, ""
            state.returned_by.clear()
        elif is_first and self.worker and operation == "call" and not self.crossing.is_used:
            self.log.record(f"{module}.py", self.worker.latest)
        return value

    def use(self, operation: str, owner: Any, *operands: object) -> Any:
        """Apply a special method, or get, set or delete an attribute.

        Raises:
            Failure: it cannot be done, or the submission does not define the name.
            AttributeError: an object or a class does not define it.
            StopIteration: an iterator has no next value.
            BaseException: see `call`.
        """
        with self.lock, self.crossing.passive():
            return self._use(operation, owner, *operands)

    def _use(self, operation: str, owner: Any, *operands: object) -> Any:
        self.require(defining_module(owner))
        if operation in ("__exit__", "__deepcopy__"):  # Of the first, the exception.
            operands = operands[1:2] if operation == "__exit__" else ()
        invocation, name, self.origin = shown_use(operation, owner, operands)
        is_optional = operation == "get" and not isinstance(owner, StandInModule)
        value = self._apply(operation, owner, operands, invocation, name, is_optional=is_optional)
        if operation != "__next__":
            return value
        if type(value) is not list or not value:
            raise StopIteration
        return value[0]

    def _apply(
        self,
        operation: str,
        target: Any,
        operands: Sequence[object],
        invocation: Invocation,
        name: str,
        keywords: Mapping[str, object] | None = None,
        *,
        is_optional: bool = False,
    ) -> Any:
        """Apply an operation in the worker; `name` is that of the function which is called.

        If a name that it asks for `is_optional`, an AttributeError is raised where it is missing.
        """
        if self.is_closed:
            refuse_of_earlier_test(target)
        if self.log.is_over:
            raise RuntimeError(f"{invocation.subject} is used after its test has ended")
        keywords = keywords or {}
        is_given = operation in ("set", "__setitem__")  # To keep: no argument.
        may_change = is_given or self.submission.assignment.may_change(self.part, name)
        invocation.name = name
        self.log.begin(invocation)
        values = (*operands, *keywords.values())
        given = mutable_ids(values) if is_named(name, self.part.copies) else ()
        response = self._answered(operation, target, values, [*keywords], may_change=may_change)
        arguments = values[1:] if operation == "method" else values
        worker = self.started()
        before = self.log.change
        self.changes.make(self.log, worker.codec, response, arguments, may_change=may_change)
        self.log.keep_value(response)
        if (change := self.log.change) is not before and change:
            evidence = Evidence(invocation, response, self.submission.sources)
            self.log.change = with_lines(with_copy_advice(change, evidence), evidence)
        module = defining_module(target)
        self._require_value(response, invocation, module, is_optional=is_optional)
        if self.folder.path:
            found = self.value_of(ask_for_files(worker, self.folder.place, self.seconds))
            self.log.written = self.folder.fetch(found)
        if given and (shared := shared_with(response.value, given)):
            fact = "did not copy all of its argument"
            shared = f"{shared} is an object from the argument, not a copy"
            raise Failure(Outcome.WRONG, self._with_lines(self.detail(fact, difference=shared)))
        return response.value

    def _with_lines(self, detail: Detail) -> Detail:
        """Add the values that lines had in the latest call."""
        invocation, response = self.log.invocation, self.log.response
        assert response
        return with_lines(detail, Evidence(invocation, response, self.submission.sources))

    def _answered(
        self,
        operation: str,
        target: Any,
        values: Sequence[object],
        keywords: Sequence[str],
        *,
        may_change: bool,
    ) -> Response:
        """Send the latest request to the worker; note its answer, and what that has printed."""
        invocation, worker = self.log.invocation, self.started()
        self.crossing.arrived.clear()
        self.folder.pass_on(self.send_files, values)
        try:
            response = worker.apply(
                operation,
                target if type(target) is str else self.crossing.of_student(target),
                values,
                self.changes.parts,
                self.seconds,
                keywords=keywords,
                stdin=self.input,
                replaced=self._replaced(),
                may_change=may_change,
                classes=self.stand_ins.class_names,
            )
        except BaseException:  # Ctrl-C or a timeout, too: the arguments must not be kept.
            invocation.keep(None)
            raise
        count = len(worker.history or ())
        part = self.part.name
        invocation.record = lambda: self.submission.recorded_lines(worker, count, part)
        # The functions of the test's may have made other calls.
        invocation.keep(None if self.crossing.functions else worker)
        self.input = None
        self._print(response)
        self.log.answer(response)
        has_raised = response.kind is not ResponseKind.VALUE
        if self.crossing.arrived and (has_raised or not _drops_result()):
            self._note_returned(_returning(invocation.name, target), response.value)
        return response

    def content(self, owner: Handle) -> Any:
        """Return what is in an object that Python finds equal to plain data; None for any other.

        The worker does not learn what the test compares it with.

        Raises:
            Failure: the worker has ended, the content is too big, or it was asked for too often.
        """
        with self.lock, self.crossing.passive():
            number = state_of(owner).number
            response = self.started().ask(Request.of("content", self.seconds, number=number))
            self.log.count(response.size)
            self.refuse_excess(self.log.invocation)
            self.crossing.arrived.clear()
            self.crossing.unknown.clear()
            return self.value_of(response)

    def value_of(self, response: Response) -> Any:
        if response.kind is not ResponseKind.VALUE:
            raise failure_of(response, self.log.invocation, self.submission.sources)
        return response.value

    def send_files(self, files: Mapping[str, bytes | None]) -> str:
        """Put files into the worker's folder, whose path it returns; remove those without content.

        Raises:
            UnsendableError: they are too many or too large.
            Failure: the worker has ended, or has folders of these names.
        """
        size = sum(len(data or b"") for data in files.values())
        if len(files) > MAX_CASE_FILES or size > MAX_CASE_BYTES:
            most = f"at most {MAX_CASE_FILES} files, and {MAX_CASE_BYTES >> 20} MiB together"
            raise UnsendableError(f"a test puts too much into its folder: {most}")
        return str(self.value_of(send_files(self.started(), files, self.seconds)))

    def require(self, module: str) -> None:
        """Start the worker with a module of the student's, or load it there.

        Raises:
            Failure: it cannot be loaded.
        """
        is_own = module in self.stand_ins.modules
        worker = self.started(f"{module}.py" if is_own else "")
        if is_own and module not in self.names:
            self.names[module] = {}
            self.names[module] = self.submission.load_into(worker, f"{module}.py")

    def load(self, module: str) -> None:
        """Run a file of the student's for a test that imports or reloads it.

        Raises:
            BaseException: as `call`.
        """
        with self.lock, self.crossing.passive():
            if self.worker is None:
                self.use_worker(self.submission.bare_worker())
            given = self._given_input()
            invocation = Invocation(f"{module}.py", lambda _: (f"import {module}", given))
            names = self._apply("import", module, (), invocation, module)
            self.names[module] = names_in(names)

    def use_worker(self, worker: Worker) -> None:
        worker.codec = worker.codec.with_remote(self.crossing)
        worker.on_callback = self._called_back
        self.worker = worker

    def started(self, file: str = "") -> Worker:
        """Return the worker. A new one loads this file, or the part's.

        Raises:
            Failure: the file cannot be loaded.
        """
        if self.worker is None:
            file = file or self.file
            worker, names = self.submission.worker_with(file, self.log.starts_spare)
            self.use_worker(worker)
            self.names[file.removesuffix(".py")] = names
        assert self.worker
        return self.worker

    def close(self) -> None:
        self.is_closed = True
        if self.worker:
            self.worker.close()
        self.crossing.handles.clear()
        self.changes.undo()

    def require_name(self, module: str, name: str) -> None:
        """Require that a module of the submission's has a name.

        Raises:
            AttributeError: it does not.
        """
        self.require(module)
        names = self.names.get(module)
        if names and name not in names:
            self.log.begin(Invocation(name, lambda _: (name, {})))
            failure = self._missing(module, name)
            self.log.explanation = failure.detail
            raise explained(AttributeError(failure.detail.message), failure)

    def names_of(self, module: str) -> list[str]:
        """Return the names of a module of the submission's, as a test asks for them by `dir`.

        Raises:
            Failure: its file cannot be loaded.
        """
        self.require(module)
        found = sorted(self.names.get(module, {}))
        self.log.begin(Invocation(f"dir({module})", lambda _: (f"dir({module})", {})))
        self.log.answer(Response(ResponseKind.VALUE, value=found))
        return found

    def has_method(self, kind: Any, name: str) -> bool:
        """Does a class of the submission's have an attribute, as far as is known?"""
        own = self.names.get(kind.__module__, {}).get(kind.__name__)
        return not own or name in own

    def _missing(self, module: str, name: str) -> Failure:
        file = f"{module}.py" if module in self.stand_ins.modules else self.file
        wanted = self.stand_ins.functions(module)
        says = explain_missing(self.submission.sources, file, name, wanted)
        return Failure(Outcome.NOT_DEFINED, not_defined(says))

    def _given_input(self) -> dict[str, str]:
        """Read the input of the next call; return it as reports show it."""
        self.input = self._read_input()
        return {"input": printable(self.input.rstrip("\n"))} if self.input else {}

    def _read_input(self) -> str | None:
        """Return the text of a stream that the test has put into `sys.stdin`, once."""
        stream = sys.stdin
        is_standard = stream is self.stand_ins.stdin or _is_standard(stream)
        if stream is self.stdin or (self.stdin is None and is_standard):
            return None
        self.stdin = stream
        return "" if is_standard else str(stream.read(MAX_INPUT))

    def _replaced(self) -> dict[str, object]:
        """Return the builtin functions and the command line that the test has replaced."""
        found: dict[str, object] = {
            name: now
            for name, before in _BUILTINS.items()
            if (now := getattr(builtins, name)) is not before
        }
        return found if sys.argv == self.stand_ins.argv else {**found, "argv": list(sys.argv)}

    def _print(self, response: Response) -> None:
        """Print in the test what was printed, so that `capsys` and the like find it."""
        self.log.is_captured |= sys.stdout is not self.stand_ins.stdout
        if response.printed:
            sys.stdout.write(response.printed)
        if response.stderr:
            sys.stderr.write(response.stderr)

    def _called_back(self, callback: Response) -> dict[str, Any]:
        """Call a function of the test's for the worker; return the reply."""
        log, worker = self.log, self.started()
        log.count(VALUES_PER_BYTE * callback.size)
        self._print(callback)
        self._refuse_unknown()
        before, self.depth = log.invocation, self.depth + 1
        try:
            self.refuse_excess(before)
            if self.depth > MAX_DEPTH:
                raise RecursionError(f"more than {MAX_DEPTH} calls inside each other")
            values, keywords = callback.value
            if self.crossing.arrived:
                called = f"callback of {_returning(before.name)}"
                self._note_returned(called, [values, keywords])
            if not (
                isinstance(callback.function, FunctionType) or all(map(str.isidentifier, keywords))
            ):
                raise TypeError("keywords must be identifiers")
            with self.crossing.passive(is_passive=False):
                if callback.reason:
                    value: Any = self.crossing.attribute(callback.function, callback.reason)
                elif callable(callback.function):
                    value = callback.function(*values, **keywords)
                else:
                    value = [*islice(callback.function, 1)]  # Empty at its end.
            if not worker.alive:
                return {}
            updates = changes(worker.codec, callback.parts or Parts())
            return {"value": worker.codec.encode(value), "updates": updates}
        except (Exception, GeneratorExit, SystemExit, KeyboardInterrupt) as error:
            is_ours = isinstance(error, KeyboardInterrupt) and type(error) is not KeyboardInterrupt
            if is_ours or not worker.alive:
                raise
            raised = self.crossing.raised
            raised.append(error.with_traceback(None))
            self.raised_in.append(self._shown(callback))
            return {"raised": len(raised) - 1, "error": worker.codec.encode(error)}
        finally:
            self.depth -= 1
            log.invocation = before
            self.crossing.arrived.clear()

    def _shown(self, callback: Response) -> str:
        """Describe a callback in a message: by its call, if it replaces a student's function."""
        names = (each for module in self.replaced.values() for each in module.items())
        name = next((n for n, own in names if any(f is callback.function for f in own)), "")
        match callback.value:
            case [[*values], {}] if name and not callback.reason:
                return f"the test's own {name}({', '.join(map(render_short, values))})"
        return "a function of the test's"

    def _require_value(
        self, response: Response, invocation: Invocation, module: str, *, is_optional: bool
    ) -> None:
        """Raise what a test gets instead of a value of what the `module` defines."""
        self.refuse_excess(invocation)
        if response.raised is not None and response.raised < len(self.crossing.raised):
            raised = self.crossing.raised[response.raised]
            called = self.raised_in[response.raised]
            says = f"{invocation.subject} called {called}, which raised "
            says += f"{type(raised).__name__}: {printable_line(str(raised))}".rstrip(": ")
            self.log.raised = not_control(raised), says
            raise self.log.raised[0]
        if response.kind is ResponseKind.MISSING:
            subject, missing = invocation.subject, response.reason
            name = subject if subject.rpartition(".")[2] == missing else printable_line(missing)
            failure = self._missing(module, name)
            error = explained(AttributeError(failure.detail.message), failure)
            raise error if is_optional else failure
        if response.kind is not ResponseKind.VALUE:
            self.crossing.unknown.clear()  # Of the attributes of an exception.
            failure = failure_of(response, invocation, self.submission.sources)
            self.log.explanation = failure.detail
            own = dict(self.stand_ins.load_exceptions())
            for name in response.exceptions[:1]:  # Another module may have another of this name.
                exact = self.stand_ins.class_of(response.module, name)
                own |= {name: exact} if exact else {}
            raise raised_in_test(response, failure, own)
        self._refuse_unknown()

    def _note_returned(self, called: str, value: Any) -> None:
        """Note which objects a call has returned, and where in its value they are."""
        places = defaultdict(list)
        for handle, path in _places(value, MAX_PLACES):
            places[state_of(handle).number].append(path)
        for number, (state, kind) in self.crossing.arrived.items():
            for path in places[number] or [""]:
                returned = f"{called}{path}", kind
                self.log.returned.add(returned)
                state.returned_by.setdefault(returned, self.log.invocation)
        self.crossing.arrived.clear()

    def refuse_excess(self, invocation: Invocation) -> None:
        if excess := self.log.limit_exceeded():
            subject = f"{invocation.subject} and the calls before it"
            raise Failure(Outcome.WRONG, self.detail(excess, subject=subject))

    def _refuse_unknown(self) -> None:
        """Fail the test if an object is of a class that neither reference nor starter defines."""
        if unknown := self.crossing.unknown:
            name = printable_line(unknown[0].class_name)
            unknown.clear()
            says = unknown_class(self.submission.sources, name)
            raise Failure(Outcome.WRONG, self.detail(says.fact, says.cause))

    def detail(self, fact: str, cause: str = "", **more: Any) -> Detail:
        """Return what the latest call returned that it should not."""
        invocation, response = self.log.invocation, self.log.response
        printed = printed_by(response) if response else ""
        about = {"printed": printed, "alike": True, **more}
        return invocation.detail(Kind.RETURNED, fact, cause, **about)


def _returning(name: str, owner: Any = None) -> str:
    """Return what a test has called or read, whichever of Python's ways its class provides."""
    last = name.rpartition(".")[2]
    if f"__{last[3:]}" in SPECIAL_METHODS and last[:3] in ("__r", "__i"):  # `__radd__`.
        last = f"__{last[3:]}"
    return f"{type(owner).__name__}.{last}" if last == "__getitem__" else last


def _drops_result() -> bool:
    """Does the test do nothing with what it gets? Then it is a statement of its own."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_JUDGE):
        frame = frame.f_back
    later = (each for each in dis.get_instructions(frame.f_code) if each.offset > frame.f_lasti)
    return next((each.opname for each in later), "") == "POP_TOP"


def _places(value: Any, depth: int) -> Iterator[tuple[Handle, str]]:
    """Yield the handles in a value, and where they are: the same one may be in several places."""
    if isinstance(value, Handle):
        yield value, ""
    elif depth and type(value) in (list, tuple, dict):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            for handle, path in _places(item, depth - 1):
                yield handle, f"[{short_repr(key)}]{path}"


def _is_standard(stream: Any) -> bool:
    """Return whether a stream is the judge's own standard input, and not a test's."""
    try:
        return stream is None or stream.fileno() == 0
    except (AttributeError, OSError, ValueError):
        return False


class Callers:
    """Finds the caller of the test, or of the fixture, that runs.

    A fixture of a class, a module or a session, such as `setUpClass`, makes its calls in a worker
    of its own, and the tests below its node of pytest's use this worker, too: they get its objects.
    If the worker ends, the next test that needs the fixture gets it anew. With each such caller
    are the fixtures for which it was made, and those that have used it since.
    """

    def __init__(self, make: Callable[[], Caller]) -> None:
        self.make = make
        self.own: Caller | None = None
        self.shared: dict[Any, tuple[Caller, dict[Any, Any]]] = {}
        self.fixture: tuple[Any, Any] | None = None
        """The shared fixture that is set up, and pytest's request for it."""

    @contextlib.contextmanager
    def setting_up(self, fixturedef: Any, request: Any) -> Iterator[None]:
        before = self.fixture
        self.fixture = None if fixturedef.scope == "function" else (fixturedef, request)
        try:
            yield
        finally:
            self.fixture = before

    def current(self, item: pytest.Item) -> Caller:
        if self.fixture or self.shared:
            node = next((each for each in reversed(item.listchain()) if each in self.shared), None)
            if node is None and self.fixture:
                node = self.fixture[1].node
                self.shared[node] = self.make(), {}
            if node is not None:
                caller, fixtures = self.shared[node]
                fixtures.update([self.fixture] if self.fixture else [])
                return caller
        self.own = self.own or self.make()
        return self.own

    def finished(self, fixturedef: Any) -> None:
        """End the worker that a fixture needed, if no other does."""
        for node, (caller, fixtures) in [*self.shared.items()]:
            if fixtures.pop(fixturedef, None) and not fixtures:
                del self.shared[node]
                caller.close()

    def begin_test(self, log: CallLog, part: Part) -> None:
        """Let the requests of objects that fixtures have made count for the test."""
        for caller, _ in self.shared.values():
            caller.log, caller.part = log, part

    def end_test(self) -> None:
        """End the test's own worker, and the fixtures whose worker has ended."""
        if self.own:
            self.own.close()
            self.own = None
        for node, (caller, fixtures) in [*self.shared.items()]:
            if caller.worker and not caller.worker.alive:
                for fixturedef, request in [*fixtures.items()]:
                    with contextlib.suppress(Exception):  # It may use the worker.
                        fixturedef.finish(request)
                self.shared.pop(node, None)
