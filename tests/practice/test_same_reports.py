"""Recorded submissions have the same report on the practice page as from check.pyz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from tests.conftest import ROOT
from tests.practice.conftest import Practice, comparable
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
