"""The instructor's pages in a real browser: accessible, quiet, readable on a phone and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

from autograder.course.pages import report_pages, write_files
from autograder.course.results import Grading, opened_results
from autograder.course.similar import ComparedSubmission, find_similar, write_similar_pages
from autograder.course.statistics import class_figures
from autograder.course.submissions import Submission
from tests.conftest import ROOT
from tests.course.stub import run_stub, stub_grade
from tests.puzzles.trace.playing import ask, console, inaccessible, medium, screen

LONG = "x" * 300
REFERENCE = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")
PAGES = ("index.html", "students/di.files.html", "similar/index.html", "similar/pairs/001.html")
STUDENTS = {"ada": "10", f"<b>'\"🙂{LONG}": "5", "cy": "", "di": "3", "../up": "fails"}
STUDENTS |= {f"s{number:02}": "3" for number in range(13)}


def crashing(task: Submission) -> Grading:
    """Grade with the stub, but what fails has crashed, with a long message."""
    graded = stub_grade(task)
    for test in graded.report["parts"][0]["tests"] if graded.report else ():
        if test["outcome"] == "wrong":
            place = {"file": "a.py", "line": 1, "function": "f", "source": LONG}
            detail = {
                "kind": "raised",
                "subject": "first",
                "fact": f"raised <b>{LONG}",
                "call": f"first({LONG})",
            }
            test |= {"outcome": "crashed", "detail": {**detail, "place": place}}
    return graded


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a class: some tests crashed, one submission is empty, names are hostile."""
    folder = tmp_path_factory.mktemp("pages")
    path = folder / "results.sqlite"
    run_stub(path, STUDENTS, crashing)
    with opened_results(path) as results:
        figures = class_figures(results, ROOT)
        write_files(folder, report_pages(results, figures, "{} {}".format))
    lines = REFERENCE.splitlines()
    texts = (f"{REFERENCE}\n# {LONG}", REFERENCE, "\n".join(lines[len(lines) // 3 :]))
    copies = [
        ComparedSubmission(who * 99, {"a.py": text}) for who, text in zip("abc", texts, strict=True)
    ]
    similar = find_similar(copies, ())
    assert similar.clusters
    assert similar.pairs
    write_similar_pages(similar, "KenKen", folder / "similar")
    return folder


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (360, "dark")])
def test_everyone_can_read_them(browser: Chrome, pages: Path, width: int, scheme: str) -> None:
    """axe-core finds nothing, nothing is requested, and nothing is cut off."""
    for page in PAGES:
        with medium(browser, prefers_color_scheme=scheme), screen(browser, width):
            console(browser)
            browser.get((pages / page).as_uri())
            ask(browser, "document.querySelectorAll('details').forEach((each) => each.open = true)")
            assert ask(browser, "return document.documentElement.scrollWidth") <= width
            assert ask(browser, "return performance.getEntriesByType('resource').length") == 0
            assert console(browser) == []
            assert inaccessible(browser) == []


def test_groups_unfold(browser: Chrome, pages: Path) -> None:
    """A long list of students has a count, and unfolds."""
    browser.get((pages / "index.html").as_uri())
    browser.find_element("css selector", ".group summary").click()
    wait = WebDriverWait(browser, 20, 0.02)  # A page is told later that something has unfolded.
    links = wait.until(lambda _: browser.find_elements("css selector", ".group[open] .who a"))
    assert [link.text for link in links] == ["di", *(f"s{n:02}" for n in range(11))]
    more = browser.find_element("css selector", ".group[open] .who + details")
    summary = more.find_element("tag name", "summary")
    assert summary.text == "2 more students"
    summary.click()
    wait.until(lambda _: more.text != summary.text)
    assert more.text == "2 more students\ns11, s12"
    link = more.find_element("tag name", "a").get_attribute("href")
    assert link == (pages / "students/s11.html").as_uri()


def test_table_is_filtered_sorted_and_linked(browser: Chrome, pages: Path) -> None:
    browser.get((pages / "index.html").as_uri())
    rows = "return [...document.querySelectorAll('#table tbody tr')].map(r => r.cells[0].innerText)"
    assert ask(browser, rows)[:2] == ["../up", f"<b>'\"🙂{LONG}"]
    browser.find_element("id", "least").send_keys("50")
    assert ask(browser, rows) == [f"<b>'\"🙂{LONG}", "ada"]
    browser.find_element("css selector", "#table thead th:nth-child(3) button").click()
    browser.find_element("css selector", "#table thead th:nth-child(3) button").click()
    assert ask(browser, rows)[0] == "ada"
    browser.find_element("id", "search").send_keys("name of ada")
    assert ask(browser, rows) == ["ada"]
    link = browser.find_element("css selector", "#table tbody a")
    assert link.get_attribute("href") == (pages / "students/ada.html").as_uri()
