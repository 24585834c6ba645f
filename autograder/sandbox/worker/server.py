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
import gc
import marshal
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from autograder.sandbox.codec import MAX_FRAME, Codec, TooBigError, dumps, request_frame
from autograder.sandbox.decoder import Tree
from autograder.sandbox.introspection import types_of
from autograder.sandbox.worker.arguments import changed_arguments, mutable_parts, shared_part
from autograder.sandbox.worker.audit_hook import install_audit_hook
from autograder.sandbox.worker.importer import Box
from autograder.sandbox.worker.objects import (
    OBJECT_OPERATIONS,
    KeptObjects,
    UnknownNameError,
    find,
)
from autograder.sandbox.worker.pytest_runner import (
    CallTracer,
    Recorder,
    compile_tests,
    preload,
    replace_functions,
    run_tests,
)
from autograder.sandbox.worker.sampler import Sampler
from autograder.sandbox.worker.streams import StandardStreams
from autograder.sandbox.worker.tracebacks import describe_exception
from autograder.sandbox.worker_files import (
    find_files,
    flush_open_files,
    put_files,
    status_of_exit,
)

REHEARSAL, REHEARSALS = "<rehearsal>", 12
"""A module's name that no file can have, and how often it is loaded and called."""
REHEARSED = b"""
class Example:
    def __init__(self, value):
        self.value = value

def example(value):
    return Example(value).value
"""
"""It imports nothing: the submission may have a module of that name."""
REHEARSED_CALL = {"function": "example", "on": None, "arguments": [[[1, 2], [0, "a"]]]}
CALL_OPTIONS = {"keywords": [], "stdin": "", "mutating": False, "copying": False, "keep": False}
REHEARSED_REQUESTS: tuple[dict[str, Tree], ...] = (
    {"op": "load"},
    {"op": "call", **REHEARSED_CALL, **CALL_OPTIONS},
)

_read, _write, _exit = os.read, os.write, os._exit
_unmarshal = marshal.loads


