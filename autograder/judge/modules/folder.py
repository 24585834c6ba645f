"""The folder of a test: its files are where the submission's code runs, and the other way round."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path, PurePath
from typing import Any

from autograder.judge.failure import failure_of
from autograder.judge.invocation import Invocation
from autograder.program_cases import FILE_NAME, MAX_CASE_BYTES, MAX_CASE_FILES
from autograder.report import GraderError
from autograder.sandbox.client import Worker
from autograder.sandbox.file_requests import all_files, send_files
from autograder.sandbox.protocol import ResponseKind

_getcwd, _scandir = os.getcwd, os.scandir


class Folder:
    """The test's `tmp_path`, or the folder that it has changed to.

    Before a call, files that are new in it are copied to the worker's folder; after it, those that
    the call has written are copied back. A file below the folder of the `tests` that is passed by
    its path is copied, too. The worker's folder also has the provided `data`. `home` is the folder
    where the grading has begun: it is never copied.
    """

    def __init__(
        self,
        tests: Path,
        data: Collection[str],
        tmp_path: Callable[[], Path | None],
        home: str,
    ) -> None:
        self.tests, self.data, self.tmp_path = str(tests), data, tmp_path
        self.home = home
        self.path = ""
        self.known: dict[str, bytes] = {}
        self.passed: dict[str, Any] = {}
        """The paths in the latest arguments, by what the worker got instead."""

    def pass_on(
        self, worker: Worker, seconds: float, values: Sequence[object]
    ) -> tuple[object, ...]:
        """Copy files to the worker's folder; return the arguments of a call as it gets them.

        A path in the folder becomes that of the copy.

        Raises:
            GraderError: the files are too many or too large.
        """
        current = _getcwd()
        path = current if current != self.home else str(self.tmp_path() or "")
        if path != self.path:
            self.path, self.known = path, {}
        if self.path:
            self._send_folder(worker, seconds)
        self.passed.clear()
        return tuple(self._passed(worker, seconds, value) for value in values)

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

    def _passed(self, worker: Worker, seconds: float, value: Any) -> Any:
        if not isinstance(value, (str, PurePath)):
            return value
        text, kind = str(value), type(value)
        if self.path and (text + os.sep).startswith(self.path + os.sep):
            name = os.path.relpath(text, self.path)
        elif text.startswith(self.tests + os.sep) and os.path.isfile(text):
            name = os.path.basename(text)
            self._send(worker, seconds, {name: Path(text).read_bytes()})
        else:
            return value
        self.passed[name] = value
        return kind(name)

    def _send_folder(self, worker: Worker, seconds: float) -> None:
        """Copy the files of the folder that the worker does not have yet."""
        found = {}
        with _scandir(self.path) as entries:
            for entry in entries:
                if entry.is_file() and FILE_NAME.fullmatch(entry.name):
                    found[entry.name] = Path(entry.path).read_bytes()
        new = {name: data for name, data in found.items() if self.known.get(name) != data}
        if new:
            self._send(worker, seconds, new)
        self.known = found

    @staticmethod
    def _send(worker: Worker, seconds: float, files: dict[str, bytes]) -> None:
        if len(files) > MAX_CASE_FILES or sum(map(len, files.values())) > MAX_CASE_BYTES:
            limits = f"{MAX_CASE_FILES} files, and {MAX_CASE_BYTES >> 20} MiB together"
            raise GraderError(f"a test puts too much into its folder: at most {limits}")
        if send_files(worker, files, seconds).kind is not ResponseKind.VALUE:
            raise GraderError("the files of a test cannot be copied to the submission's folder")

    def fetch(self, worker: Worker, seconds: float, invocation: Invocation, sources: Any) -> None:
        """Copy the files that the worker has written, and delete those that it has deleted.

        Raises:
            Failure: they are too large, or the worker has ended.
        """
        response = all_files(worker, seconds)
        if response.kind is not ResponseKind.VALUE:
            raise failure_of(response, invocation, sources)
        files = {
            name: data
            for name, data in response.value.items()
            if name not in self.data or name in self.known
        }
        for name, data in files.items():
            if self.known.get(name) != data:
                (Path(self.path) / name).write_bytes(data)
        for name in self.known.keys() - files.keys():
            (Path(self.path) / name).unlink(missing_ok=True)
        self.known = files
