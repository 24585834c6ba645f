"""Runs a student's tests with pytest, in the worker; the results are claims of untrusted code."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from autograder.sandbox.values import Tree
from autograder.sandbox.worker.importer import BoxImporter

MAX_TESTS = 500
MAX_FAILURE_TEXT = 300
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


class Recorder:
    """A pytest plugin that records the result of each test as data."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.tests: list[Tree] = []
        self.broken: list[Tree] = []
        self.error: Any = None
        """What a test raised, as pytest's ExceptionInfo."""

    def pytest_collectreport(self, report: Any) -> None:
        """Keep why a file of tests cannot be collected: the lines that pytest begins with E."""
        if report.failed:
            lines = report.longreprtext.splitlines()
            errors = [line[2:].strip() for line in lines if line.startswith("E ")]
            self.broken.append("; ".join(errors)[:MAX_FAILURE_TEXT] or "it cannot be collected")

    def pytest_runtest_makereport(self, call: Any) -> None:
        self.error = call.excinfo

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = report.nodeid.partition("::")[2][:MAX_FAILURE_TEXT]
        if report.failed:
            text, line = why_test_failed(report)
            self.tests.append([name, text[:MAX_FAILURE_TEXT] or "failed", self.line() or line])
        elif report.when == "call" and report.passed:
            self.tests.append([name, "", 0])

    def line(self) -> int:
        """Return the last line of the suite in the last error's traceback; 0 if there is none.

        The traceback may end elsewhere: in the functions under test, or in unittest.
        """
        entries = self.error.traceback if self.error else []
        shown = (e for e in entries if not e.ishidden(self.error))
        lines = [e.lineno + 1 for e in shown if os.path.basename(e.path) == self.file]
        return lines[-1] if lines else 0

    def results(self) -> dict[str, Tree]:
        return {"tests": self.tests[:MAX_TESTS], "broken": self.broken[:MAX_TESTS]}


def why_test_failed(report: Any) -> tuple[str, int]:
    """Return what pytest reports, and the line of a test whose parameter has no value, else 0."""
    shown = report.longrepr
    if crash := getattr(shown, "reprcrash", None):
        return crash.message.split("\n")[0], 0
    if name := getattr(shown, "argname", None):
        why = f"fixture '{name}' not found: pytest calls a test without arguments"
        return f"{why}; make {name} inside the test", shown.firstlineno + 1
    return report.longreprtext, 0


def replace_functions(module: str, names: Sequence[str], code: CodeType) -> None:
    """Bind names of a module to what they mean in another, in which this code has run."""
    target, replacements = importlib.import_module(module), ModuleType(module)
    exec(code, vars(replacements))
    for name in names:
        setattr(target, name, getattr(replacements, name))


def preload(box: BoxImporter, action: Callable[[Any], None]) -> None:
    """Import pytest and call `action` with a session that has not collected anything yet.

    Until then nothing can be imported from the box, nor is a conftest.py looked for in it. Modules
    that share a name with a file in the box are dropped afterwards.
    """
    sources, path, before = box.sources, sys.path[:], set(sys.modules)
    box.sources, sys.path[:] = {}, [folder for folder in path if folder != box.path]
    import pytest

    class AtStart:
        @pytest.hookimpl(trylast=True)
        def pytest_sessionstart(self, session: pytest.Session) -> None:
            box.sources, sys.path[:] = sources, path
            for name in set(sys.modules) - before:
                if f"{name.partition('.')[0]}.py" in sources:
                    del sys.modules[name]
            action(session)
            raise session.Interrupted("pytest has nothing left to do")

    pytest.main([*OPTIONS, "--rootdir", box.path, "--confcutdir", box.path], [AtStart()])


def run_tests(
    box: BoxImporter, file: str, session: Any, libraries: Mapping[str, str], most_failures: int
) -> dict[str, Tree]:
    """Run the tests in a file, in this session if there is one.

    Otherwise pytest is imported first, from the `libraries`. The run ends after so many failures,
    which are not explained; if none are given, all tests run, and pytest explains each failure.

    The result has `tests`, a list of [name, failure or "", line], and `broken`, the reasons why
    files could not be collected.
    """
    recorder = Recorder(file)

    def run(session: Any) -> None:
        path = os.path.relpath(box.path_of(file), session.startpath)
        session.config.args = [path]  # TMPDIR may have `[`.
        session.config.option.tbstyle = "line"  # Others parse the file again for each failure.
        session.config.option.maxfail = most_failures
        if most_failures:  # Rewriting the asserts takes half of a run.
            sys.meta_path.remove(session.config.pluginmanager.rewrite_hook)
        session.config.pluginmanager.register(recorder)
        session.config.hook.pytest_collection(session=session)
        session.config.hook.pytest_runtestloop(session=session)

    if session is None:
        sys.meta_path.append(Libraries(libraries))
        preload(box, run)
    else:
        with contextlib.suppress(BaseException):  # As pytest does, whatever the tests raise.
            run(session)
    return recorder.results()
