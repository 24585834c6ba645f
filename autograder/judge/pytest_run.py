"""The pytest session that runs an assignment's tests on one submission."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import re
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import signals
from autograder.assignment import Part
from autograder.judge.pytest_items import mark_spares, part_of, shared_words
from autograder.report import GraderError
from autograder.sandbox.backend import SandboxError

if TYPE_CHECKING:
    import pytest

    from autograder.judge.plugin import JudgePlugin
    from autograder.judge.request import GradingRequest
    from autograder.judge.submission import Submission

PLUGINS = ("pytest_timeout", "pytest_jsonreport.plugin")
"""Passed as modules: to find one by its name, pytest reads the metadata of every package."""
DISABLED_PLUGINS = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "logging", "pastebin"),
    *("recwarn", "setuponly", "setupplan", "stepwise", "subtests", "threadexception", "terminal"),
    *("terminalprogress", "unraisableexception", "warnings"),
)
OMITTED_FIELDS = ("collectors", "log", "traceback", "streams", "warnings", "keywords")
CONFIGURATION = Path(__file__).with_name("pytest.ini")


class SubmissionReceiver:
    """A pytest plugin: when the tests are collected, it receives the submission and chooses some.

    If that fails, no test is run, and `fault` is the exception.
    """

    def __init__(
        self, judge: JudgePlugin, receive: Callable[[], tuple[GradingRequest, Submission]]
    ) -> None:
        self.judge, self.receive = judge, receive
        self.fault: Exception | None = None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Also load pytest in the sandbox, where there are tests of a student's to run."""
        if self.judge.faults or session.testsfailed:
            return
        try:
            self.judge.request, self.judge.submission = self.receive()
        except Exception as error:
            self.fault = error
            session.items.clear()
            return
        self.choose_tests(session)
        if any(map(runs_suite, session.items)):
            with contextlib.suppress(SandboxError):  # Reported to the first test.
                self.judge.submission.sandbox.preload_pytest()

    def choose_tests(self, session: pytest.Session) -> None:
        """Keep those of the parts to grade, public tests first or as asked.

        If hidden tests were first, a submission could save what one asked, in a file for instance,
        and print it in a public test.
        """
        judge, received = self.judge, self.judge.request
        names = {part.name for part in received.parts}
        chosen = [item for item in session.items if not names or part_of(item.path) in names]
        if received.expected_to_fail:
            chosen.reverse()
        chosen.sort(key=lambda item: judge.is_hidden(item.path))
        if received.named_like:
            chosen.sort(key=lambda item: -shared_words(item.name, received.named_like))
        session.items[:] = chosen
        if received.exit_first:
            session.config.option.maxfail = 1
        if not received.expected_to_fail:
            mark_spares(chosen, judge.assignment)


def runs_suite(item: pytest.Item) -> bool:
    """Does a test run a student's tests?"""
    return "suite" in getattr(item, "fixturenames", ())


