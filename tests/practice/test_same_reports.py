"""Reports and played runs of assignments on the practice page: the same as from check.pyz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from tests.conftest import ROOT, wait_for
from tests.practice.conftest import Practice, comparable
from tests.puzzles.trace.playing import ask, element
from tests.submissions import build

RECORDED = (
    *("ac3-lists_shared", "ac3-debugging_prints"),
    *("cages-function_misspelt", "cages-loop_for_free_cell"),
    *("calcudoku-main_at_import", "calcudoku-no_prompts", "calcudoku-capital_checks"),
    *("kenken-endless_recursion", "kenken-exit_at_import", "kenken-input_at_import"),
    *("kenken-loop_at_import", "kenken-syntax_error", "mathdoku-class_renamed"),
    *("mathdoku-loop_in_solve", "mathdoku-print_prints"),
)
"""Submissions that fail in all kinds of ways."""


def submissions(assignment: Assignment, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the names and the folders of submissions: what is recorded, starter and reference."""
    for case in RECORDED:
        if case.startswith(f"{assignment.name}-"):
            yield case, build(case, folder)
    yield "starter", assignment.starter
    yield "reference", assignment.reference


@pytest.mark.nightly
@pytest.mark.parametrize("name", names(ROOT))
def test_same_report(practice: Callable[[Assignment], Practice], tmp_path: Path, name: str) -> None:
    assignment = load(name, ROOT)
    page = practice(assignment)
    differences = []
    for case, folder in submissions(assignment, tmp_path):
        files = {file: (folder / file).read_bytes() for file in assignment.files}
        report = page.check(files, tmp_path / "imported")
        if comparable(report) != comparable(page.command(files, tmp_path / "checked" / case)):
            differences.append(case)
    assert differences == []


@pytest.mark.nightly
def test_first_played_run_is_drawn(
    practice: Callable[[Assignment], Practice], tmp_path: Path
) -> None:
    """A browser may draw nothing of a frame that has been hidden until then."""
    assignment = load("kenken", ROOT)
    page = practice(assignment)
    page.put(
        {file: (assignment.reference / file).read_bytes() for file in assignment.files}, tmp_path
    )
    page.wait()
    ask(page.driver, "document.getElementById('play').click()")  # As a link of the handout does.
    page.wait()
    wait_for(lambda: element(page.driver, "playing").is_displayed())
    page.driver.switch_to.frame("played")
    wait_for(lambda: ask(page.driver, "return document.getElementById('board').offsetHeight") > 0)
    page.driver.switch_to.default_content()
