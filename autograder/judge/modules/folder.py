"""The folder of a test: its files are where the submission's code runs, and the other way round."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from autograder.judge.failure import failure_of
from autograder.judge.invocation import Invocation
from autograder.judge.submission import Submission
from autograder.program_cases import FILE_NAME, MAX_CASE_BYTES, MAX_CASE_FILES
from autograder.sandbox.client import Worker
from autograder.sandbox.files import ask_for_files, send_files
from autograder.sandbox.messages import ResponseKind

_getcwd, _scandir, _realpath = os.getcwd, os.scandir, os.path.realpath
_gettempdir = tempfile.gettempdir
Send = Callable[[dict[str, bytes]], None]
"""A function that copies files, by their names, to a worker's folder."""


class Folder:
    """The test's `tmp_path`, or the temporary folder that it has changed to.

    Before a call, files that are new in it are copied to the worker's folder; after it, those that
    the call has written are copied back. No other folder is shared, nor the `home` where grading
    has begun: a submission could change the files in it. The worker's folder also has the provided
    files. A data file next to the `tests` that is passed by its path is copied, too.
    """

    def __init__(
        self,
        submission: Submission,
        tests: Path,
        tmp_path: Callable[[], Path | None],
        home: str,
    ) -> None:
        self.submission, self.tests, self.tmp_path = submission, tests, tmp_path
        self.home = home
        self.path = ""
        self.known: dict[str, bytes] = {}
        self.passed: dict[str, Any] = {}
        """The paths in the latest arguments, by what the worker got instead."""

    def pass_on(
        self, worker: Worker, seconds: float, invocation: Invocation, values: Sequence[object]
    ) -> tuple[object, ...]:
        """Copy files to the worker's folder; return the arguments of a call as it gets them.

        A path in the folder becomes that of the copy.

        Raises:
            ValueError: the files are too many or too large; the submission may have written them.
            Failure: the worker has ended, or has folders of these names.
        """
        send = partial(self._send, worker, seconds, invocation)
        current = _getcwd()
        path = current if self._is_temporary(current) else str(self.tmp_path() or "")
        if path != self.path:
            self.path, self.known = path, {}
        if self.path:
            self._send_folder(send)
        self.passed.clear()
        return tuple(self._passed(send, value) for value in values)

    def _is_temporary(self, path: str) -> bool:
        kit = self.submission.assignment.kit
        return path != self.home and _is_below(path, _gettempdir()) and not _is_below(path, kit)

    def path_for(self, value: Any) -> Any:
        """Return a path in the folder as the worker finds it; any other value as it is."""
        text = str(value) if isinstance(value, (str, PurePath)) else ""
        root = str(self.tmp_path() or "")
        inside = root and text.startswith(root + os.sep)
        return type(value)(os.path.relpath(text, root)) if inside else value

    def returned(self, value: Any) -> Any:
        """Return what a call has returned: a path that it was passed as the test has passed it."""
        if self.passed and isinstance(value, (str, PurePath)):
            return self.passed.get(str(value), value)
        return value

    def _passed(self, send: Send, value: Any) -> Any:
        if not isinstance(value, (str, PurePath)):
            return value
        text, kind = str(value), type(value)
        if self.path and (text + os.sep).startswith(self.path + os.sep):
            name = os.path.relpath(text, self.path)
        elif self._is_data(text):
            name = os.path.basename(text)
            send({name: Path(text).read_bytes()})
        else:
            return value
        self.passed[name] = value
        return kind(name)

    def _is_data(self, text: str) -> bool:
        """Is it a data file of the tests? The path may be one that a call has returned."""
        if not os.path.isabs(text) or text.endswith(".py") or not os.path.isfile(text):
            return False
        return _is_below(text, self.tests)

    def _send_folder(self, send: Send) -> None:
        """Copy the files of the folder that the worker does not have yet."""
        found = {}
        with _scandir(self.path) as entries:
            for entry in entries:
                if entry.is_file() and FILE_NAME.fullmatch(entry.name):
                    found[entry.name] = Path(entry.path).read_bytes()
        new = {name: data for name, data in found.items() if self.known.get(name) != data}
        if new:
            send(new)
        self.known = found

    def _send(
        self, worker: Worker, seconds: float, invocation: Invocation, files: dict[str, bytes]
    ) -> None:
        if len(files) > MAX_CASE_FILES or sum(map(len, files.values())) > MAX_CASE_BYTES:
            limits = f"{MAX_CASE_FILES} files, and {MAX_CASE_BYTES >> 20} MiB together"
            raise ValueError(f"a test puts too much into its folder: at most {limits}")
        response = send_files(worker, files, seconds)
        if response.kind is not ResponseKind.VALUE:
            raise failure_of(response, invocation, self.submission.sources)

    def fetch(self, worker: Worker, seconds: float, invocation: Invocation) -> None:
        """Copy the files that the worker has written, and delete those that it has deleted.

        Raises:
            Failure: they are too large, or the worker has ended.
        """
        response = ask_for_files(worker, None, seconds)
        if response.kind is not ResponseKind.VALUE:
            raise failure_of(response, invocation, self.submission.sources)
        provided = self.submission.assignment.provided
        files = {
            name: file.content
            for name, file in response.value.items()
            if FILE_NAME.fullmatch(name) and (name not in provided or name in self.known)
        }
        for name, data in files.items():
            if self.known.get(name) != data:
                (Path(self.path) / name).write_bytes(data)
        for name in self.known.keys() - files.keys():
            (Path(self.path) / name).unlink(missing_ok=True)
        self.known = files


def _is_below(path: str, folder: str | Path) -> bool:
    return _realpath(path).startswith(_realpath(folder) + os.sep)
