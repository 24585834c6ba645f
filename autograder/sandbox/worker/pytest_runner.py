"""Runs a student's tests with pytest, in the worker; the results are claims of untrusted code."""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any

from autograder.sandbox.codec import Tree

MAX_TESTS = 500
MAX_FAILURE_TEXT = 300
MAX_TRACED = 300_000
"""Calls that are traced at most, about 0.1 s of them."""
OPTIONS = (
    *("-c", os.devnull, "--import-mode", "importlib", "--disable-plugin-autoload"),
    *("-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:terminal", "--capture", "no"),
)


class Libraries:
    """Finds packages by their first files, and no other package next to them."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    def find_spec(self, name: str, path: Any = None, _target: object = None) -> ModuleSpec | None:
        if path is not None or name not in self.files:
            return None
        return importlib.util.spec_from_file_location(name, self.files[name])


class CallTracer:
    """Records which replaced functions are called, until all of them were.

    Gives up after `MAX_TRACED` calls, since tracing is slow; then it is not `complete`.
    """

    def __init__(self, module: str = "", functions: Sequence[str] = ()) -> None:
        self.file, self.waiting = f"<{module}>", set(functions)
        self.called: list[Tree] = []
        self.left = MAX_TRACED

    @property
    def complete(self) -> bool:
        return self.left > 0

    def start(self) -> None:
        if self.waiting and self.complete:
            sys.settrace(self.trace)

    def stop(self) -> None:
        sys.settrace(None)

    def trace(self, frame: FrameType, _event: str, _argument: object) -> None:
        self.left -= 1
        code = frame.f_code
        if code.co_name in self.waiting and code.co_filename == self.file:
            self.waiting.remove(code.co_name)
            self.called.append(code.co_name)
        if not self.waiting or not self.complete:
            sys.settrace(None)


class Recorder:
    """A pytest plugin that records the result of each test as data."""

    def __init__(self, file: str, tracer: CallTracer) -> None:
        self.file, self.tracer = file, tracer
        self.tests: list[Tree] = []
        self.broken: list[Tree] = []

    def pytest_collectstart(self) -> None:
        self.tracer.start()

    def pytest_collectreport(self, report: Any) -> None:
        self.tracer.stop()
        if report.failed:
            lines = report.longreprtext.splitlines()
            errors = [line[2:].strip() for line in lines if line.startswith("E ")]
            self.broken.append("; ".join(errors)[:MAX_FAILURE_TEXT] or "it cannot be collected")

    def pytest_runtest_logstart(self) -> None:
        self.tracer.start()

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = report.nodeid.partition("::")[2][:MAX_FAILURE_TEXT]
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            text = crash.message.split("\n")[0] if crash else report.longreprtext
            self.tests.append(
                [name, text[:MAX_FAILURE_TEXT] or "failed", self.line_of(report.longrepr)]
            )
        elif report.when == "call" and report.passed:
            self.tests.append([name, "", 0])

    def pytest_runtest_logfinish(self) -> None:
        self.tracer.stop()

    def line_of(self, failure: Any) -> int:
        """Return the last line of the suite in a traceback; 0 if there is none.

        The traceback may end elsewhere: in the functions under test, or in unittest.
        """
        entries = getattr(getattr(failure, "reprtraceback", None), "reprentries", [])
        places = [place for entry in entries if (place := getattr(entry, "reprfileloc", None))]
        lines = [p.lineno for p in places if os.path.basename(p.path) == self.file]
        return lines[-1] if lines else 0

    def results(self) -> dict[str, Tree]:
        called = self.tracer.called if self.tracer.complete else None
        tests, broken = self.tests[:MAX_TESTS], self.broken[:MAX_TESTS]
        return {"tests": tests, "broken": broken, "called": called}


def replace_functions(module: str, functions: Sequence[str], code: str) -> None:
    """Replace functions of a module by those that the code of another defines.

    `code` is marshalled and in hexadecimal digits. The new module's names are sorted: the order of
    definition could tell which function was exchanged.
    """
    target, replacements = importlib.import_module(module), ModuleType(module)
    names = vars(replacements)
    exec(marshal.loads(bytes.fromhex(code)), names)
    in_order = sorted(names.items())
    names.clear()
    names.update(in_order)
    for function in functions:
        setattr(target, function, names[function])


def run_tests(path: str, libraries: Mapping[str, str], tracer: CallTracer) -> dict[str, Tree]:
    """Run the tests in a file. `libraries`, pytest among them, can be imported."""
    sys.meta_path.append(Libraries(libraries))
    pytest = importlib.import_module("pytest")
    box, file = os.path.split(path)
    recorder = Recorder(file, tracer)
    pytest.main([*OPTIONS, "--rootdir", box, "--confcutdir", box, path], [recorder])
    return recorder.results()
