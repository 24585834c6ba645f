"""The untrusted side: loads a submission's files and answers the judge's questions.

It runs next to the student's code, so the judge believes nothing that it says. It only has to hold
out against accidents (a student's own json.py, a replaced `print`, a closed file): whatever it
needs while serving is bound when it is imported.

A question is one frame: a length as four little-endian bytes, then JSON with `id`, `op` and what
the operation needs. An answer repeats the `id`. Samples of where the code is go to a pipe of their
own, so that they arrive even when an answer never does.
"""

from __future__ import annotations

import atexit
import dataclasses
import faulthandler
import importlib
import io
import json
import os
import signal
import site
import sys
from collections.abc import Iterator
from types import FrameType, ModuleType
from typing import Any, cast

from autograder.sandbox.codec import (
    MAX_FRAME,
    Codec,
    TooBigError,
    Tree,
    dataclasses_of,
    dumps,
    loads,
    short_repr,
)
from autograder.sandbox.worker.audit_hook import refuse_from_now_on
from autograder.sandbox.worker.importer import Box
from autograder.sandbox.worker.pytest_runner import replace_functions, run_suite
from autograder.sandbox.worker.tracebacks import describe, first_frames

MAX_PRINTED = 100_000
MAX_SAMPLE_BYTES = 3000
MAX_SAMPLES = 40
MAX_PRINTED_IN_SAMPLE = 500

_read, _write, _exit = os.read, os.write, os._exit
_dump_later = faulthandler.dump_traceback_later
_cancel_dump = faulthandler.cancel_dump_traceback_later
HAS_SIGNALS = hasattr(signal, "setitimer")
if HAS_SIGNALS:
    _setitimer, _REAL, _PROF = signal.setitimer, signal.ITIMER_REAL, signal.ITIMER_PROF


class OutputLimitError(BaseException):
    """The code printed more than anyone will read; not an Exception, so that it gets through."""


