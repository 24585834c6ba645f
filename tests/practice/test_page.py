"""The practice page does what check.pyz does, also where a program hangs its interpreter."""

from __future__ import annotations

import time
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
BEGINNING = """
Unpack the zip; `START.html` shows how.

```sh
python check.pyz --part double
```
"""
EDITED = "return document.getElementById('editor').env.editor.getValue()"

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def page(
    practice: Callable[[Assignment], Practice], tmp_path_factory: pytest.TempPathFactory
) -> Practice:
    kit = make_sound_kit(tmp_path_factory.mktemp("kit"))
    kit.handout.write_text(kit.handout.read_text(encoding="utf-8") + BEGINNING, encoding="utf-8")
    return practice(kit)


def test_a_loop_that_nothing_interrupts_ends_with_its_interpreter(
    page: Practice, tmp_path: Path
) -> None:
    """Another one runs the same again, and says where the first one was."""
    page.check({"double.py": CATCHES_EVERYTHING.encode()}, tmp_path)
    assert "double.py, line 4 in double\nwhile True:" in page.shown()
    assert "0 of 90 points" in page.shown()


def test_a_loop_has_the_same_report_as_from_the_command(page: Practice, tmp_path: Path) -> None:
    """And the work is still there later."""
    files = {"double.py": LOOP.encode()}
    report = page.check(files, tmp_path)
    assert "double.py, line 2 in double\nwhile True:" in page.shown()
    assert comparable(report) == comparable(page.command(files, tmp_path / "checked"))
    assert console(page.driver) == []
    page.visit()
    page.wait()
    assert ask(page.driver, EDITED) == LOOP


WRONG = """def double(number):
    more = number + 3
    return more


print(double(2))
"""
IN_REPORT = "[...document.getElementById('page').contentDocument.querySelectorAll('a')]"


def test_a_report_leads_to_the_editor_and_to_the_steps(page: Practice, tmp_path: Path) -> None:
    page.check({"double.py": WRONG.encode()}, tmp_path)
    ask(page.driver, f"{IN_REPORT}.find((link) => link.textContent.trim() === 'line 2').click()")
    editor = "document.getElementById('editor').env.editor"
    assert ask(page.driver, f"return {editor}.getCursorPosition().row") == 1
    marks = ask(page.driver, f"return {editor}.session.getAnnotations()")
    assert {mark["row"] for mark in marks} == {1}
    assert "more was" in marks[0]["text"]
    ask(page.driver, f"{IN_REPORT}.find((link) => link.hash === '#part-1').click()")
    time.sleep(0.2)  # It would load this page into itself.
    assert "more was" in page.shown()
    ask(page.driver, f"{IN_REPORT}.find((link) => link.textContent.startsWith('Step')).click()")
    assert not ask(page.driver, "return document.getElementById('steps').hidden")
    assert '["more",' in ask(page.driver, "return document.getElementById('steps').srcdoc")


def test_a_syntax_error_is_marked(page: Practice, tmp_path: Path) -> None:
    """What is not written yet is marked, too, but as no error."""
    session = "document.getElementById('editor').env.editor.session"
    for source, kind, said in (
        ("def double(number)\n", "error", "expected ':'"),
        ("def double(number):\n    raise NotImplementedError\n", "info", "not written yet"),
    ):
        page.check({"double.py": f"import math\n{source}".encode()}, tmp_path)
        wait_for(lambda: ask(page.driver, f"return {session}.getAnnotations().length"))
        [mark] = ask(page.driver, f"return {session}.getAnnotations()")
        assert (mark["row"], mark["type"]) == (source.count("\n"), kind)
        assert said in mark["text"]
        assert said in element(page.driver, "output").text


def test_commands_are_buttons(page: Practice, tmp_path: Path) -> None:
    """Also those of the handout, which says nothing of a zip to unpack."""
    page.check({"double.py": WRONG.encode()}, tmp_path)
    ask(page.driver, "[...document.querySelectorAll('#output a')].at(-1).click()")
    page.wait()
    assert "Hint 1 of " in element(page.driver, "output").text
    assert "check.pyz" not in element(page.driver, "advice").text + page.shown()
    handout = ask(
        page.driver, "return document.getElementById('handout').contentDocument.body.innerText"
    )
    assert "Check double" in handout
    assert "Unpack" not in handout


ASKS = """import random

name = input("Your name? ")
print("Hello", name, random.random())
age = int(input("Your age? "))


def later(years):
    return age + years
"""


def printed(page: Practice) -> str:
    return str(ask(page.driver, "return document.getElementById('printed').textContent"))


def enter(page: Practice, line: str) -> None:
    wait_for(lambda: element(page.driver, "line").is_displayed())
    element(page.driver, "line").send_keys(line, "\n")


def test_a_program_runs_in_the_console_and_leaves_a_prompt(page: Practice, tmp_path: Path) -> None:
    """What it has printed before it asks again stays as it was, and nothing is printed twice."""
    page.put({"double.py": ASKS.encode()}, tmp_path)
    element(page.driver, "run").click()
    enter(page, "Ada")
    wait_for(lambda: "age?" in printed(page))
    before = printed(page)
    assert before.startswith("Your name? Ada\nHello Ada 0.")
    enter(page, "36")
    enter(page, "later(4)")
    wait_for(lambda: printed(page) == f"{before}36\n>>> later(4)\n40\n")
    enter(page, "later('4')")
    wait_for(lambda: "TypeError" in printed(page))
    assert '  File "double.py", line 9, in later' in printed(page)


def test_stop_ends_what_runs(page: Practice, tmp_path: Path) -> None:
    page.put({"double.py": b"print('on')\nwhile True:\n    pass\n"}, tmp_path)
    page.wait()
    element(page.driver, "run").click()
    wait_for(lambda: printed(page) == "on\n")
    element(page.driver, "stop").click()
    wait_for(lambda: printed(page) == "on\n\nStopped. Press Run to start again.\n")
    page.put({"double.py": b"print(6 * 7)\n"}, tmp_path)
    page.wait()
    element(page.driver, "run").click()
    wait_for(lambda: printed(page) == "42\n")


def test_a_program_that_sleeps_is_still_waiting(page: Practice, tmp_path: Path) -> None:
    """As in the report of the command; meanwhile, the part that runs is shown."""
    files = {"double.py": b"import time\n\n\ndef double(number):\n    time.sleep(60)\n"}
    page.put(files, tmp_path)
    element(page.driver, "check").click()
    wait_for(lambda: element(page.driver, "doing").text == "double ...")
    report = page.report()
    assert "still waiting" in page.shown()
    assert comparable(report) == comparable(page.command(files, tmp_path / "checked"))


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
    assert ask(page.driver, "return asked") == ["Replace double.py in the editor by double.py?"]


@pytest.mark.nightly
def test_a_call_that_ends_the_interpreter(page: Practice, tmp_path: Path) -> None:
    files = {"double.py": ENDS.encode()}
    report = page.check(files, tmp_path)
    assert comparable(report) == comparable(page.command(files, tmp_path / "checked"))


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
