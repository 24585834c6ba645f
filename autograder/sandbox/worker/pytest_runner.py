"""Runs a student's tests with pytest, in the worker; the results are claims of untrusted code."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from autograder.sandbox.codec import Tree

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

    def __init__(self) -> None:
        self.tests: list[Tree] = []
        self.broken: list[Tree] = []

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            lines = report.longreprtext.splitlines()
            errors = [line[2:].strip() for line in lines if line.startswith("E ")]
            self.broken.append("; ".join(errors)[:MAX_FAILURE_TEXT] or "it cannot be collected")

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = report.nodeid.partition("::")[2][:MAX_FAILURE_TEXT]
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            text = crash.message.split("\n")[0] if crash else report.longreprtext
            self.tests.append(
                [name, text[:MAX_FAILURE_TEXT] or "failed", crash.lineno if crash else 0]
            )
        elif report.when == "call" and report.passed:
            self.tests.append([name, "", 0])


def replace_functions(module: str, functions: Sequence[str], source: str) -> None:
    """Replace functions of a module by those that `source` defines."""
    target, replacements = importlib.import_module(module), ModuleType(module)
    exec(compile(source, f"<{module}>", "exec", dont_inherit=True), vars(replacements))
    for function in functions:
        setattr(target, function, getattr(replacements, function))


def run_tests(path: str, libraries: Mapping[str, str]) -> dict[str, Tree]:
    """Run the tests in a file. `libraries`, pytest among them, can be imported."""
    sys.meta_path.append(Libraries(libraries))
    pytest = importlib.import_module("pytest")
    recorder = Recorder()
    box = os.path.dirname(path)
    pytest.main([*OPTIONS, "--rootdir", box, "--confcutdir", box, path], [recorder])
    return {"tests": recorder.tests[:MAX_TESTS], "broken": recorder.broken[:MAX_TESTS]}