class Capture(io.RawIOBase):
    """Standard output or standard error, in memory and bounded."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        written = len(data)
        if self.size <= MAX_PRINTED:
            self.chunks.append(bytes(data))
        self.size += written
        if self.size > MAX_PRINTED:
            raise OutputLimitError(f"more than {MAX_PRINTED:,} characters were printed")
        return written

    def text(self) -> str:
        return b"".join(self.chunks)[:MAX_PRINTED].decode("utf-8", "replace")

    def stream(self) -> io.TextIOWrapper:
        """A text stream that hands on everything at once, so that nothing is left in a buffer."""
        return io.TextIOWrapper(
            cast(Any, self), "utf-8", "backslashreplace", "\n", write_through=True
        )


class Server:
    """Answers questions about the files in a box until the judge closes the pipe.

    It is made once, before the fork, so that a fresh process has nothing to do but to serve.
    """

    def __init__(self, pipes: tuple[int, int, int], box: Box, types_from: str) -> None:
        self.questions, self.answers, self.samples = pipes
        self.box = box
        self.codec = Codec(dataclasses_of(types_from))
        self.modules: dict[str, ModuleType] = {}
        self.objects: list[object] = []
        self.printed = self.complained = Capture()
        self.streams: tuple[object, ...] = ()
        self.redirect("")
        self.install_sampler()

    def serve(self) -> None:
        process = os.getpid()
        refuse_from_now_on()
        while True:
            question = loads(self.read_frame())
            answer = dumps({"id": question["id"], **self.answer(question)})
            if len(answer) > MAX_FRAME:
                told = {"too_big": f"more than {MAX_FRAME} bytes", "printed": "", "complained": ""}
                answer = dumps({"id": question["id"], **told})
            if os.getpid() != process:
                _exit(0)  # A child that the code forked has nothing to say.
            self.write_all(len(answer).to_bytes(4, "little") + answer)

    def read_frame(self) -> bytes:
        return self.read_exactly(int.from_bytes(self.read_exactly(4), "little"))

    def read_exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            chunk = _read(self.questions, size - len(data))
            if not chunk:
                _exit(0)
            data += chunk
        return data

    def write_all(self, data: bytes) -> None:
        while data:
            data = data[_write(self.answers, data) :]

    def answer(self, question: dict[str, Any]) -> dict[str, Tree]:
        self.redirect(question.get("stdin", ""))
        self.samples_left = MAX_SAMPLES
        self.start_sampling(question["seconds"])
        try:
            answer = getattr(self, f"do_{question['op']}")(question)
        except TooBigError as error:
            answer = {"too_big": str(error)}
        except BaseException as error:  # Whatever a student's code raises is an answer.
            answer = {"error": describe(error, self.box.path)}
        finally:
            self.start_sampling(0)
        printed, complained = self.printed.text(), self.complained.text()
        return {**answer, "printed": printed, "complained": complained}

    def redirect(self, stdin: str) -> None:
        """Give the code its three streams, fresh ones where it used or replaced the last."""
        fresh = self.printed.size == self.complained.size == 0 and not stdin
        if fresh and (sys.stdin, sys.stdout, sys.stderr) == self.streams:
            return
        self.printed, self.complained = Capture(), Capture()
        source = io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8", "surrogatepass")), "utf-8")
        self.streams = source, self.printed.stream(), self.complained.stream()
        sys.stdin, sys.stdout, sys.stderr = self.streams
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = self.streams  # type: ignore[misc]

    def do_load(self, question: dict[str, Any]) -> dict[str, Tree]:
        """Run a module's source, past the import system: that would touch twice the memory."""
        name = question["module"]
        module = self.modules[name] = sys.modules[name] = ModuleType(name)
        self.box.execute(f"{name}.py", module)
        return {"value": None}

    def do_call(self, question: dict[str, Any]) -> dict[str, Tree]:
        on = question["on"]
        owner = self.modules[question["module"]] if on is None else self.objects[on]
        function = getattr(owner, question["function"], None)
        if function is None:
            return {"missing": question["function"]}
        arguments = self.codec.decode(question["arguments"])
        own = {id(part): path for part, path in parts_of(arguments, "argument")}
        result = function(*arguments)
        if question["keep"]:
            self.objects.append(result)
            return {"value": None}
        answer = {"value": self.codec.encode(result)}
        if question["pure"]:
            answer["arguments"] = self.codec.encode(arguments)
            shared = (path for part, path in parts_of(result, "result") if id(part) in own)
            answer["shared"] = next(shared, "")
        return answer

    def do_run(self, question: dict[str, Any]) -> dict[str, Tree]:
        main = sys.modules["__main__"] = ModuleType("__main__")
        sys.argv[:] = [question["file"]]
        try:
            self.box.execute(question["file"], main)
        except SystemExit as stop:
            if stop.code not in (None, 0):
                raise
        atexit._run_exitfuncs()
        return {"value": None}

    def do_suite(self, question: dict[str, Any]) -> dict[str, Tree]:
        if question["instead"]:
            replace_functions(**question["instead"])
        return {"value": run_suite(self.box.where(question["file"]), question["libraries"])}

    def install_sampler(self) -> None:
        """Tell where the code is: lines and values on SIGALRM, once bytecode runs again.

        A long call into C keeps that from happening, so late in the limit SIGPROF has the
        interpreter tell what it can at once. It could crash on a stack that is just changing, and
        is called off by the first sample. Windows has neither signal, only the latter's like.
        """
        faulthandler.enable(file=self.samples, all_threads=False)
        if HAS_SIGNALS:
            signal.signal(signal.SIGALRM, self.sample)
            faulthandler.register(signal.SIGPROF, self.samples, all_threads=False)

    def start_sampling(self, seconds: float) -> None:
        """Sample from half of the limit on, often enough to tell what changes; 0 stops it."""
        if HAS_SIGNALS:
            _setitimer(_REAL, seconds * 0.5, seconds / 50)
            _setitimer(_PROF, seconds * 0.9)
        elif seconds:
            _dump_later(seconds * 0.6, file=self.samples)
        else:
            _cancel_dump()

    def sample(self, _signal: int, frame: FrameType | None) -> None:
        _setitimer(_PROF, 0)
        self.samples_left -= 1
        if self.samples_left < 0:
            _setitimer(_REAL, 0)
            return
        stack = []
        while frame is not None:
            stack.append((frame, frame.f_lineno))
            frame = frame.f_back
        places = first_frames(self.box.path, reversed(stack))
        printed = self.printed.text()[:MAX_PRINTED_IN_SAMPLE]
        line = json.dumps({"places": places, "printed": printed})
        if len(line) <= MAX_SAMPLE_BYTES:
            _write(self.samples, b"\n@" + line.encode() + b"\n")


def parts_of(value: Any, path: str) -> Iterator[tuple[object, str]]:
    """Every changeable object that a value is made of, with the way to it, each once."""
    seen: set[int] = set()
    waiting = [(value, path)]
    while waiting:
        value, path = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kind = type(value)
        changeable, inside = kind in (list, dict, set, bytearray), []
        if kind in (list, tuple):
            inside = [(item, f"{path}[{i}]") for i, item in enumerate(value)]
        elif kind is dict:
            inside = [(item, f"{path}[{short_repr(key)}]") for key, item in value.items()]
        elif dataclasses.is_dataclass(kind):
            changeable = not cast(Any, kind).__dataclass_params__.frozen
            names = [field.name for field in dataclasses.fields(kind)]
            inside = [(getattr(value, name, None), f"{path}.{name}") for name in names]
        if changeable:
            yield value, path
        waiting.extend(reversed(inside))


def prepare(path: str, types_from: str) -> Box:
    """Make the interpreter what a student expects it to be, for files in the box at `path`.

    The module with the types that cross is loaded from there; modules by a name that another file
    in the box has are dropped, so that a student's own queue.py is found.
    """
    site.setquit()
    sys.argv[:] = [""]
    sys.path.insert(0, path)
    sys.setrecursionlimit(1000)
    box = Box(path)
    sys.meta_path.insert(0, box)
    own = {name.removesuffix(".py") for name in box.sources}
    for name in list(sys.modules):
        if name.partition(".")[0] in own | {"autograder"}:
            del sys.modules[name]
    if types_from:
        importlib.import_module(types_from)
    return box
