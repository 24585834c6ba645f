"""Runs a student's tests with pytest, in the worker; the results are claims of untrusted code."""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Callable, Generator, Mapping, Sequence, Set
from importlib.machinery import ModuleSpec
from types import CodeType, FrameType, ModuleType
from typing import Any, cast

from autograder.sandbox.decoder import Tree
from autograder.sandbox.worker.importer import Box
from autograder.sandbox.worker.tracebacks import why_test_failed

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
    """Records which replaced functions, and classes with methods, are called, until all were.

    Gives up after `MAX_TRACED` calls, since tracing is slow; then it is not `complete`.
    """

    def __init__(self, module: str = "", functions: Sequence[str] = ()) -> None:
        self.file, self.functions = f"<{module}>", frozenset(functions)
        self.waiting = set(functions)
        self.left = MAX_TRACED

    @property
    def complete(self) -> bool:
        return self.left > 0

    def __enter__(self) -> None:
        if self.waiting and self.complete:
            sys.settrace(self.trace)

    def __exit__(self, *_error: object) -> None:
        sys.settrace(None)

    def trace(self, frame: FrameType, _event: str, _argument: object) -> None:
        self.left -= 1
        code = frame.f_code
        if code.co_filename == self.file:  # Class.method counts as a call of Class.
            self.waiting.discard(code.co_qualname.partition(".")[0])
        if not self.waiting or not self.complete:
            sys.settrace(None)


class Recorder:
    """A pytest plugin that records the result of each test as data.

    With `ignored`, a list of names, it ends the session when a test of another name has failed.
    """

    def __init__(self, file: str, tracer: CallTracer, ignored: Sequence[str] | None) -> None:
        self.file, self.tracer, self.ignored = file, tracer, ignored
        self.session: Any = None
        self.tests: list[Tree] = []
        self.broken: list[Tree] = []
        self.error: Any = None
        """What a test raised, as pytest's ExceptionInfo."""

    def pytest_collectreport(self, report: Any) -> None:
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
            if self.ignored is not None and name not in self.ignored:
                self.session.shouldfail = "one failure is enough"
        elif report.when == "call" and report.passed:
            self.add_passed(report.nodeid)

    def add_passed(self, node: str) -> None:
        self.tests.append([node.partition("::")[2][:MAX_FAILURE_TEXT], "", 0])

    def line(self) -> int:
        """Return the last line of the suite in the last error's traceback; 0 if there is none.

        The traceback may end elsewhere: in the functions under test, or in unittest.
        """
        entries = self.error.traceback if self.error else []
        shown = (e for e in entries if not e.ishidden(self.error))
        lines = [e.lineno + 1 for e in shown if os.path.basename(e.path) == self.file]
        return lines[-1] if lines else 0

    def results(self) -> dict[str, Tree]:
        tracer, tests, broken = self.tracer, self.tests[:MAX_TESTS], self.broken[:MAX_TESTS]
        called = [*(tracer.functions - tracer.waiting)] if tracer.complete else None
        return {"tests": tests, "broken": broken, "called": called}


def tracing(recorder: Recorder, known: Set[object]) -> object:
    """Return a pytest plugin that traces what tests and fixtures call, and little of pytest.

    Traced calls take several times as long, and most calls in a short test are pytest's own. Where
    no test has anything to set up, tests are called without that, in half the time; but not if
    there are other plugins than the `known`, such as a conftest.py: they may have hooks.
    """
    import pytest

    tracer = recorder.tracer
    reraised = pytest.exit.Exception, KeyboardInterrupt

    class Tracing:
        nothing_to_set_up = False

        def pytest_collection_finish(self, session: pytest.Session) -> None:
            others = session.config.pluginmanager.get_plugins() - known - {self}
            self.nothing_to_set_up = not others and all(map(has_nothing_to_set_up, session.items))

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
            if not self.nothing_to_set_up:
                return None
            call = pytest.CallInfo.from_call(lambda: self.run(item), "call", reraise=reraised)
            if call.excinfo:
                report = item.ihook.pytest_runtest_makereport(item=item, call=call)
                item.ihook.pytest_runtest_logreport(report=report)
            else:
                recorder.add_passed(item.nodeid)
            return True

        @staticmethod
        def run(item: pytest.Item) -> None:
            os.environ["PYTEST_CURRENT_TEST"] = f"{item.nodeid} (call)"
            with tracer:
                item.runtest()

        @pytest.hookimpl(wrapper=True, trylast=True)
        def pytest_runtest_call(self) -> Generator[None, object, object]:
            with tracer:
                return (yield)

        @pytest.hookimpl(wrapper=True, trylast=True)
        def pytest_runtest_setup(self, item: Any) -> Generator[None, object, object]:
            with tracer if getattr(item, "fixturenames", True) else contextlib.nullcontext():
                return (yield)

        pytest_runtest_teardown = pytest_runtest_setup

    return Tracing()


