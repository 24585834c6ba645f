"""The pytest session that runs an assignment's tests on one submission."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import re
import sys
from pathlib import Path

import pytest

from autograder import signals
from autograder.judge import started_files
from autograder.judge.plugin import JudgePlugin, fault_in
from autograder.judge.repeated_calls import RepeatedCalls
from autograder.judge.request import CollectionError
from autograder.report import GraderError

PLUGINS = ("pytest_timeout", "pytest_jsonreport.plugin")
"""Passed as modules: to find one by its name, pytest reads the metadata of every package."""
DISABLED_PLUGINS = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "logging", "pastebin"),
    *("recwarn", "setuponly", "setupplan", "stepwise", "subtests", "threadexception", "terminal"),
    *("terminalprogress", "unraisableexception", "warnings"),
)
OMITTED_FIELDS = ("collectors", "log", "traceback", "streams", "warnings", "keywords")
CONFIGURATION = Path(__file__).with_name("pytest.ini")


def words_of_pytest(output: str, folder: Path) -> str:
    """Return in one line what pytest says; of a conftest.py, the file and the error."""
    pattern = r"(?ms)^ImportError while loading conftest '(.+?)'\.$.*^E +([^\n]+)"
    if match := re.search(pattern, output):
        return f"{os.path.relpath(match[1], folder)}: {match[2]}"
    return " ".join(output.split())


class SilentTerminal:
    """A pytest plugin: what other plugins need from the terminal plugin, which is not loaded."""

    __name__ = "terminalreporter"

    def __init__(self) -> None:
        """Let pytest ask how to highlight what an assert has compared."""
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
        *("--json-report-omit", *OMITTED_FIELDS, "--json-report", "--json-report-file", "none"),
    ]


def run_pytest(plugin: JudgePlugin) -> None:
    """Collect the tests, receive the submission, and run the tests on it.

    Raises:
        CollectionError: the tests cannot be collected.
        GraderError: the session has ended early.
    """
    assignment = plugin.assignment
    options = options_in(assignment.folder)
    options += [word for name in assignment.plugins for word in ("-p", name)]
    options += dict.fromkeys(str(path.parent) for path in plugin.places)
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "CI", "BUILD_NUMBER"):
        os.environ.pop(name, None)
    sys.dont_write_bytecode = True  # Compiled tests would lie where a path can name them.
    gc.freeze()  # Not scanning what is already loaded saves a tenth of a session.
    output = io.StringIO()
    plugins = [plugin, SilentTerminal(), RepeatedCalls(plugin)]
    plugins += map(importlib.import_module, PLUGINS)
    try:
        with (
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(output),
            plugin.stand_ins.installed(),
            started_files.refused(assignment),
        ):
            status = pytest.main(options, plugins)
    except (SystemExit, Exception) as error:  # From a conftest.py.
        raise GraderError(fault_in(error, assignment.folder)) from error
    signals.check()
    if plugin.refusal:
        raise plugin.refusal
    if status == pytest.ExitCode.INTERRUPTED and not plugin.faults:
        raise KeyboardInterrupt
    if plugin.faults or status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        reason = "\n".join(plugin.faults) or words_of_pytest(output.getvalue(), assignment.folder)
        kind = GraderError if plugin.has_received else CollectionError
        raise kind(reason or f"pytest ended with exit status {int(status)}")
