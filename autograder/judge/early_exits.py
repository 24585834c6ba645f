"""Files of tests that end the session: by an exit, a faulty conftest.py or a hook that raises."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Generator
from pathlib import Path

import pytest


class EarlyExits:
    """A pytest plugin that adds the file or the test that ends the session to `faults`.

    The files are those in the `folder` of the assignment.
    """

    def __init__(self, faults: list[str], folder: Path) -> None:
        self.faults, self.folder = faults, folder
        self.running = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        try:
            return (yield)
        except SystemExit as error:
            return pytest.CollectReport(collector.nodeid, "failed", f"E SystemExit: {error}", [])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running = nodeid

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if isinstance(excinfo.value, pytest.exit.Exception):
            self.faults.append(f"{self.running}: pytest.exit: {excinfo.value}")

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        own = f"{self.running}: {excinfo.typename}: {' '.join(str(excinfo.value).split())}"
        self.faults.append(fault_in(excinfo.value, self.folder) or own)


def exit_of_conftest(error: SystemExit, folder: Path) -> str:
    """Return which file of an assignment's folder ended the session while it was loaded."""
    return fault_in(error, folder) or f"SystemExit: {error}"


def fault_in(error: BaseException, folder: Path) -> str:
    """Return in one line the error, and which file of the folder raised it; "" if none did."""
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    own = [file for file in files if Path(file).is_relative_to(os.path.abspath(folder))]
    says = " ".join(str(error).split())
    return f"{_relative(own[-1], folder)}: {type(error).__name__}: {says}" if own else ""


def fault_of_conftest(output: str, folder: Path) -> str:
    """Return in one line why a conftest.py cannot be loaded; "" if pytest says something else."""
    match = re.search(r"^ImportError while loading conftest '(.+)'\.$", output, re.MULTILINE)
    errors = re.findall(r"^E +(.+)", output, re.MULTILINE)
    if plugin := re.search(r'^ERROR: (Error importing plugin "(.+?)": .+)$', output, re.MULTILINE):
        files = (
            path
            for path in folder.rglob("conftest.py")
            if plugin[2] in path.read_text("utf-8", "replace")
        )
        return next((f"{_relative(str(path), folder)}: {plugin[1]}" for path in files), "")
    return f"{_relative(match[1], folder)}: {errors[-1]}" if match and errors else ""


def _relative(file: str, folder: Path) -> str:
    return os.path.relpath(file, folder).replace(os.sep, "/")
