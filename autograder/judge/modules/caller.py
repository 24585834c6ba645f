"""The requests of one test to the functions and objects of a submission."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from autograder.judge.explain.names import unknown_class
from autograder.judge.failure import Failure, explain_sharing, failure_of, printed_by
from autograder.judge.invocation import CallInvocation, Exchange, Invocation
from autograder.judge.modules.changes import Changes
from autograder.judge.modules.classes import StandInClass
from autograder.judge.modules.crossing import Crossing, next_in_list
from autograder.judge.modules.exceptions import explained, raised_in_test
from autograder.judge.modules.folder import Folder
from autograder.judge.modules.handles import (
    FUNCTION_TYPES,
    MAX_EXPRESSION_TEXT,
    FunctionHandle,
    Handle,
    IteratorHandle,
    State,
    ViewHandle,
    make_handle,
    state_of,
)
from autograder.judge.modules.module import StandInFunction, StandIns
from autograder.judge.render.values import render, render_call
from autograder.judge.submission import Submission
from autograder.report import Detail, Outcome
from autograder.safetext import printable, printable_line
from autograder.sandbox.client import Worker
from autograder.sandbox.messages import Callback, Described, Response, ResponseKind
from autograder.sandbox.operations import SPECIAL_METHODS
from autograder.sandbox.values import Foreign, MalformedError

MAX_STEPS, MAX_STEP_BYTES = 20_000, 4 << 20
"""Of all iterators in a test: one that does not end would fill memory."""
MAX_DEPTH = 30
"""How many calls of the test's functions may be inside each other."""
VALUES_PER_BYTE = 8
"""What a submission passes to the test's functions counts for more: the test may keep all of it."""
MAX_CLASS_TEXT = 80
MAX_INPUT = 1 << 20
_BUILTINS = {name: getattr(builtins, name) for name in ("input", "print", "open")}
"""Functions that tests replace."""


@dataclass(frozen=True)
class Wanted:
    """An operation that a test wants to be applied; `name` is that of the function it calls."""

    operation: str
    target: object
    operands: Sequence[object]
    invocation: Invocation
    name: str = ""
    keywords: Mapping[str, object] = field(default_factory=dict)


