"""The worker: loads a submission's files and answers the judge's requests.

It shares a process with the student's code, so the judge trusts none of its responses. It only has
to survive accidents (a student's own json.py, a replaced `print`, a closed file): all that it needs
while serving is bound when it is imported.

A request is one frame: a length as four little-endian bytes, then a marshalled dictionary: `id`,
`op` and the operation's parameters. The response is a frame of JSON, and repeats the `id`. Stack
samples go to a separate pipe, so that they arrive even if a response never does.
"""

from __future__ import annotations

import atexit
import builtins
import contextlib
import marshal
import os
import site
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any, NoReturn, cast

from autograder.sandbox.files import (
    enter_folder,
    flush_open_files,
    names_in,
    put_files,
    read_files,
    status_of_exit,
)
from autograder.sandbox.messages import Request
from autograder.sandbox.operations import OPERATIONS, MissingNameError
from autograder.sandbox.parts import changes, update
from autograder.sandbox.values import (
    ATOMS,
    MAX_PACKET,
    PLAIN_TYPES,
    Codec,
    Parts,
    TooBigError,
    Tree,
    dumps,
    types_of,
)
from autograder.sandbox.worker.audit_hook import install_audit_hook
from autograder.sandbox.worker.call_recorder import CallRecorder
from autograder.sandbox.worker.importer import BoxImporter
from autograder.sandbox.worker.line_recorder import LineRecorder
from autograder.sandbox.worker.objects import KeptObjects, content
from autograder.sandbox.worker.pytest_runner import preload, replace_functions, run_tests
from autograder.sandbox.worker.streams import StandardStreams
from autograder.sandbox.worker.traces import Sampler, describe_exception

_read, _write, _exit = os.read, os.write, os._exit
_unmarshal = marshal.loads
REHEARSALS, REHEARSAL_SECONDS = 10, 60.0
"""Python 3.11 adapts code to what it does after eight runs of it."""
RECORDED_SHARE = 0.2
"""Of the time of a call whose lines are noted: what runs then may end before the judge ends it."""


