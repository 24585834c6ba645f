"""Submissions that students would hand in, each with the report that it must get."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import submissions
from tests.conftest import run_autograder
from tests.submissions import BUILD, CASES, build, read_case

NOTHING: dict[object, object] = {}
WORDS_OF_PYTHON: dict[str, Callable[[], object]] = {
    "min() arg is an empty sequence": lambda: min([]),
    "unhashable type: 'list'": lambda: NOTHING[[]],
}
"""Messages of Python 3.11 in the reports, each with a way to get it; other versions word them
differently, and a report quotes the version that it is made with."""


def in_words_of_311(text: str) -> str:
    for message, provoke in WORDS_OF_PYTHON.items():
        with pytest.raises((TypeError, ValueError)) as raised:
            provoke()
        text = text.replace(f": {raised.value}\n", f": {message}\n")
    return text


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_report(
    case: str,
    quick_kit: Callable[[float], Path],
    tmp_path: Path,
    recorded: Callable[[Path, str], None],
) -> None:
    about = read_case(case)
    build(case, tmp_path / BUILD)
    kit = ["--kit", quick_kit(about["quick"])] if "quick" in about else []
    ran = run_autograder("grade", about["assignment"], BUILD / case, *kit, cwd=tmp_path)
    text = f"{ran.out}{ran.err}exit status {ran.status}\n"
    recorded(submissions.FOLDER / case / "report.txt", in_words_of_311(text))
    assert "Traceback" not in text