def has_nothing_to_set_up(item: Any) -> bool:
    """Return whether a test is a call of a function: without fixtures, marks or parameters."""
    import pytest

    return type(item) is pytest.Function and not item.fixturenames and not any(item.iter_markers())


def replace_functions(module: str, functions: Sequence[str], code: str) -> None:
    """Replace functions of a module by those that the code of another defines.

    `code` is marshalled and in hexadecimal digits. The new module's names are sorted: the order of
    definition could reveal which function was replaced.
    """
    target, replacements = importlib.import_module(module), ModuleType(module)
    names = vars(replacements)
    exec(marshal.loads(bytes.fromhex(code)), names)
    in_order = sorted(names.items())
    names.clear()
    names.update(in_order)
    for function in functions:
        setattr(target, function, names[function])


def in_session(box: str, action: Callable[[Any], None]) -> None:
    """Call `action` with a pytest session for a folder, which has not collected anything yet."""
    import pytest

    class AtStart:
        @pytest.hookimpl(trylast=True)
        def pytest_sessionstart(self, session: pytest.Session) -> None:
            action(session)
            raise session.Interrupted("pytest has nothing left to do")

    pytest.main([*OPTIONS, "--rootdir", box, "--confcutdir", box], [AtStart()])


def preload(box: Box, action: Callable[[Any], None]) -> None:
    """Import pytest and call `action` with a session, in a process that runs no student's code.

    Meanwhile nothing can be imported from the box, nor is a conftest.py looked for in it. Modules
    that share a name with a file in the box are dropped afterwards.
    """
    sources, path, before = box.sources, sys.path[:], set(sys.modules)
    box.sources, sys.path[:] = {}, [folder for folder in path if folder != box.path]

    def restored(session: Any) -> None:
        box.sources, sys.path[:] = sources, path
        for name in set(sys.modules) - before:
            if f"{name.partition('.')[0]}.py" in sources:
                del sys.modules[name]
        action(session)

    in_session(box.path, restored)


def compile_tests(path: str, libraries: Mapping[str, str]) -> str:
    """Compile a file of tests as pytest does, which rewrites their assertions."""
    sys.meta_path.append(Libraries(libraries))
    importlib.import_module("pytest")  # Its parts cannot be imported before it.
    from _pytest.assertion.rewrite import rewrite_asserts

    with open(path, "rb") as file:
        source = file.read()
    tree = ast.parse(source, path)
    rewrite_asserts(tree, source, path)
    return marshal.dumps(compile(tree, path, "exec", dont_inherit=True)).hex()


class CompiledTests:
    """Finds and runs the module of a student's tests, which has been compiled before."""

    def __init__(self, path: str, code: CodeType, tracer: CallTracer) -> None:
        self.path, self.code, self.tracer = path, code, tracer
        self.name = os.path.basename(path).removesuffix(".py")

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> ModuleSpec | None:
        if name != self.name:
            return None
        spec = ModuleSpec(name, cast(Any, self), origin=self.path)
        spec.has_location = True
        return spec

    def create_module(self, _spec: ModuleSpec) -> None:
        """Use the default."""

    def exec_module(self, module: ModuleType) -> None:
        with self.tracer:
            exec(self.code, module.__dict__)


def run_tests(
    path: str, code: str, recorder: Recorder, session: Any, libraries: Mapping[str, str]
) -> dict[str, Tree]:
    """Run the tests in a file, in this session if there is one.

    Otherwise pytest is imported first, from the `libraries`. `code` is what `compile_tests`
    returned for the file, or empty.
    """
    box, tracer = os.path.dirname(path), recorder.tracer

    def run(session: Any) -> None:
        recorder.session = session
        if code:  # Has to be found before pytest finds the source.
            compiled = marshal.loads(bytes.fromhex(code))
            sys.meta_path.insert(0, cast(Any, CompiledTests(path, compiled, tracer)))
        session.config.args = [os.path.relpath(path, session.startpath)]  # TMPDIR may have `[`.
        session.config.option.tbstyle = "line"  # Others parse the file again for each failure.
        plugins = session.config.pluginmanager
        plugins.register(recorder)
        plugins.register(tracing(recorder, plugins.get_plugins()))
        session.config.hook.pytest_collection(session=session)
        session.config.hook.pytest_runtestloop(session=session)

    if session is None:
        sys.meta_path.append(Libraries(libraries))
        in_session(box, run)
    else:
        with contextlib.suppress(BaseException):  # As pytest does, whatever the tests raise.
            run(session)
    return recorder.results()
