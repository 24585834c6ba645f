"""The backend for a browser, which has no processes: workers in the judge's own interpreter.

A worker has modules, streams, a folder and settings of its own, which are exchanged for the judge's
while it runs. Nothing confines it. What ends the interpreter, or keeps it from handling signals,
has to be dealt with from outside.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import contextlib
import os
import signal
import site
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import CodeType, FrameType
from typing import Any, ClassVar, NoReturn

from autograder.sandbox.backend import Settings, UnconfinedError, Usage
from autograder.sandbox.client import Worker
from autograder.sandbox.clock import patience_of
from autograder.sandbox.files import enter_folder
from autograder.sandbox.messages import Request, Response, ResponseKind
from autograder.sandbox.temporary_folders import TemporaryFolder
from autograder.sandbox.values import Parts
from autograder.sandbox.worker.audit_hook import install_audit_hook
from autograder.sandbox.worker.importer import BoxImporter
from autograder.sandbox.worker.serve import Server
from autograder.sandbox.worker.traces import Sampler

SLOWER = 3
"""Limits are this many times as long as elsewhere: Python is slower in a browser."""
REPEAT = 0.05
"""Seconds until code that has caught the exception for its time limit gets it again."""
MAX_NESTED = 100
"""How deeply special methods may nest: Python calls them on the browser's own stack."""
ENTERED = " entered"
"""The builtin function that special methods call first; no code can name it."""
NAP = 0.02
"""Seconds for which code sleeps at once; only then can it be interrupted."""
SHARED_MODULES = (builtins, atexit, os, sys, time)
"""The modules whose attributes a worker sets for itself."""


pause = time.sleep  # Workers get another one.


class StoppedError(BaseException):
    """Ends code of the submission. Not an Exception, so that `except Exception` lets it pass."""


class Page:
    """What can end this interpreter from outside, and run the same again up to that request."""

    def begins(self, seconds: float) -> str:  # noqa: ARG002 - what is called instead uses it
        """Be told of a request and its limit; return how it ended the interpreter before, or "".

        That is `crash`, or `late` and, below it, the stack samples.
        """
        return ""

    def ends(self) -> None:
        """Be told that the request has ended."""

    def hangs(self, samples: str) -> None:
        """Be told that code of the submission is late, but may catch the exception for that."""

    def outgrown(self) -> bool:
        """Return whether the interpreter uses more memory than a submission may."""
        return False


page = Page()


class InterpreterState:
    """The interpreter as it is for the judge, or for a worker with modules of these `names`."""

    def __init__(self, names: set[str]) -> None:
        self.names, self.modules = names, dict(sys.modules)
        self.path, self.finders, self.arguments = sys.path[:], sys.meta_path[:], sys.argv[:]
        self.folder, self.environment = os.getcwd(), dict(variables())
        self.attributes = [(vars(module), dict(vars(module))) for module in SHARED_MODULES]

    def restore(self) -> None:
        """Make the interpreter as it was when this was noted."""
        for attributes, before in self.attributes:
            attributes.update(before)
            for name in attributes.keys() - before.keys():
                del attributes[name]
        for name in sys.modules.keys() - self.modules.keys():
            if name.partition(".")[0] in self.names:
                del sys.modules[name]
        sys.modules.update(self.modules)
        sys.path[:], sys.meta_path[:], sys.argv[:] = self.path, self.finders, self.arguments
        os.chdir(self.folder)
        if variables() != self.environment:
            os.environb.clear()
            os.environb.update(self.environment)


def variables() -> dict[bytes, bytes]:
    """Return the environment as it is kept: `os.environ` decodes each text again and again."""
    kept: dict[bytes, bytes] = vars(os.environ)["_data"]
    return kept