class Caller:
    """Makes the calls of one test, all in the same worker, which the first call starts.

    Fixtures of a class or a module make theirs in one worker, which their tests use, too. Each
    request may use up to `seconds` of CPU time. `file` is the part's, `may_change` and `copies`
    tell whether a function may change its arguments, and must not share parts with them.
    """

    def __init__(
        self,
        submission: Submission,
        stand_ins: StandIns,
        file: str,
        seconds: float,
        may_change: Callable[[str], bool],
        copies: Callable[[str], bool],
        folder: Folder,
    ) -> None:
        self.submission, self.stand_ins, self.file = submission, stand_ins, file
        self.seconds, self.may_change, self.copies = seconds, may_change, copies
        self.exchange = Exchange()
        self.crossing = Crossing(
            stand_ins, self._object, self._raised, lambda: self.exchange.answers > 0
        )
        self.worker: Worker | None = None
        self.loaded: set[str] = set()
        self.given_files: dict[str, str] = {}
        """Renderings of the files that the test has put into the worker's folder."""
        self.names: dict[str, Any] = {}
        """What each loaded module defines; see `_names_in`."""
        self.changes = Changes()
        self.handles: dict[int, Any] = {}
        self.unknown: list[Described] = []
        self.raised: list[BaseException] = []
        """What the test's functions have raised while the worker called them."""
        self.lock = RLock()  # A test may start threads.
        self.depth = self.steps = self.step_bytes = 0
        self.stdin: Any = None
        self.input: str | None = None
        """What the next call finds as its input, if that is new."""
        self.folder = folder
        self._origin = ""

    @property
    def is_over(self) -> bool:
        return self.exchange.is_over

    @property
    def has_ended(self) -> bool:
        """Is its worker gone, although the test did not end it?"""
        return self.worker is not None and not self.worker.alive

    def call(
        self, function: StandInFunction, values: tuple[object, ...], keywords: dict[str, object]
    ) -> Any:
        """Call a function and return its value.

        Raises:
            Failure: it returned none, or did to its arguments what it may not.
            BaseException: it raised one that a test may expect; see `exceptions`.
        """
        self.require(function.__module__)
        name = function.__name__
        invocation = self._call_of(function.__module__, name, name, values, keywords)
        is_first = self.changes.parts.count == 0
        value = self._apply(Wanted("call", function, values, invocation, name, keywords))
        if is_first and not self.crossing.functions and self.worker and self.exchange.response:
            file = f"{function.__module__}.py"
            if not self.handles:
                self.exchange.record(file, self.worker.latest, self.exchange.response)
        return value

    def make(
        self, kind: StandInClass, values: tuple[object, ...], keywords: dict[str, object]
    ) -> Any:
        """Make an object of a class."""
        self.require(kind.__module__)
        name = kind.__name__
        invocation = self._call_of(kind.__module__, name, name, values, keywords)
        value = self._apply(Wanted("call", kind, values, invocation, name, keywords))
        if isinstance(value, Handle):
            state_of(value).is_result = False
            state_of(value).text = ""
        return value

    def call_method(
        self, owner: Any, name: str, values: tuple[object, ...], keywords: dict[str, object]
    ) -> Any:
        if isinstance(owner, StandInClass):
            self.require(owner.__module__)
            full = f"{owner.__name__}.{printable_line(name)}"
            invocation = self._call_of(owner.__module__, full, full, values, keywords)
        else:
            full = f"{state_of(owner).class_name}.{printable_line(name)}"
            invocation = self._call_on(owner, name, full, values, keywords)
        return self._apply(Wanted("method", owner, (name, *values), invocation, full, keywords))

    def call_handle(
        self, handle: Handle, values: tuple[object, ...], keywords: dict[str, object]
    ) -> Any:
        invocation = self._call_on(handle, "", state_of(handle).shown, values, keywords)
        return self._apply(Wanted("call", handle, values, invocation, keywords=keywords))

    def special(self, owner: Any, name: str, operands: tuple[object, ...]) -> Any:
        """Apply a special method of an object or a class."""
        if name == "__exit__":  # Its type, the exception and a traceback.
            operands = operands[1:2]
        elif name == "__deepcopy__":
            operands = ()
        text = self._expression(SPECIAL_METHODS[name][0], (owner, *operands))
        class_name = owner.__name__ if isinstance(owner, type) else state_of(owner).class_name
        subject = f"{sign_of(name)} of {class_name}"
        if name == "__next__" and isinstance(owner, IteratorHandle):
            subject = state_of(owner).made_by
        invocation = self._operation_on(owner, subject, text)
        self._origin = f"({text})" if " " in text else text
        value = self._apply(Wanted(name, owner, operands, invocation, f"{class_name}.{name}"))
        return self._next_of(value) if name == "__next__" else value

    def attribute(self, owner: Any, name: str) -> Any:
        class_name = self._class_name(owner)
        text = f"{self._shown(owner)}.{printable_line(name)}"
        invocation = self._operation_on(owner, f"{class_name}.{printable_line(name)}", text)
        if isinstance(owner, (StandInClass, StandInFunction)):
            self.require(owner.__module__)
        return self._apply(Wanted("get", owner, (name,), invocation), missing=AttributeError)

    def set_attribute(self, owner: Any, name: str, value: object) -> None:
        if isinstance(owner, StandInClass):
            self.require(owner.__module__)
        text = f"{self._shown(owner)}.{printable_line(name)} = {render(value)}"
        invocation = self._operation_on(owner, f"{self._class_name(owner)}.{name}", text)
        self._apply(Wanted("set", owner, (name, value), invocation))
        if isinstance(owner, Handle):
            state_of(owner).calls = (*state_of(owner).calls, text)

    def delete_attribute(self, owner: Any, name: str) -> None:
        text = f"del {self._shown(owner)}.{printable_line(name)}"
        invocation = self._operation_on(owner, f"{self._class_name(owner)}.{name}", text)
        self._apply(Wanted("delete", owner, (name,), invocation))

    def name_value(self, module: str, name: str) -> Any:
        """Return what a name of a module stands for."""
        self.require(module)
        invocation = Invocation(name, name, dict(self.given_files))
        self._origin = name
        return self._apply(Wanted("get", self.stand_ins.modules[module], (name,), invocation))

    def set_name(self, module: str, name: str, value: object) -> None:
        """Set a name of a module, until the test ends or restores it."""
        self.require(module)
        self._set("set", module, (name, self.folder.path_for(value)))

    def restore_name(self, module: str, name: str) -> None:
        self.require(module)
        self._set("delete", module, (name,))

    def _set(self, operation: str, module: str, operands: tuple[object, ...]) -> None:
        invocation = Invocation(f"{module}.{operands[0]}")
        self._apply(Wanted(operation, self.stand_ins.modules[module], operands, invocation))

    def _apply(self, wanted: Wanted, missing: type[Exception] | None = None) -> Any:
        """Apply an operation in the worker; raise `missing` if a name is not defined."""
        with self.lock:
            if self.exchange.is_over:
                subject = wanted.invocation.subject
                raise RuntimeError(f"{subject} is used after its test has ended")
            worker, values = self.started(), (*wanted.operands, *wanted.keywords.values())
            self.exchange.begin(wanted.invocation)
            self.exchange.reached = True
            values = self.folder.pass_on(worker, self.seconds, wanted.invocation, values)
            response = self._asked(worker, wanted, values)
            return self._value_of(worker, wanted, values, response, missing)

    def _asked(self, worker: Worker, wanted: Wanted, values: Sequence[object]) -> Response:
        invocation = wanted.invocation
        try:
            response = worker.apply(
                wanted.operation,
                self.crossing.of_student(wanted.target),
                values,
                self.changes.parts,
                self.seconds,
                keywords=list(wanted.keywords),
                stdin=self.input,
                replaced=self._replaced(),
                may_change=self.may_change(wanted.name),
                copies=self.copies(wanted.name),
            )
        except BaseException:
            _ = invocation.call
            raise
        if self.crossing.functions:
            _ = invocation.call  # Other calls may have been made meanwhile.
        elif isinstance(invocation, CallInvocation):
            invocation.keep(worker)
        self.exchange.invocation = invocation  # The test's functions may have made other calls.
        self.input = None
        self._print(response)
        self.exchange.answer(response)
        return response

    def _value_of(
        self,
        worker: Worker,
        wanted: Wanted,
        values: Sequence[object],
        response: Response,
        missing: type[Exception] | None,
    ) -> Any:
        """Return the value of a response, and do to the test's objects what the call has done."""
        invocation, may_change = wanted.invocation, self.may_change(wanted.name)
        arguments = values[1:] if wanted.operation == "method" else values
        self.changes.make(self.exchange, worker.codec, response, arguments, may_change=may_change)
        self._require_value(response, invocation, missing)
        if self.folder.path:
            self.folder.fetch(worker, self.seconds, invocation)
        if response.shared:
            raise self.failure(*explain_sharing(invocation.subject, response.shared))
        return self.folder.returned(response.value)

    def require(self, module: str) -> None:
        """Start the worker with a module, or load it there.

        Raises:
            Failure: it cannot be loaded.
        """
        own = module in self.stand_ins.modules
        if self.worker is None:
            self._start(f"{module}.py" if own else self.file)
        elif own and module not in self.loaded:
            self.loaded.add(module)
            self.names[module] = self.submission.load_into(self.worker, f"{module}.py")

    def defines(self, module: str, name: str) -> bool:
        """Does a module of the submission's have a name?"""
        self.require(module)
        names = self._names_in(module)
        return not names or name in names

    def has_method(self, kind: Any, name: str) -> bool:
        """Does a class of the submission's have an attribute, as far as is known?"""
        own = self._names_in(kind.__module__).get(kind.__name__)
        return not own or name in own

    def _names_in(self, module: str) -> dict[str, list[str]]:
        """Return what a loaded module defines, as its worker says, with attributes of classes."""
        found = self.names.get(module)
        if not isinstance(found, dict):
            lines = found.split("\n") if type(found) is str else []
            found = {name: rest for name, *rest in (line.split(" ") for line in lines)}
            self.names[module] = found
        return found

    def undefined(self, module: str, name: str) -> BaseException:
        """Return the error about a name that the submission does not define."""
        interface = self.stand_ins.interface[module]
        failure = self.submission.missing(f"{module}.py", name, interface.functions)
        self.exchange.begin(Invocation(name, name))
        self.exchange.reached, self.exchange.explanation = True, failure.detail
        return explained(AttributeError(failure.detail.message), failure)

    def started(self) -> Worker:
        """Return the worker, in which the part's file is loaded if nothing was called yet.

        Raises:
            Failure: the file cannot be loaded.
        """
        if self.worker is None:
            self._start(self.file)
        assert self.worker
        return self.worker

    def _start(self, file: str) -> None:
        self.worker, names = self.submission.worker_with(file, self.exchange.following)
        self.worker.codec = self.worker.codec.with_remote(self.crossing)
        self.worker.on_callback = self._called_back
        self.loaded.add(file.removesuffix(".py"))
        self.names[file.removesuffix(".py")] = names

    def close(self) -> None:
        if self.worker:
            self.worker.close()
        self.handles.clear()
        self.changes.undo()

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

    def _print(self, response: Response | Callback) -> None:
        """Print in the test what was printed, so that `capsys` and the like find it."""
        self.exchange.is_captured |= sys.stdout is not self.stand_ins.stdout
        if response.printed:
            sys.stdout.write(response.printed)
        if response.stderr:
            sys.stderr.write(response.stderr)

    def _called_back(self, callback: Callback) -> dict[str, Any]:
        """Call a function of the test's for the worker; return the reply."""
        exchange, worker = self.exchange, self.started()
        exchange.received += VALUES_PER_BYTE * callback.size
        exchange.answers += 1
        self._print(callback)
        self._refuse_unknown()
        before, self.depth = exchange.invocation, self.depth + 1
        try:
            if excess := exchange.excess():
                raise self.failure(f"{before.subject} and the calls before it {excess}")
            if self.depth > MAX_DEPTH:
                raise RecursionError(f"more than {MAX_DEPTH} calls inside each other")
            if callable(callback.function):
                value: Any = callback.function(*callback.values, **callback.keywords)
            else:
                value = next_in_list(callback.function)
            return {"value": worker.codec.encode(value)} if worker.alive else {}
        except Exception as error:
            if not worker.alive:
                raise
            self.raised.append(error.with_traceback(None))
            return {"raised": len(self.raised) - 1, "error": worker.codec.encode(error)}
        finally:
            self.depth -= 1
            exchange.invocation = before

    def _require_value(
        self, response: Response, invocation: Invocation, missing: type[Exception] | None
    ) -> None:
        """Raise what a test gets instead of a value."""
        if excess := self.exchange.excess():
            raise self.failure(f"{invocation.subject} and the calls before it {excess}")
        if response.raised is not None and response.raised < len(self.raised):
            error = self.raised[response.raised]
            says = f"called a function of the test's, which raised {type(error).__name__}"
            self.exchange.raised = (
                error,
                f"{invocation.subject} {says}: {printable_line(str(error))}",
            )
            raise error
        if response.kind is ResponseKind.MISSING:
            file, name = self._home(invocation, response.reason)
            interface = self.stand_ins.interface.get(file.removesuffix(".py"))
            wanted = interface.functions if interface else ()
            failure = self.submission.missing(file, name, wanted)
            if missing is None:
                raise failure
            raise explained(missing(failure.detail.message), failure)
        if response.kind is not ResponseKind.VALUE:
            failure = failure_of(response, invocation, self.submission.sources)
            self.exchange.explanation = failure.detail
            raise raised_in_test(response, failure, self.stand_ins.load_exceptions())
        self._refuse_unknown()

    def _home(self, invocation: Invocation, missing: str) -> tuple[str, str]:
        """Return the file that should define a missing name, and the name with its class."""
        subject = invocation.subject
        name = subject if subject.rpartition(".")[2] == missing else printable_line(missing)
        owner = name.partition(".")[0]
        for module, interface in self.stand_ins.interface.items():
            if owner in interface.own_names and module in self.stand_ins.modules:
                return f"{module}.py", name
        return self.file, name

    def _raised(self, number: Any) -> BaseException:
        """Return what one of the test's functions has raised, which the worker names."""
        if type(number) is not int or not 0 <= number < len(self.raised):
            raise MalformedError("an exception of the test's")
        return self.raised[number]

    def _refuse_unknown(self) -> None:
        """Fail the test if an object is of a class that neither reference nor starter defines."""
        if not self.unknown:
            return
        found, self.unknown = self.unknown[0], []
        invocation, name = self.exchange.invocation, printable_line(found.class_name)
        says = unknown_class(self.submission.sources, name)
        raise self.failure(f"{invocation.subject} {says}")

    def _object(self, found: Described, tag: str) -> Any:
        """Return the handle of what a worker has described: one for each object."""
        if found.number in self.handles:
            return self.handles[found.number]
        known = [self.stand_ins.known_class(*pair) for pair in found.classes]
        own = next((kind for kind in known if kind is not None), None)
        if tag == "class" and own is not None:
            return own
        kind: Any
        if tag in ("iterator", "view"):
            kind = IteratorHandle if tag == "iterator" else ViewHandle
        elif tag == "class" or found.class_name in FUNCTION_TYPES:
            kind = FunctionHandle
        elif isinstance(own, StandInClass):
            kind = own
        elif found.classes and own is None:
            self.unknown.append(found)
            return Foreign(found.class_name, found.text)
        else:
            kind = Handle
        self.handles[found.number] = made = self._handle(kind, found)
        return made

    def _handle(self, kind: type[Handle], found: Described) -> Handle:
        name = printable_line(found.class_name, MAX_CLASS_TEXT)
        expression = self._origin or self.exchange.invocation.call
        if len(expression) > MAX_EXPRESSION_TEXT or "\n" in expression:
            expression = f"<{name} object>"
        text = printable_line(found.text)
        made_by = self.exchange.invocation.subject
        return make_handle(kind, State(self, found.number, name, expression, text, made_by, True))

    def _next_of(self, values: Any) -> Any:
        """Return the next value of an iterator.

        Raises:
            StopIteration: there is none.
        """
        self.steps += 1
        self.step_bytes += self.exchange.response.size if self.exchange.response else 0
        subject = self.exchange.invocation.subject
        if self.steps > MAX_STEPS:
            raise self.failure(f"{subject} gave more than {MAX_STEPS:,} values; it may never end")
        if self.step_bytes > MAX_STEP_BYTES:
            size = f"{MAX_STEP_BYTES >> 20} MiB"
            raise self.failure(f"{subject} gave values of more than {size} in all")
        if type(values) is not list or not values:
            raise StopIteration
        return values[0]

    def _call_of(
        self,
        module: str,
        name: str,
        subject: str,
        values: tuple[object, ...],
        keywords: Mapping[str, object],
    ) -> CallInvocation:
        """Return the call of a function or a class as the report shows it."""
        self._origin = ""
        interface = self.stand_ins.interface.get(module)
        signature = interface.functions.get(name, []) if interface else []
        return self._invocation(subject, signature, values, keywords, render_call, subject)

    def _call_on(
        self,
        owner: Handle,
        method: str,
        subject: str,
        values: tuple[object, ...],
        keywords: Mapping[str, object],
    ) -> CallInvocation:
        """Return the call of a method, below those that were made on the object before."""
        state = state_of(owner)
        expression = state.expression if state.is_result or not method else ""
        function = ".".join(filter(None, (expression, printable_line(method))))
        signature: list[str] = []
        for interface in self.stand_ins.interface.values():
            signature = signature or interface.functions.get(subject, [])

        def render(
            called: str, names: Sequence[str], arguments: Sequence[Any], keywords: Sequence[str]
        ) -> tuple[str, dict[str, str]]:
            suffix = f"_{len(state.calls) + 1}"
            unique = [name + suffix if name in state.arguments else name for name in names]
            text, large = render_call(called, unique, arguments, keywords)
            state.calls = (*state.calls, text)
            state.arguments = {**state.arguments, **large}
            return "\n".join(state.calls), dict(state.arguments)

        self._origin = ""
        made = self._invocation(subject, signature, values, keywords, render, function)
        _ = made.call  # Now: the next call comes below it.
        self._origin = (
            state.calls[-1] if state.is_result else f"{state.expression}.{state.calls[-1]}"
        )
        return made

    def _invocation(
        self,
        subject: str,
        signature: Sequence[str],
        values: tuple[object, ...],
        keywords: Mapping[str, object],
        render: Callable[..., tuple[str, dict[str, str]]],
        function: str,
    ) -> CallInvocation:
        names = [printable_line(name) for name in keywords]
        positional = list(signature[: len(values)])
        unnamed = range(len(positional), len(values))
        parameters = [*positional, *(f"argument_{i + 1}" for i in unnamed), *names]
        self.input = self._read_input()
        given = {"input": printable(self.input.rstrip("\n"))} if self.input else {}
        given |= self.given_files

        def rendered(arguments: Sequence[object]) -> tuple[str, dict[str, str]]:
            call, large = render(function, parameters, arguments, names)
            return call, large | given

        passed = (*values, *keywords.values())
        return CallInvocation(subject, tuple(signature), tuple(parameters), passed, rendered)

    def _operation_on(self, owner: Any, subject: str, text: str) -> Invocation:
        """Return an operation as the report shows it: below the calls that were made before."""
        if not isinstance(owner, Handle):
            return Invocation(subject, text, dict(self.given_files))
        state = state_of(owner)
        arguments = {**state.arguments, **self.given_files}
        return Invocation(subject, "\n".join((*state.calls, text)), arguments)

    def _expression(self, template: str, operands: Sequence[object]) -> str:
        texts = [printable_line(self._shown(each)) for each in operands]
        return template.format(*texts, *[""] * 3)

    @staticmethod
    def _shown(value: object) -> str:
        if isinstance(value, Handle):
            return state_of(value).expression
        if isinstance(value, slice):
            ends = [value.start, value.stop, *([] if value.step is None else [value.step])]
            return ":".join("" if end is None else render(end) for end in ends)
        return value.__name__ if isinstance(value, StandInClass) else render(value)

    @staticmethod
    def _class_name(owner: Any) -> str:
        return state_of(owner).class_name if isinstance(owner, Handle) else str(owner.__name__)

    def failure(self, message: str, difference: str = "") -> Failure:
        """Return the failure of a test because of what the latest call did."""
        invocation, response = self.exchange.invocation, self.exchange.response
        detail = Detail(
            message,
            invocation.call,
            invocation.arguments,
            difference=difference,
            printed=printed_by(response) if response else "",
            alike=True,
        )
        return Failure(Outcome.WRONG, detail)


def sign_of(name: str) -> str:
    """Return what is written for a special method: `==`, `len`, `[]`."""
    template = SPECIAL_METHODS[name][0]
    for operand in ("{0}", "{1}", "{}", "(", ")", ","):
        template = template.replace(operand, "")
    return template.strip()


def _is_standard(stream: Any) -> bool:
    """Is it the judge's own standard input, and not a test's?"""
    try:
        return stream is None or stream.fileno() == 0
    except (AttributeError, OSError, ValueError):
        return False
