"""The grader in a practice page: runs the commands of check.pyz under Pyodide, in a web worker.

`practice_page`, a module that the page provides, has the functions of `sandbox.inline.Page`, one
that shows a status line, and a timer for a signal, which Python lacks there.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import practice_page  # type: ignore[import-not-found] # The page provides it.

from autograder.assignment import KIT, load, names
from autograder.cli import console, packed
from autograder.cli.browser_console import Console
from autograder.cli.check import latest_results
from autograder.cli.options import UNUSABLE
from autograder.intake.box import list_submission
from autograder.intake.entries import IntakeError
from autograder.judge.sources import source_text
from autograder.text_files import kit_text

[NAME] = names(KIT)
FOLDER = Path("/home/pyodide", NAME)


def setitimer(which: int, seconds: float, interval: float = 0) -> tuple[float, float]:
    """Stand in for `signal.setitimer`, without the timer for CPU time."""
    if which == signal.ITIMER_REAL:
        practice_page.setitimer(seconds, interval)
    return 0, 0


def start() -> None:
    """Prepare Python, before the modules for workers look for its timer."""
    signal.ITIMER_REAL, signal.ITIMER_PROF, signal.setitimer = 0, 2, setitimer
    sys.executable = "python"  # In the commands of reports, which the page runs.
    from autograder.sandbox import inline

    inline.page = practice_page
    console.show_on_page = practice_page.shows


def warm_up() -> None:
    """Check the starter, so that all modules are loaded."""
    starter = load(NAME).starter
    run({name: (starter / name).read_text(encoding="utf-8") for name in load(NAME).files}, ())
    latest_results.clear()


def run(files: Mapping[str, str], words: Sequence[str]) -> tuple[int, str, dict[str, Any]]:
    """Run check.pyz with these arguments beside these files.

    Return its exit status, what it printed, and the files that it made.
    """
    from autograder.sandbox.inline import InlineWorker

    InlineWorker.crashed.clear()
    write(FOLDER, {name: text.encode() for name, text in files.items()})
    os.chdir(FOLDER)
    os.environ["COLUMNS"] = "74"
    sys.argv[:] = ["check.pyz", *words]
    printed, errors, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        try:
            packed.main()
        except SystemExit as end:
            status = int(end.code or 0)
    made = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.name not in files}
    return status, (printed if status < UNUSABLE else errors).getvalue(), made


def run_file(files: Mapping[str, str], file: str, case: str) -> Console:
    """Run a file in the console; its standard input is that of a sample case, or what is typed."""
    assignment = load(NAME)
    given = {each.name: each.input for each in assignment.cases("sample")}.get(case)
    provided = {name: (assignment.starter / name).read_bytes() for name in assignment.provided}
    write(FOLDER, provided | {name: text.encode() for name, text in files.items()})
    os.chdir(FOLDER)
    return Console(file, kit_text(given) if given else None, practice_page.prints)


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    os.chdir(folder.parent)  # A current folder cannot be removed.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / Path(name).name).write_bytes(content)


def texts_in(contents: Mapping[str, Any]) -> dict[str, str]:
    """Return the assignment's files among these, or in an archive among them, as text."""
    write(FOLDER, {name: bytes(content) for name, content in contents.items()})
    archives = [path for path in FOLDER.iterdir() if path.suffix == ".zip"]
    try:
        found, _ = list_submission(load(NAME), archives[0] if archives else FOLDER).usable_files()
    except IntakeError:
        return {}
    return {name: source_text(content) for name, content in found.items()}