def limit_nesting(tree: ast.Module) -> None:
    """Change a module's tree so that its special methods raise an error if nested too deeply."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and is_special(node.name):
            after = 1 if ast.get_docstring(node, clean=False) is not None else 0
            called = ast.Expr(ast.Call(ast.Name(ENTERED, ast.Load()), [], []))
            for part in ast.walk(called):
                ast.copy_location(part, node.body[0])
            node.body.insert(after, called)


def check_nesting() -> None:
    """Raise a RecursionError in a special method that others have called, too many deep."""
    frame, nested = sys._getframe(1), 0
    while frame and nested <= MAX_NESTED:
        nested += is_special(frame.f_code.co_name)
        frame = frame.f_back  # type: ignore[assignment]
    if nested > MAX_NESTED:
        raise RecursionError("maximum recursion depth exceeded")


def is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


class TimeLimitSampler(Sampler):
    """Also ends what it samples when the time is up: later, while it sleeps."""

    deadline, patience, is_late, is_asleep = 0.0, 0.0, False, False
    hangs: Callable[[], None]

    def start(self, seconds: float) -> None:
        signal.signal(signal.SIGALRM, self.sample)  # Instead of another worker's.
        self.deadline = time.monotonic() + SLOWER * seconds
        self.patience = time.monotonic() + patience_of(seconds)
        super().start(SLOWER * seconds)

    def sleep(self, seconds: float) -> None:
        """Sleep in short pieces, in which it is known that code of the submission sleeps."""
        end = time.monotonic() + seconds
        self.is_asleep = True
        pause(min(seconds, NAP))  # It also raises what is wrong with the argument.
        while (left := end - time.monotonic()) > 0:
            pause(min(left, NAP))
        self.is_asleep = False

    def sample(self, number: int, frame: FrameType | None) -> None:
        if page.outgrown():
            raise MemoryError
        if time.monotonic() < max(self.deadline, self.patience * self.is_asleep):
            super().sample(number, frame)
            return
        if not self.is_late:
            self.is_late = True
            self.hangs()
        signal.setitimer(signal.ITIMER_REAL, REPEAT)
        raise StoppedError


class InlineServer(Server):
    """A server that is called with a request, instead of reading it from a pipe.

    Where it waits for the judge, as in a callback, it calls `turn` with what it has sent.
    """

    def __init__(self, samples: int, box: BoxImporter, types_from: str) -> None:
        super().__init__((-1, -1, samples), box, types_from)
        self.sampler: TimeLimitSampler = TimeLimitSampler(
            samples, box.path, self.streams.printed.text
        )
        self.request = self.sent = b""
        self.has_left = False
        self.turn: Callable[[bytes], bytes]

    def read_frame(self) -> bytes:
        request, self.request = self.request, b""
        return request or self.turn(self.sent)

    def write_all(self, data: bytes) -> None:
        self.sent = self.sent if self.has_left else data

    def leave(self) -> NoReturn:
        self.has_left = True
        raise StoppedError


class InlineWorkerProcess:
    """A worker in this process.

    `codes` are shared by all workers with these settings: the first one compiles the files.
    """

    def __init__(self, settings: Settings, codes: dict[str, CodeType]) -> None:
        self.box = BoxImporter(settings.box)
        self.box.guard = limit_nesting
        self.box.builtins[ENTERED] = check_nesting
        self.box.codes = codes
        names = {name.partition(".")[0].partition("/")[0] for name in self.box.sources}
        self.other = InterpreterState({*names, "__main__"})
        """The judge's state while the worker runs, else the worker's."""
        self.other.modules = {}
        self.folder = TemporaryFolder()
        self.samples = tempfile.TemporaryFile()  # noqa: SIM115 - read after the end
        with self.switched():
            self.prepare()
            self.server = InlineServer(self.samples.fileno(), self.box, settings.types)
            self.server.record(settings.recorded)
            if not codes:
                self.box.compile_all()
            vars(time).update(sleep=self.server.sampler.sleep)
        self.server.sampler.hangs = lambda: page.hangs(self.sampler_output().decode())
        self.status, self.has_ended = 0, False

    def prepare(self) -> None:
        """Set the interpreter up as a student expects it."""
        os.chdir(self.folder.path)
        enter_folder(self.box.data)
        sys.path.insert(0, self.box.path)
        sys.meta_path.insert(0, self.box)
        sys.argv[:] = [""]
        site.setquit()
        functions: list[Callable[[], object]] = []

        def register(function: Callable[..., object], *args: Any, **kwargs: Any) -> object:
            functions.append(lambda: function(*args, **kwargs))
            return function

        def run_exit_functions() -> None:
            while functions:
                functions.pop()()

        def end(status: int) -> NoReturn:
            self.status, self.has_ended = status, True
            raise StoppedError

        vars(atexit).update(register=register, _run_exitfuncs=run_exit_functions)
        vars(os).update(_exit=end)

    @contextlib.contextmanager
    def switched(self) -> Iterator[None]:
        """Exchange the state of the judge and of the worker."""
        names = self.other.names
        before = InterpreterState(names)
        self.other.restore()
        self.other = before
        try:
            yield
        finally:
            after = InterpreterState(names)
            self.other.restore()
            self.other = after

    def answer(self, packet: bytes, turn: Callable[[bytes], bytes]) -> bytes:
        """Return the response to a request; `turn` is called with each callback for its reply."""
        server = self.server

        def judges_turn(sent: bytes) -> bytes:
            server.sampler.stop()
            with self.switched():
                return turn(sent)

        outer, server.turn = vars(server).get("turn"), judges_turn
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(1000 + stack_depth())
        server.request = packet[4:]
        try:
            with self.switched():
                try:
                    server.answer(os.getpid())
                finally:
                    server.sampler.stop()  # Also if the exception came after the code had ended.
        finally:
            sys.setrecursionlimit(limit)
            if outer:
                server.turn = outer
        return server.sent

    def send(self, data: bytes) -> bytes:
        """Send nothing: `answer` is called with the request."""
        return data

    def receive(self) -> bytes:
        return b""

    def sampler_output(self) -> bytes:
        return os.pread(self.samples.fileno(), 1 << 20, 0)

    def wait(self, seconds: float) -> None:
        """Return at once: it never runs by itself."""

    def usage(self) -> Usage:
        return Usage()

    def is_asleep(self) -> bool:
        return True

    def scratch_excess(self) -> str:
        return ""

    def kill(self) -> int:
        self.folder.remove()
        return self.status

    def close(self) -> None:
        self.kill()


def stack_depth() -> int:
    frame, depth = sys._getframe(), 0
    while frame := frame.f_back:  # type: ignore[assignment]
        depth += 1
    return depth


class InlineWorker(Worker):
    """The client of a worker in this process.

    A function that has `crashed` the interpreter is not called again: each crash costs a restart.
    """

    process: InlineWorkerProcess
    crashed: ClassVar[set[str]] = set()

    def receive(self, request: Request, parts: Parts | None = None) -> Response:
        raised: list[BaseException] = []

        def turn(sent: bytes) -> bytes:
            try:
                callback = self.read(sent[4:], request, parts)
                self.call_back(request, callback)
            except BaseException as error:  # The submission may catch it.
                raised.append(error)
                raise
            reply, self.unsent = self.unsent, b""
            return reply[4:]

        packet, self.unsent = self.unsent, b""
        late = ResponseKind.TIMED_OUT, f"it was still computing after {request.seconds:g} s"
        asked, target = request.parameters(), request.parameters().get("target")
        called = str(target if asked.get("operation") == "call" else "")
        if called in self.crashed:
            self.process.status = -signal.SIGSEGV
            return self.end(ResponseKind.ENDED, "")
        longest = max(request.seconds, self.seconds_in_all)
        ending, _, samples = page.begins(SLOWER * longest).partition("\n")
        if ending == "late":
            os.write(self.process.samples.fileno(), samples.encode())
            return self.end(*late)
        if ending:
            self.crashed.update({called} - {""})
            self.process.status = -signal.SIGSEGV
            return self.end(ResponseKind.ENDED, "")
        response, server = b"", self.process.server
        with contextlib.suppress(StoppedError):
            response = self.process.answer(packet, turn)
        response = server.sent if server.has_left else response
        page.ends()
        if raised:
            raise raised[0]
        if server.sampler.is_late and server.sampler.is_asleep:
            waited = f"it was still waiting after {patience_of(request.seconds):g} s"
            return self.end(ResponseKind.TIMED_OUT, waited)
        if server.sampler.is_late:
            return self.end(*late)
        if self.process.has_ended:
            return self.end(ResponseKind.ENDED, "")
        self.has_answered = True
        self.note_answer(request, response[4:])
        try:
            return self.read(response[4:], request, parts)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return self.forged(error)


class InlineBackend:
    """Makes workers in this process."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.box = settings, settings.box
        self.codes: dict[str, CodeType] = {}
        install_audit_hook()

    @property
    def confinement(self) -> dict[str, str]:
        if self.settings.required:
            raise UnconfinedError({sys.platform: "nothing can be confined in a browser"})
        return dict.fromkeys(("files", "system_calls", "user"), "none")

    def start(self) -> InlineWorkerProcess:
        return InlineWorkerProcess(self.settings, self.codes)

    def with_pytest(self) -> InlineBackend:
        return self

    def recording(self, files: tuple[str, ...]) -> InlineBackend:
        return InlineBackend(replace(self.settings, recorded=files))

    def close(self) -> None:
        """Do nothing: there are no processes."""