class Server:
    """Answers requests about the files in a box until the judge closes the pipe.

    It is made once, before the fork, so that a forked process can serve immediately.
    """

    def __init__(self, pipes: tuple[int, int, int], box: Box, types_from: str) -> None:
        self.requests, self.responses, samples = pipes
        self.box = box
        self.modules: dict[str, ModuleType] = {}
        names = [name.removesuffix(".py") for name in box.sources]
        self.objects = KeptObjects(names, self.modules)
        self.codec = Codec(types_of(types_from), "Path", self.objects)
        self.session: Any = None
        """A pytest session, if pytest was loaded before the fork."""
        self.streams = StandardStreams()
        self.streams.redirect("")
        self.sampler = Sampler(samples, box.path, self.streams.printed.text)

    def serve(self) -> None:
        process = os.getpid()
        install_audit_hook()
        while True:
            self.answer(process)

    def answer(self, process: int) -> None:
        """Respond to the next request, as the process with this id."""
        request = _unmarshal(self.read_frame())
        data = dumps({"id": request["id"], **self.respond(request)})
        if len(data) > MAX_FRAME:
            error = {"too_big": f"more than {MAX_FRAME} bytes", "printed": "", "stderr": ""}
            data = dumps({"id": request["id"], **error})
        if os.getpid() != process:
            _exit(0)  # A child that the code forked must not respond.
        self.write_all(len(data).to_bytes(4, "little") + data)

    def rehearse(self) -> None:
        """Answer a few requests about a module of the kit's own, before the fork.

        The interpreter adapts code when it first runs. In a worker, each page that this changes
        would have to be copied.
        """
        file = f"{REHEARSAL}.py"
        self.box.add(file, REHEARSED)
        pipes = self.requests, self.responses
        self.requests, to_server = os.pipe()
        from_server, self.responses = os.pipe()
        for _ in range(REHEARSALS):
            for parameters in REHEARSED_REQUESTS:
                request = {"id": "", "seconds": 1.0, "module": REHEARSAL, **parameters}
                os.write(to_server, request_frame(request))
                self.answer(os.getpid())
                os.read(from_server, MAX_FRAME)
        for pipe in (self.requests, to_server, from_server, self.responses):
            os.close(pipe)
        self.requests, self.responses = pipes
        self.box.remove(file)
        del self.modules[REHEARSAL], sys.modules[REHEARSAL]

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

    def respond(self, request: dict[str, Any]) -> dict[str, Tree]:
        self.streams.redirect(request.get("stdin", ""))
        self.sampler.start(request["seconds"])
        try:
            try:
                response = getattr(self, f"do_{request['op']}")(request)
            finally:
                self.streams.flush()
        except UnknownNameError as error:
            response = {"missing": str(error)}
        except TooBigError as error:
            response = {"too_big": str(error)}
        except BaseException as error:  # Anything that a student's code raises is a response.
            response = {"error": describe_exception(error, self.box.path)}
        finally:
            self.sampler.stop()
        printed, stderr = self.streams.printed.text(), self.streams.stderr.text()
        return {**response, "printed": printed, "stderr": stderr}

    def do_load(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Run a module's source without the import system, which would touch twice the memory."""
        name = request["module"]
        module = self.modules[name] = sys.modules[name] = ModuleType(name)
        self.box.execute(f"{name}.py", module)
        return {"value": None}

    def do_call(self, request: dict[str, Any]) -> dict[str, Tree]:
        on, name = request["on"], request["function"]
        if on is None:
            function = find(self.modules[request["module"]], name, request["home"])
        else:
            owner = self.objects.kept[on]
            function = getattr(owner, name, None) if name else owner
        if function is None:
            return {"missing": name}
        sent = request["arguments"]
        arguments = self.codec.decode(sent)
        parts = list(mutable_parts(arguments, "")) if request["copying"] else []
        names = request["keywords"]  # Those of the last arguments.
        first = len(arguments) - len(names)
        result = function(*arguments[:first], **dict(zip(names, arguments[first:], strict=True)))
        changed = changed_arguments(self.codec, sent, arguments)
        changes = {"changed": changed} if changed else {}
        if changed and not request["mutating"]:
            return changes
        if request["keep"]:
            return {"value": self.objects.keep(result), **changes}
        value = self.codec.encode(result)
        return {"value": value, "shared": shared_part(parts, result), **changes}

    def do_operate(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Apply an operator to arguments, of which at least one is in this worker."""
        operation = OBJECT_OPERATIONS[request["operator"]]
        return {"value": self.codec.encode(operation(*self.codec.decode(request["arguments"])))}

    def do_run(self, request: dict[str, Any]) -> dict[str, Tree]:
        main = sys.modules["__main__"] = ModuleType("__main__")
        sys.argv[:] = [request["file"], *request["args"]]
        put_files(self.codec.decode(request["files"]))
        stopped: dict[str, Tree] = {}
        status = 0
        try:
            self.box.execute(request["file"], main)
        except SystemExit as stop:
            if status := status_of_exit(stop.code):
                stopped = {"error": describe_exception(stop, self.box.path)}
        atexit._run_exitfuncs()
        flush_open_files()
        return {**stopped, "value": [status, find_files(request["written"])]}

    def do_put_files(self, request: dict[str, Any]) -> dict[str, Tree]:
        put_files(self.codec.decode(request["files"]))
        return {"value": None}

    def do_find_files(self, request: dict[str, Any]) -> dict[str, Tree]:
        return {"value": find_files(request["names"])}

    def preload_pytest(self, serve: Callable[[], None]) -> None:
        """Call `serve` when pytest is ready to collect tests. No file of the box is run for it."""

        def serve_with(session: object) -> None:
            self.session = session
            serve()

        preload(self.box, serve_with)

    def do_compile_tests(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Return the code of a file of tests, marshalled, in hexadecimal digits; run none of it."""
        return {"value": compile_tests(self.box.path_of(request["file"]), request["libraries"])}

    def do_run_tests(self, request: dict[str, Any]) -> dict[str, Tree]:
        """Run a student's tests, once no object of the request's is left but the functions."""
        file, libraries = request.pop("file"), request.pop("libraries")
        code, ignored = request.pop("code"), request.pop("ignored")
        tracer = CallTracer()
        if replacement := request.pop("replacement"):
            tracer = CallTracer(replacement["module"], replacement.pop("traced"))
            replace_functions(**replacement)
        del replacement
        gc.collect()
        recorder = Recorder(file, tracer, ignored)
        path = self.box.path_of(file)
        return {"value": run_tests(path, code, recorder, self.session, libraries)}
