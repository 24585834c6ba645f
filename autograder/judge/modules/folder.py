"""The folder of a test: its files are where the submission's code runs, and the other way round."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

import pytest

from autograder.judge.submission import Submission
from autograder.program_cases import FILE_NAME
from autograder.sandbox.files import text_of

_getcwd, _scandir, _realpath = os.getcwd, os.scandir, os.path.realpath
_gettempdir = tempfile.gettempdir
Send = Callable[[Mapping[str, bytes]], None]
"""A function that copies files, by their names, to a worker's folder."""


class Folder:
    """The test's `tmp_path`, or the temporary folder that it has changed to.

    Before a call, files that are new in it are copied to the worker's folder; after it, those that
    the call has written are copied back. No other folder is shared, nor the `home` where grading
    has begun: a submission could change the files in it. The worker's folder also has the provided
    files. A data file next to the tests that is passed by its path is copied, too.
    """

    def __init__(self, submission: Submission, item: Callable[[], pytest.Item], home: str) -> None:
        self.assignment, self.item, self.home = submission.assignment, item, home
        self.path = ""
        self.known: dict[str, bytes] = {}
        self.passed: dict[str, Any] = {}
        """The paths in the latest arguments, by what the worker got instead."""

    @property
    def tmp_path(self) -> str:
        """The folder that pytest has made for the test, if it has asked for one."""
        return str(getattr(self.item(), "funcargs", {}).get("tmp_path", ""))

    def pass_on(self, send: Send, values: Sequence[object]) -> tuple[object, ...]:
        """Copy files to the worker's folder; return the arguments of a call as it gets them.

        A path in the folder becomes that of the copy.
        """
        current, kit = _getcwd(), self.assignment.kit
        is_temporary = current != self.home and _is_below(current, _gettempdir())
        path = current if is_temporary and not _is_below(current, kit) else self.tmp_path
        if path != self.path:
            self.path, self.known = path, {}
        if path:
            with _scandir(path) as entries:
                plain = [e for e in entries if e.is_file() and FILE_NAME.fullmatch(e.name)]
            files = {each.name: Path(each.path).read_bytes() for each in plain}
            new = {name: data for name, data in files.items() if self.known.get(name) != data}
            if new:
                send(new)
            self.known = files
        self.passed.clear()
        return tuple(
            self._passed(send, value) if isinstance(value, (str, PurePath)) else value
            for value in values
        )

    def _passed(self, send: Send, value: Any) -> Any:
        inside = _inside(value, self.path)
        if inside is None and self._is_data(str(value)):
            send({os.path.basename(value): Path(value).read_bytes()})
            inside = type(value)(os.path.basename(value))
        if inside is None:
            return value
        self.passed[str(inside)] = value
        return inside

    def _is_data(self, text: str) -> bool:
        """Is it a data file of the tests? The path may be one that a call has returned."""
        if not os.path.isabs(text) or text.endswith(".py") or not os.path.isfile(text):
            return False
        return _is_below(text, self.item().path.parent)

    def path_for(self, value: Any) -> Any:
        """Return a path in the folder as the worker finds it; any other value as it is."""
        inside = _inside(value, self.tmp_path) if isinstance(value, (str, PurePath)) else None
        return inside or value

    def returned(self, value: Any) -> Any:
        """Return what a call has returned: a path that it was passed as the test has passed it."""
        if self.passed and isinstance(value, (str, PurePath)):
            return self.passed.get(str(value), value)
        return value

    def fetch(self, found: Mapping[str, bytes]) -> dict[str, str]:
        """Copy the files that the worker has written, and delete those that it has deleted.

        Return the texts of the former.
        """
        provided = self.assignment.provided
        files = {
            name: data
            for name, data in found.items()
            if FILE_NAME.fullmatch(name) and (name not in provided or name in self.known)
        }
        written = {name: data for name, data in files.items() if self.known.get(name) != data}
        for name, data in written.items():
            (Path(self.path) / name).write_bytes(data)
        for name in self.known.keys() - files.keys() - {*provided}:
            (Path(self.path) / name).unlink(missing_ok=True)
        self.known = files
        return {name: text_of(data) for name, data in written.items()}


def _inside(value: Any, folder: str) -> Any:
    """Return a path that is in a folder, relative to it; None for any other text or path."""
    if not folder or not f"{value}{os.sep}".startswith(folder + os.sep):
        return None
    return type(value)(os.path.relpath(value, folder))


def _is_below(path: str, folder: str | Path) -> bool:
    return _realpath(path).startswith(_realpath(folder) + os.sep)
