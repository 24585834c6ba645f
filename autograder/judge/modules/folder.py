"""The folder of a test: its files are where the submission's code runs, and the other way round."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath

import pytest

from autograder.judge.submission import Submission
from autograder.program_cases import FILE_NAME
from autograder.sandbox.files import names_in
from autograder.text_files import decoded

FOLDER_OF_TESTS = "PYTEST_DEBUG_TEMPROOT"
"""The variable that tells pytest where to make the folders of `tmp_path`."""
_getcwd, _realpath = os.getcwd, os.path.realpath
_gettempdir = tempfile.gettempdir
Send = Callable[[Mapping[str, bytes | None]], str]
"""A function that puts files into a worker's folder, removes those without content, and returns
the folder's path there."""


@contextlib.contextmanager
def own_tempfile() -> Iterator[None]:
    """Let a test make temporary files and folders in a folder of its own."""
    folder = tempfile.mkdtemp(dir=os.environ[FOLDER_OF_TESTS])
    tempfile.gettempdir = lambda: folder
    try:
        yield
    finally:
        tempfile.gettempdir = _gettempdir


class Folder:
    """The test's `tmp_path`, what it makes with `tempfile`, or the folder that it has changed to.

    Before a call, files that are new in it are copied to the worker's folder; after it, those that
    the call has written are copied back. No other folder is shared, nor the `home` where grading
    has begun: a submission could change the files in it. A data file next to the tests is copied if
    it is passed by its path, unless the submission has named it.

    A test that has changed to its folder shares the one in which the submission's code runs, which
    also has the provided files; other files lie in folders beside that. `paths` are those of the
    test, each with the worker's: each end reads its own.
    """

    def __init__(self, submission: Submission, item: Callable[[], pytest.Item], home: str) -> None:
        self.assignment, self.item, self.home = submission.assignment, item, home
        self.path = self.place = ""
        self.known: dict[str, bytes] = {}
        self.paths: dict[str, str] = {}
        self.heard: list[bytes] = []
        """What the submission has sent so far."""

    @property
    def tmp_path(self) -> str:
        """The folder of the test's files: pytest's, if it has asked for one, or `tempfile`'s."""
        asked, own = getattr(self.item(), "funcargs", {}).get("tmp_path", ""), tempfile.gettempdir()
        is_used = own != _gettempdir() and (own == self.path or os.listdir(own))
        return str(asked or (own if is_used else ""))

    def pass_on(self, send: Send, values: Sequence[object]) -> None:
        """Copy the files to the worker's folder of which a call with these arguments may know."""
        current, kit = _getcwd(), self.assignment.kit
        is_temporary = current != self.home and _is_below(current, _gettempdir())
        is_current = is_temporary and not _is_below(current, kit)
        path = current if is_current else self.tmp_path
        place = "" if is_current else f"../{os.path.basename(path)}"
        if (path, place) != (self.path, self.place):
            self.path, self.place, self.known = path, place, {}
            self.paths.pop(path, None)
        if path:
            files = files_in(path)
            new = {name: data for name, data in files.items() if self.known.get(name) != data}
            gone = dict.fromkeys(self.known.keys() - files.keys())
            if new or gone or path not in self.paths:
                changed = {"/": b"", **new, **gone}
                there = send({f"{self.place}/{n}".lstrip("/"): d for n, d in changed.items()})
                self.paths[path] = os.path.normpath(os.path.join(there, self.place))
            self.known = files
        for value in values:
            if isinstance(value, (str, PurePath)) and self._is_data(text := str(value)):
                folder, name = os.path.split(text)
                place = f"../{os.path.basename(folder)}/{name}"
                there = send({place: Path(text).read_bytes()})
                self.paths[text] = os.path.normpath(os.path.join(there, place))

    def _is_data(self, text: str) -> bool:
        """Return whether a path is a data file of the tests that no call has sent or named yet."""
        if text in self.paths or not os.path.isabs(text) or not os.path.isfile(text):
            return False
        folder = _realpath(self.item().path.parent)
        inside = PurePath(os.path.relpath(_realpath(text), folder))
        if inside.suffix in (".py", ".pyc") or ".." in inside.parts:
            return False
        said = [json.dumps(json.loads(data), ensure_ascii=False) for data in self.heard]
        texts = [inside.name, *(f'"{part}"' for part in (*inside.parts, inside.stem))]
        return not any(text in each for each in said for text in texts)

    def path_of(self, text: str) -> PurePath:
        """Return a path that the worker has sent: one that can be read only if it is the test's."""
        is_own = text in self.paths or (self.path and _is_below(text, self.path))
        return Path(text) if is_own else PurePath(text)

    def fetch(self, found: Mapping[str, bytes]) -> dict[str, str]:
        """Copy the files that the worker has written, and delete those that it has deleted.

        Return the texts of the former.
        """
        provided = () if self.place else self.assignment.provided
        files = {
            name: data
            for name, data in found.items()
            if _is_plain(name) and (name in self.known or not _is_part(name, provided))
        }
        written = {name: data for name, data in files.items() if self.known.get(name) != data}
        for name in sorted(self.known.keys() - files.keys() - {*provided}, reverse=True):
            with contextlib.suppress(OSError):  # A folder that was empty may have files now.
                path = Path(self.path) / name
                path.rmdir() if name.endswith("/") else path.unlink(missing_ok=True)
        for name, data in written.items():
            path = Path(self.path) / name
            (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
            if not name.endswith("/"):
                path.write_bytes(data)
        self.known = files
        texts = {name: decoded(data, "backslashreplace") for name, data in written.items()}
        return {name: text for name, text in texts.items() if not name.endswith("/")}


def files_in(folder: str) -> dict[str, bytes]:
    """Return the content of the files in a folder, and of the folders b""."""
    found = {}
    for name in filter(_is_plain, names_in(folder)):
        if name.endswith("/"):
            found[name] = b""
        elif os.path.isfile(path := os.path.join(folder, name)):
            found[name] = Path(path).read_bytes()
    return found


def _is_part(name: str, provided: Sequence[str]) -> bool:
    """Return whether a path is one of the provided files, or a folder of one."""
    return any(each == name or (name[-1] == "/" and each.startswith(name)) for each in provided)


def _is_plain(name: str) -> bool:
    return all(map(FILE_NAME.fullmatch, name.rstrip("/").split("/")))


def _is_below(path: str, folder: str | Path) -> bool:
    return _realpath(path).startswith(_realpath(folder) + os.sep)
