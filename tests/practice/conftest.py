"""Practice pages in a browser, and the command beside which they have to stand."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.assignment import Assignment
from autograder.authoring.folder import write
from autograder.authoring.release.check_pyz import check_pyz, run_check_pyz
from autograder.authoring.release.kit_files import played_steps
from autograder.authoring.release.practice import practice_folder
from autograder.cli.practice import Handler, Server
from tests.conftest import wait_for
from tests.puzzles.trace.playing import ask, console, element

DIFFERENT = (
    r"^\w+: \w+\n|NOT CONFINED.*\n|\d+(\.\d+)? s\b|Python 3\.\d+|python3?(?= check\.pyz)"
    r"|[✓✗] \w+ (?:passes now|no longer passes).*\n"
)


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

    def check(self, files: Mapping[str, bytes], folder: Path) -> str:
        """Import the files, which are written into a folder for that; return the report."""
        self.wait()
        write(folder, files)
        paths = "\n".join(str(folder / name) for name in files)
        ask(self.driver, "window.confirm = () => true")
        element(self.driver, "chosen").send_keys(paths)
        wait_for(lambda: element(self.driver, "note").text.startswith("Imported: "))
        element(self.driver, "check").click()
        self.wait()
        return str(ask(self.driver, "return document.getElementById('output').textContent"))

    def command(self, files: Mapping[str, bytes]) -> str:
        """Return the report of check.pyz."""
        return run_check_pyz(self.assignment, self.pyz, files).stdout


def comparable(report: str) -> str:
    """Leave out what depends on the place: confinement, times, Python's version and command."""
    return re.sub(DIFFERENT, "", report).strip()


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
