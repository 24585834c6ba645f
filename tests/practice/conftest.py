"""Practice pages in a browser, and the command beside which they have to stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.assignment import Assignment
from autograder.authoring.folder import write
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.kit_files import played_steps
from autograder.authoring.release.practice import practice_folder
from autograder.cli.practice import Handler, Server
from tests.conftest import wait_for
from tests.puzzles.trace.playing import ask, console, element

DIFFERENT = (
    r'<title>.*</title>|<p class="submission">.*</p>|\d+(\.\d+)? s\b|Python 3\.\d+'
    r"|python3?(?= check\.pyz)"
)
SHOWN = "return document.getElementById('page').contentDocument.body.innerText"


class Practice:
    """The practice page of an assignment, and the command that does the same."""

    def __init__(self, driver: Chrome, assignment: Assignment, address: str) -> None:
        self.driver, self.assignment, self.address = driver, assignment, address
        self.pyz = check_pyz(assignment, played_steps(assignment))

    def visit(self) -> None:
        self.driver.get(self.address)

    def wait(self) -> None:
        """Wait until the grader is ready."""
        wait_for(lambda: element(self.driver, "check").is_enabled())

    def put(self, files: Mapping[str, bytes], folder: Path) -> None:
        """Import the files, which are written into a folder for that."""
        self.wait()
        write(folder, files)
        paths = "\n".join(str(folder / name) for name in files)
        ask(
            self.driver,
            "window.confirm = () => true; document.getElementById('note').textContent = ''",
        )
        element(self.driver, "chosen").send_keys(paths)
        wait_for(lambda: element(self.driver, "note").text.startswith("Imported: "))

    def check(self, files: Mapping[str, bytes], folder: Path) -> str:
        """Check the files; return the page of the report."""
        self.put(files, folder)
        element(self.driver, "check").click()
        return self.report()

    def report(self) -> str:
        """Return the page of the report when the check that runs has ended."""
        self.wait()
        wait_for(lambda: "points" in str(ask(self.driver, SHOWN)))
        return str(ask(self.driver, "return document.getElementById('page').srcdoc"))

    def shown(self) -> str:
        """Return what is to be read of the report."""
        return str(ask(self.driver, SHOWN))

    def command(self, files: Mapping[str, bytes], folder: Path) -> str:
        """Return the page that check.pyz makes of the files, in a folder for that."""
        write(folder, {**files, "check.pyz": self.pyz})
        words = [sys.executable, "-S", "check.pyz", "--html", "report.html"]
        environment = {**os.environ, "HOME": str(folder), "PYTHONUTF8": "1"}
        subprocess.run(words, cwd=folder, env=environment, capture_output=True, check=False)
        return (folder / "report.html").read_text(encoding="utf-8")


def comparable(page: str) -> str:
    """Leave out what depends on the place: titles, times, Python's version and command."""
    return re.sub(DIFFERENT, "", page).strip()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; yield the address."""
    handler = partial(Handler, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def practice(
    browser: Chrome, pyodide: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Assignment], Practice]]:
    """Make and serve the practice page of an assignment, below a path. At the end, leave it."""
    folder = tmp_path_factory.mktemp("served")
    with served(folder) as address:

        def serve(assignment: Assignment) -> Practice:
            write(folder / "course" / assignment.name, practice_folder(assignment, pyodide))
            console(browser)
            page = Practice(browser, assignment, f"{address}course/{assignment.name}/")
            page.visit()
            return page

        yield serve
        browser.get("about:blank")