class ChosenFiles:
    """A pytest plugin: of the `folders`, only these files are collected, in this order.

    If pytest were given the files, it would collect the whole folder again for each of them.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        paths = [Path(os.path.abspath(file)) for file in files]  # As pytest spells them.
        self.places = {path: place for place, path in enumerate(paths)}
        self.folders = list(dict.fromkeys(path.parent for path in paths))

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        other = collection_path.parent in self.folders and collection_path not in self.places
        return other or None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.places[item.path])


class EarlyEnd:
    """A pytest plugin: it adds what ends the session to `faults`: an exit, a hook that raises."""

    def __init__(self, faults: list[str], folder: Path) -> None:
        self.faults, self.folder = faults, folder

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if excinfo.typename == "Exit":  # Of pytest.exit.
            self.pytest_internalerror(excinfo)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self.faults.append(
            fault_in(excinfo.value, self.folder) or " ".join(excinfo.exconly().split())
        )


def fault_in(error: BaseException, folder: Path) -> str:
    """Return in one line the error, and which file of the folder raised it; "" if none did."""
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    own = [file for file in files if Path(file).is_relative_to(os.path.abspath(folder))]
    says = " ".join(str(error).split())
    return f"{_relative(own[-1], folder)}: {type(error).__name__}: {says}" if own else ""


def words_of_pytest(output: str, folder: Path) -> str:
    """Return in one line what pytest says; of a conftest.py, the file and the error."""
    pattern = r"(?ms)^ImportError while loading conftest '(.+?)'\.$.*^E +([^\n]+)"
    if match := re.search(pattern, output):
        return f"{_relative(match[1], folder)}: {match[2]}"
    return " ".join(output.split())


def _relative(file: str, folder: Path) -> str:
    return os.path.relpath(file, folder).replace(os.sep, "/")


class SilentTerminal:
    """A pytest plugin: what other plugins need from the terminal plugin, which is not loaded."""

    __name__ = "terminalreporter"

    def __init__(self) -> None:
        """Let pytest-timeout write, for tests that have a limit of their own."""
        from _pytest._io import TerminalWriter

        self._tw = TerminalWriter(io.StringIO())

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Add what pytest-json-report asks for, and what pytest does for tests of unittest."""
        parser.addoption("--tb", dest="tbstyle", default="auto")
        parser.addoption("--pdb", dest="usepdb", action="store_true")
        parser.addoption("--trace", dest="trace", action="store_true")

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str]:
        return report.outcome, "", ""


def options_in(folder: Path) -> list[str]:
    """Return the options of pytest for tests in the folder of an assignment."""
    return [
        *("-c", str(CONFIGURATION), "--rootdir", str(folder), "--confcutdir", str(folder)),
        *("--import-mode", "importlib", "--disable-plugin-autoload", "--capture", "no"),
        *(argument for name in DISABLED_PLUGINS for argument in ("-p", f"no:{name}")),
        *("--json-report", "--json-report-file", "none", "--json-report-omit", *OMITTED_FIELDS),
    ]


def run_pytest(
    parts: Sequence[Part],
    folders: Sequence[Path],
    plugin: JudgePlugin,
    receive: Callable[[], tuple[GradingRequest, Submission]],
) -> None:
    """Collect the tests in these folders, receive the submission, and run the tests."""
    import pytest

    from autograder.judge.repeated_calls import RepeatedCalls
    from autograder.judge.watchdog import MAX_SECONDS, Watchdog

    assignment, receiver = plugin.assignment, SubmissionReceiver(plugin, receive)
    named = [folder / f"test_{part.name}.py" for folder in folders for part in parts]
    files = ChosenFiles(filter(Path.is_file, named))
    options = [*options_in(assignment.folder), "--timeout", str(MAX_SECONDS)]
    options += [word for name in assignment.plugins for word in ("-p", name)]
    options += map(str, files.folders)
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "CI", "BUILD_NUMBER"):
        os.environ.pop(name, None)
    gc.freeze()  # Not scanning what is already loaded saves a tenth of a session.
    output = io.StringIO()
    ends = [Watchdog(plugin.faults), EarlyEnd(plugin.faults, assignment.folder)]
    own = [plugin, receiver, files, SilentTerminal(), *ends, RepeatedCalls(plugin)]
    plugins = [*own, *map(importlib.import_module, PLUGINS)]
    try:
        with (
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(output),
            plugin.stand_ins.installed(),
        ):
            status = pytest.main(options, plugins)
    except (SystemExit, Exception) as error:  # From a conftest.py.
        fault = fault_in(error, assignment.folder)
        if not fault and not isinstance(error, SystemExit):
            raise
        raise GraderError(fault or f"SystemExit: {error}") from None
    signals.check()
    if receiver.fault:
        raise receiver.fault
    if status == pytest.ExitCode.INTERRUPTED and not plugin.faults:
        raise KeyboardInterrupt
    expected = (
        pytest.ExitCode.OK,
        pytest.ExitCode.TESTS_FAILED,
        pytest.ExitCode.NO_TESTS_COLLECTED,  # Reported with the part's name.
    )
    if plugin.faults or status not in expected:
        reason = "\n".join(plugin.faults) or words_of_pytest(output.getvalue(), assignment.folder)
        raise GraderError(reason or f"pytest ended with exit status {int(status)}")