class Server:
    """Answers requests about the files in a box until the judge closes the pipe.

    It is made once, before the fork, so that a forked process can serve immediately.
    """

    def __init__(self, pipes: tuple[int, int, int], box: BoxImporter, types_from: str) -> None:
        self.requests, self.responses, samples = pipes
        self.box = box
        names = [name.removesuffix(".py") for name in box.sources]
        self.objects = objects = KeptObjects(names, self.call_back)
        self.operations: dict[str, Callable[..., Any]] = {
            **OPERATIONS,
            "set": objects.set_attribute,
            "delete": objects.delete_attribute,
            "import": self.load,
        }
        self.current = ""
        """The id of the request that is being answered."""
        self.codec = Codec(types_of(types_from), "Path", self.objects)
        self.parts = Parts()
        self.recorder: LineRecorder | None = None
        self.session: Any = None
        """A pytest session, if pytest was loaded before the fork."""
        self.streams = StandardStreams()
        self.streams.redirect("")
        self.sampler = Sampler(samples, box.path, self.streams.printed.text)

    def serve(self) -> None:
        process = os.getpid()
        with contextlib.suppress(OSError):
            enter_folder(self.box.data)
        install_audit_hook()
        while True:
            self.answer(process)

    def answer(self, process: int) -> None:
        """Respond to the next request, as the process with this id."""
        request = _unmarshal(self.read_frame())
        self.current = request["id"]
        self.streams.redirect(request.get("stdin", ""))
        self.seconds = request["seconds"]
        self.sampler.start(self.seconds)
        if self.recorder and request["op"] == "apply":
            self.recorder.begin(RECORDED_SHARE * request["seconds"])
        try:
            response = self.outcome(request)
        finally:
            self.sampler.stop()
        if os.getpid() != process:
            _exit(0)  # A child that the code forked must not respond.
        self.send(response)

    def send(self, response: dict[str, Tree]) -> None:
        """Send a response to the current request, with what was printed since the last."""
        printed, stderr = self.streams.take()
        data = dumps({"id": self.current, **response, "printed": printed, "stderr": stderr})
        if len(data) > MAX_PACKET:
            reason = f"more than {MAX_PACKET} bytes"
            data = dumps({"id": self.current, "kind": "too big", "reason": reason})
        self.write_all(len(data).to_bytes(4, "little") + data)

    def call_back(
        self,
        number: int,
        values: tuple[Any, ...],
        keywords: dict[str, Any],
        attribute: str = "",
    ) -> Any:
        """Ask the judge to call a function of the test's, or for its attribute of this name.

        Meanwhile, answer its requests. What the function has changed in its arguments is changed.
        """
        plain = all(type(each) in ATOMS for each in (*values, *keywords.values()))
        outer, parts = self.current, None if plain else Parts()
        sent = self.codec.encode([list(values), keywords], parts)
        self.send({"callback": number, "value": sent, "reason": attribute})
        while True:
            request = _unmarshal(self.read_frame())
            self.current = request["id"]
            if request["op"] == "return":
                break
            self.send(self.outcome(request))
        self.current = outer
        if "raised" in request:
            error = self.codec.decode(request["error"])
            self.objects.raised.append((error, request["raised"]))
            raise error
        if parts:
            update(self.codec, parts, request["updates"])
        return self.codec.decode(request["value"])

    def report_call(self, call: Tree) -> int:
        """Send a call of a watched function as one of a function of the judge's; return the size.

        What was printed waits for the response.
        """
        data = dumps({"id": self.current, "callback": 0, "value": call})
        self.write_all(len(data).to_bytes(4, "little") + data)
        self.read_frame()  # Its result, which says only that the judge has read the call.
        self.sampler.start(self.seconds)  # The limit begins again, too.
        return len(data)

    def read_frame(self) -> bytes:
        return self.read_exactly(int.from_bytes(self.read_exactly(4), "little"))

    def read_exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            chunk = _read(self.requests, size - len(data))
            if not chunk:
                _exit(0)
            data += chunk
        return data

    def write_all(self, data: bytes) -> None:
        while data:
            data = data[_write(self.responses, data) :]

    def outcome(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Return the response; to an operation, with what it changed and what is still in use."""
        answer, parts = self.response_to(request), self.parts
        if request["op"] != "apply":
            return answer
        if "changed" not in answer:
            first = parts.count
            answer |= {"first": first, "changed": changes(self.codec, parts, but_equal=True)}
        changed = {*map(int, answer["changed"])}
        parts.keep_referenced()  # Now that nothing of this request is left.
        parts.note(n for n in parts.values if n in changed or n not in parts.known)
        return {**answer, "kept": list(parts.values)}

    def response_to(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Do what is requested, and return the value or what was raised instead."""
        try:
            try:
                return cast(dict[str, Tree], getattr(self, f"do_{request['op']}")(request))
            finally:
                self.streams.flush()
        except MissingNameError as error:
            return {"kind": "missing", "reason": str(error)}
        except TooBigError as error:
            return {"kind": "too big", "reason": str(error)}
        except BaseException as error:  # Anything that a student's code raises is a response.
            return self.described(error)

    def described(self, error: BaseException) -> dict[str, Tree]:
        about = describe_exception(error, self.box.path)
        if (number := self.objects.number_of(error)) is not None:
            about["raised"] = number
        with contextlib.suppress(Exception):  # What its class defines may raise, or it is too big.
            values = {**vars(error), **self.objects.properties(error)}
            about["arguments"] = self.codec.encode([list(error.args), values, error.__cause__])
        return about

    def do_load(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Run a module's source without the import system, which would touch twice the memory."""
        name = request["module"]
        if name not in sys.modules or f"{name}.py" not in self.box.sources:
            return {"value": self.load(name)}
        return {"value": self.objects.names_in(sys.modules[name])}  # Another file imports it.

    def load(self, name: str) -> str:
        """Run a module's file, again if it has been loaded; return the names that it has."""
        module = sys.modules[name] = sys.modules.get(name) or ModuleType(name)
        self.box.execute(f"{name}.py", module)
        return self.objects.names_in(module)

    def do_apply(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Apply an operation: a call, or what a special method of an object does.

        A part of the result that is a part of an argument is encoded as its number, unless a call
        has changed an argument and may not.
        """
        parts, first = self.parts, request["first"]
        self.objects.known = request["classes"]
        parts.keep(request["kept"], first)
        update(self.codec, parts, request["updates"])
        values = self.codec.decode(request["arguments"], parts)
        parts.note([*map(int, request["updates"]), *range(first, parts.count)])
        own = {*parts.met, *range(first, parts.count)}
        names = request["keywords"]  # Those of the last arguments.
        last = len(values) - len(names)
        keywords = dict(zip(names, values[last:], strict=True))
        target = self.codec.decode(request["target"])
        with self.replaced(request) if request["replaced"] else contextlib.nullcontext():
            apply = self.operations[request["operation"]]
            result = apply(target, *values[:last], **keywords)
        first, changed = parts.count, changes(self.codec, parts, but_equal=True)
        forbidden = not request["may_change"] and not own.isdisjoint(map(int, changed))
        value = self.codec.encode(result, None if forbidden else parts)
        return {"first": first, "changed": changed, "value": value}

    @contextlib.contextmanager
    def replaced(self, request: dict[str, Any]) -> Iterator[None]:
        """Give the code the builtin functions and the command line that the test has set."""
        replaced = self.codec.decode(request["replaced"])
        sys.argv[:] = replaced.pop("argv", sys.argv)
        every = vars(builtins), self.box.builtins  # The library's, and the code's.
        before = [{name: each[name] for name in replaced} for each in every]
        for each in every:
            each.update(replaced)
        try:
            yield
        finally:
            for each, names in zip(every, before, strict=True):
                each.update(names)

    def do_run(self, request: dict[str, Any]) -> dict[str, Tree]:
        main = sys.modules["__main__"] = ModuleType("__main__")
        sys.argv[:] = [request["file"], *request["args"]]
        put_files(self.codec.decode(request["files"]))
        if watched := request["watched"]:
            self.box.on_loaded = CallRecorder(watched, self.codec.encode, self.report_call).watch
        stopped: dict[str, Tree] = {}
        status = 0
        try:
            self.box.execute(request["file"], main)
        except SystemExit as stop:
            if status := status_of_exit(stop.code):
                stopped = self.described(stop)
            if not isinstance(stop.code, int | None):
                print(stop.code, file=sys.stderr)  # As Python does.
        atexit._run_exitfuncs()
        flush_open_files()
        ended = [status, read_files(request["written"])]
        return {**stopped, "value": self.codec.encode(ended)}

    def record(self, files: Sequence[str]) -> None:
        """Let these files be loaded so that they can note what their lines compute."""
        if not files:
            return
        types = {*self.codec.kinds} - {*PLAIN_TYPES.values()}
        self.recorder = LineRecorder(self.box, types, self.stop)
        for number, file in enumerate(files):
            self.box.recorded[file] = partial(self.recorder.compile, number)

    def do_note(self, _request: dict[str, Any]) -> dict[str, Tree]:
        """From now on, note what lines compute."""
        assert self.recorder
        self.recorder.is_noting = True
        return {"value": None}

    def do_notes(self, _request: dict[str, Any]) -> dict[str, Tree]:
        return {"value": self.recorder.taken() if self.recorder else []}

    def stop(self) -> None:
        """End a call that takes too long, with the notes on it."""
        self.send(self.do_notes({}))
        self.leave()

    def leave(self) -> NoReturn:
        """End this worker, whatever its code is doing."""
        _exit(0)

    def do_content(self, request: dict[str, Any]) -> dict[str, Tree]:
        return {"value": self.codec.encode(content(self.objects.kept[request["number"]]))}

    def do_put_files(self, request: dict[str, Any]) -> dict[str, Tree]:
        put_files(self.codec.decode(request["files"]))
        return {"value": os.getcwd()}

    def do_read_files(self, request: dict[str, Any]) -> dict[str, Tree]:
        folder, provided = request["folder"], {} if request["folder"] else self.box.data
        found = read_files(sorted(names_in(folder or ".")), provided, folder)
        return {"value": self.codec.encode(found)}

    def preload_pytest(self, serve: Callable[[], None]) -> None:
        """Call `serve` when pytest is ready to collect tests. No file of the box is run for it."""

        def serve_with(session: object) -> None:
            self.session = session
            serve()

        preload(self.box, serve_with)

    def do_run_tests(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Run a student's tests, perhaps with some of the submission's functions replaced."""
        for replacement in request.pop("replacements"):  # The tests could find it in `request`.
            replace_functions(**replacement)
        options = {name: request[name] for name in ("file", "libraries", "most_failures")}
        return {"value": run_tests(self.box, session=self.session, **options)}


@dataclass
class Sample:
    """The type that is passed in a rehearsal."""

    items: list[Any]


def rehearse() -> None:
    """Answer some requests about a module of the kit's own, for all workers that are forked later.

    Python adapts code to what it does when it has run, and keeps what it has looked up. Each worker
    would do that again, and copy each page of memory that it changes. No file of a submission is
    read; the server, what it has been asked and its module are dropped.
    """
    site.setquit()  # Now: a new builtin name would undo all that.
    requests, to_server = os.pipe()
    null = os.open(os.devnull, os.O_WRONLY)
    box = BoxImporter("")
    box.sources["sample.py"] = b"def sample(value):\n    return value\n"
    server = Server((requests, null, null), box, __name__)
    value = server.codec.encode(Sample([1, "a", (True, [2])]))
    target = {"$": "ref", "v": "sample", "t": "sample"}
    asked = {"target": target, "arguments": [value], "keywords": [], "replaced": {}, "stdin": None}
    parts: dict[str, Tree] = {"kept": [], "first": 0, "updates": {}, "may_change": False}
    parts["classes"] = ()
    load = Request.of("load", REHEARSAL_SECONDS, module="sample")
    apply = Request.of("apply", REHEARSAL_SECONDS, operation="call", **asked, **parts)
    for request in (load, apply) * REHEARSALS:
        os.write(to_server, request.packet)
        server.answer(os.getpid())
    for descriptor in (requests, to_server, null):
        os.close(descriptor)
    del sys.modules["sample"]


def make_server(root: str, pipes: tuple[int, int, int], path: str, types_from: str) -> Server:
    """Set the interpreter up as a student expects it, and make the server for the box at `path`.

    The kit at `root` can no longer be imported afterwards. The module whose dataclasses may be
    passed is loaded from the box. Loaded modules that share a name with a file in it are dropped,
    so that a student's own queue.py is imported.
    """
    site.setquit()
    sys.dont_write_bytecode = True
    sys.argv[:] = [""]
    sys.path.remove(root)
    sys.path.insert(0, path)
    sys.setrecursionlimit(1000)
    box = BoxImporter(path)
    box.separate_builtins()
    sys.meta_path.insert(0, box)
    shadowed = {name.removesuffix(".py") for name in box.sources} | {"autograder"}
    for name in list(sys.modules):
        if name.partition(".")[0] in shadowed:
            del sys.modules[name]
    return Server(pipes, box, types_from)
