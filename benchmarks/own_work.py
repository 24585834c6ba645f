"""The work of a reference itself in a grading: what it computes for all calls, programs and suites.

    python benchmarks/own_work.py record ASSIGNMENT FILE
    python benchmarks/own_work.py replay FILE

`record` grades the reference and writes all requests to workers, with their responses. `replay`
repeats them in this one process, without a sandbox, and prints their CPU seconds by kind: `apply`
for calls of functions, `run` of a program, `run_tests` (the student's own tests with one
replacement). It is warm: modules are imported, programs compiled and pytest has run once before.
Exit status 1 if a result differs from the recorded one.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import marshal
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.assignment import load  # noqa: E402 - found by the line above
from autograder.sandbox.client import Worker  # noqa: E402
from autograder.sandbox.messages import Request, Response  # noqa: E402
from autograder.sandbox.operations import OPERATIONS  # noqa: E402
from autograder.sandbox.values import Codec, MalformedError, Parts, Tree, types_of  # noqa: E402
from autograder.sandbox.worker.objects import KeptObjects  # noqa: E402

KINDS = ("apply", "run", "run_tests")
SUITE_OPTIONS = (
    *("-c", os.devnull, "--import-mode", "importlib", "--disable-plugin-autoload"),
    *("-p", "no:cacheprovider", "-p", "no:terminal", "--capture", "no"),
)


def recording(requests: list[Tree]) -> Callable[..., Response]:
    """Return a replacement of `Worker.ask` that appends each request, its worker and response."""
    original, numbers = Worker.ask, dict[Worker, int]()

    def ask(worker: Worker, request: Request, parts: Parts | None = None) -> Response:
        number = numbers.setdefault(worker, len(numbers))
        response = original(worker, request, parts)
        message = marshal.loads(request.packet[4:])
        if message["op"] in KINDS:
            value = worker.codec.encode(response.value)
            answer = {"kind": response.kind, "value": value, "printed": response.printed}
            requests.append({**message, "worker": number, "answer": answer})
        return response

    return ask


def record(assignment: str, file: Path) -> None:
    """Grade the reference of an assignment; write what was asked and the number of tests."""
    from autograder.cli.main import main

    requests: list[Tree] = []
    report = file.with_suffix(".report")
    os.chdir(ROOT)
    with mock.patch.object(Worker, "ask", recording(requests)):
        try:
            main(["grade", assignment, f"reference/{assignment}", "--json", str(report)])
        except SystemExit as stop:
            if stop.code:
                raise
    parts = json.loads(report.read_text(encoding="utf-8"))["parts"]
    tests = sum(part["total"] for part in parts)
    written = {"assignment": assignment, "tests": tests, "requests": requests}
    file.write_text(json.dumps(written), encoding="utf-8")


class Replay:
    """Repeats requests in this process."""

    def __init__(self, box: Path, types: str) -> None:
        sys.path.insert(0, str(box))
        self.box = box
        self.codec = Codec(types_of(types))
        self.programs: dict[str, CodeType] = {}
        self.files = [path.stem for path in box.glob("*.py")]
        self.objects: dict[int, KeptObjects] = {}
        self.failed: list[str] = []

    def prepare(self, request: Tree) -> Callable[[], object]:
        """Load what a request needs; return what does its work."""
        prepared = getattr(self, f"prepare_{request['op']}")(request)
        return cast("Callable[[], object]", prepared)

    def prepare_apply(self, request: Tree) -> Callable[[], object]:
        objects = self.objects.setdefault(request["worker"], KeptObjects(self.files, {}))
        codec, names = self.codec.with_remote(objects), request["keywords"]
        operation = OPERATIONS[request["operation"]]

        def decoded() -> list[Any]:
            return [codec.decode(request["target"]), *codec.decode(request["arguments"], Parts())]

        known: list[Any] = []
        with contextlib.suppress(MalformedError):  # An object that an earlier call makes.
            known = decoded()

        def apply() -> object:
            target, *values = known or decoded()
            first = len(values) - len(names)
            keywords = dict(zip(names, values[first:], strict=True))
            result = operation(target, *values[:first], **keywords)
            is_data = type(result) in self.codec.types.values()
            return result if is_data or not objects.describe(result) else None

        return apply

    def prepare_run(self, request: Tree) -> Callable[[], object]:
        file = request["file"]
        if file not in self.programs:
            path = self.box / file
            importlib.import_module(path.stem)  # Loads what it imports.
            self.programs[file] = compile(path.read_bytes(), path, "exec", dont_inherit=True)

        def run() -> None:
            main = sys.modules["__main__"] = ModuleType("__main__")
            sys.argv[:] = [file]
            exec(self.programs[file], main.__dict__)

        return run

    def prepare_run_tests(self, request: Tree) -> Callable[[], object]:
        from autograder.sandbox.worker.pytest_runner import replace_functions

        path, replacement = self.box / request["file"], request["replacement"]
        ignored = request["ignored"]

        def run_tests() -> list[str]:
            sys.modules.pop(path.stem, None)
            if not replacement:
                return self.failed_tests(path, ignored)
            names = vars(importlib.import_module(replacement["module"]))
            before = dict(names)
            replace_functions(**replacement)
            try:
                return self.failed_tests(path, ignored)
            finally:
                names.update(before)

        return run_tests

    def failed_tests(self, path: Path, ignored: list[str] | None) -> list[str]:
        import pytest

        self.failed, self.ignored = [], ignored
        folders = ["--rootdir", str(self.box), "--confcutdir", str(self.box)]
        pytest.main([*SUITE_OPTIONS, *folders, str(path)], [self])
        return sorted(self.failed)

    def pytest_configure(self, config: Any) -> None:
        config.option.tbstyle = "line"  # Others parse the file again for each failure.

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append(name := report.nodeid.partition("::")[2])
            if self.ignored is not None and name not in self.ignored:
                self.session.shouldfail = "one failure is enough"

    def pytest_collection_finish(self, session: Any) -> None:
        self.session = session

    def is_same(self, request: Tree, result: object, printed: str) -> bool:
        """Compare what a request gave with what is recorded."""
        answer = request["answer"]
        if isinstance(result, BaseException):
            return bool(answer["kind"] == "raised" or isinstance(result, SystemExit))
        if type(answer["value"]) is dict and answer["value"].get("$") == "foreign":
            return bool(answer["kind"] == "value")  # It has returned an object, which both keep.
        if request["op"] == "run":
            return bool(printed == answer["printed"])
        if request["op"] == "run_tests":
            tests = self.codec.decode(answer["value"])["tests"]
            return result == sorted(name for name, failure, _ in tests if failure)
        return bool(
            self.codec.encode(result) == answer["value"]
            or result == self.codec.decode(answer["value"])
        )


def replay(recorded: Tree, box: Path, types: str) -> dict[str, float]:
    """Repeat all requests; return the CPU seconds of each kind."""
    sys.dont_write_bytecode = False  # The tests are compiled once.
    work, main = Replay(box, types), sys.modules["__main__"]
    requests = recorded["requests"]
    steps = [work.prepare(request) for request in requests]
    for request, step in zip(requests, steps, strict=True):
        if request["op"] == "run_tests":  # Imports the rest of pytest, and compiles the tests.
            step()
            break
    gc.collect()
    gc.freeze()
    seconds, results = dict.fromkeys(KINDS, 0.0), []
    for request, step in zip(requests, steps, strict=True):
        sys.stdin, output = io.StringIO(request.get("stdin") or ""), io.StringIO()
        with contextlib.redirect_stdout(output):
            before = time.process_time()
            try:
                result = step()
            except (Exception, SystemExit) as error:
                result = error
            seconds[request["op"]] += time.process_time() - before
        results.append((result, output.getvalue()))
    sys.modules["__main__"] = main
    for request, (result, printed) in zip(requests, results, strict=True):
        if not work.is_same(request, result, printed):
            sys.exit(f"not as recorded: {str(request)[:300]}\n{result!r:.300}\n{printed[:300]}")
    return seconds


def recorded_tests(assignment: str, file: Path) -> int:
    """Record a grading in a process of its own; return the number of its tests."""
    command = [sys.executable, __file__, "record", assignment, str(file)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return int(json.loads(file.read_text(encoding="utf-8"))["tests"])


def replayed(file: Path) -> dict[str, float]:
    """Replay a record in a process of its own; return the CPU seconds of each kind."""
    command = [sys.executable, __file__, "replay", str(file)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    if sys.argv[1] == "record":
        record(sys.argv[2], Path(sys.argv[3]))
        return
    from autograder.judge.grading import reference_box

    recorded = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    assignment = load(recorded["assignment"])
    with reference_box(assignment) as box, tempfile.TemporaryDirectory() as elsewhere:
        os.chdir(elsewhere)
        seconds = replay(recorded, box, Path(assignment.types).stem)
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
