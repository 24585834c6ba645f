"""The practice page does what check.pyz does, also where a program hangs its interpreter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from tests.authoring.sound_kit import make_sound_kit
from tests.conftest import wait_for
from tests.practice.conftest import Practice, comparable
from tests.puzzles.trace.playing import ask, console, element, inaccessible, medium, screen

LOOP = "def double(number):\n    while True:\n        number += 1\n\n\nprint(4)\n"
CATCHES_EVERYTHING = """def double(number):
    while True:
        try:
            while True:
                number += 1
        except BaseException:
            pass


print(4)
"""
ENDS = "import os\n\n\ndef double(number):\n    os._exit(3)\n\n\nprint(4)\n"
EDITED = "return document.getElementById('editor').env.editor.getValue()"

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def page(
    practice: Callable[[Assignment], Practice], tmp_path_factory: pytest.TempPathFactory
) -> Practice:
    return practice(make_sound_kit(tmp_path_factory.mktemp("kit")))


def test_a_loop_that_nothing_interrupts_ends_with_its_interpreter(
    page: Practice, tmp_path: Path
) -> None:
    """Another one runs the same again, and says where the first one was."""
    report = page.check({"double.py": CATCHES_EVERYTHING.encode()}, tmp_path)
    assert "where     double.py, line 4 in double: while True:" in report
    assert "Score: 0 of 90" in report


def test_a_loop_has_the_same_report_as_from_the_command(page: Practice, tmp_path: Path) -> None:
    """And the work is still there later."""
    report = page.check({"double.py": LOOP.encode()}, tmp_path)
    assert report.startswith("✗ double  ")
    assert "where     double.py, line 2 in double: while True:" in report
    assert comparable(report) == comparable(page.command({"double.py": LOOP.encode()}))
    assert console(page.driver) == []
    page.visit()
    page.wait()
    assert ask(page.driver, EDITED) == LOOP


def test_steps_of_a_failing_call_have_a_view(page: Practice, tmp_path: Path) -> None:
    wrong = "def double(number):\n    more = number + 3\n    return more\n\n\nprint(double(2))\n"
    page.check({"double.py": wrong.encode()}, tmp_path)
    button = (
        "[...document.querySelectorAll('#views button')].find((b) => b.textContent === 'Steps')"
    )
    ask(page.driver, f"{button}.click()")
    assert not ask(page.driver, "return document.getElementById('steps').hidden")
    assert '["more",' in ask(page.driver, "return document.getElementById('steps').srcdoc")


def test_importing_asks_before_it_replaces_work(page: Practice, tmp_path: Path) -> None:
    page.check({"double.py": LOOP.encode()}, tmp_path)
    other = tmp_path / "other" / "double.py"
    other.parent.mkdir()
    other.write_text("def double(number): return 2\n", encoding="utf-8")
    ask(page.driver, "window.asked = []; window.confirm = (text) => { asked.push(text) }")
    element(page.driver, "chosen").send_keys(str(other))
    said = "Nothing imported: your work is still here."
    wait_for(lambda: element(page.driver, "note").text == said)
    assert ask(page.driver, EDITED) == LOOP
    assert ask(page.driver, "return asked") == ["Replace double.py in the editor?"]


@pytest.mark.nightly
def test_a_call_that_ends_the_interpreter(page: Practice, tmp_path: Path) -> None:
    files = {"double.py": ENDS.encode()}
    assert comparable(page.check(files, tmp_path)) == comparable(page.command(files))


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (390, "dark")])
def test_everyone_can_use_it(page: Practice, tmp_path: Path, width: int, scheme: str) -> None:
    """axe-core finds nothing, and nothing is cut off, with the handout and with a report."""
    with medium(page.driver, prefers_color_scheme=scheme), screen(page.driver, width):
        page.visit()
        page.wait()
        assert inaccessible(page.driver) == []
        page.check({"double.py": LOOP.encode()}, tmp_path)
        assert inaccessible(page.driver) == []
        assert ask(page.driver, "return document.documentElement.scrollWidth") <= width
