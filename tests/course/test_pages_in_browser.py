"""The instructor's pages in a real browser: accessible, quiet, readable on a phone and on paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.course.pages import class_page, files_page, write_report
from autograder.course.results import opened_results
from autograder.course.similar import ComparedSubmission, find_similar, write_similar_pages
from autograder.course.statistics import ClassMisconception
from tests.conftest import ROOT
from tests.course.stub import run_stub
from tests.puzzles.trace.playing import ask, console, inaccessible, medium, screen

LONG = "x" * 300
REFERENCE = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")
STUDENTS = {"ada": "10", f"<b>'\"🙂{LONG}": "5", "cy": "", "di": "3", "../up": "fails"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a class: some tests crashed, one submission is empty, names are hostile."""
    folder = tmp_path_factory.mktemp("pages")
    path = folder / "results.sqlite"
    run_stub(path, STUDENTS)
    with opened_results(path) as results:
        write_report(results, folder)
        rows = results.rows("SELECT * FROM scores ORDER BY student")
        found = ClassMisconception("first", f"Says {LONG}", ["ada"])
        found.failed["first/public/test_6"] = 1
        (folder / "index.html").write_text(class_page(results, rows, [found]), "utf-8")
        [row] = [row for row in rows if row["student"] == "di"]
        report = json.loads(json.dumps(results.report(row["submission"])))
        place = {"file": "a.py", "line": 1}
        for test in report["parts"][0]["tests"]:
            test["detail"] = {"place": place}
        (folder / "files.html").write_text(files_page(results, row, report), "utf-8")
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
    for page in ("index.html", "files.html", "similar/index.html", "similar/pairs/001.html"):
        with medium(browser, prefers_color_scheme=scheme), screen(browser, width):
            console(browser)
            browser.get((pages / page).as_uri())
            assert ask(browser, "return document.documentElement.scrollWidth") <= width
            assert ask(browser, "return performance.getEntriesByType('resource').length") == 0
            assert console(browser) == []
            assert inaccessible(browser) == []


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
