"""Submissions that students would hand in, each with the report that it must get."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import submissions
from tests.conftest import run_autograder
from tests.submissions import BUILD, CASES, EditError, build, read_case

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


EDITS = {
    "text that is not there": (
        'file = "kenken.py"\nold = "def find_blanks"\nnew = ""',
        "typo: kenken.py holds 'def find_blanks' 0 times, not exactly once",
    ),
    "text that is there more than once": (
        'file = "kenken.py"\nold = "copy_board"\nnew = ""',
        "typo: kenken.py holds 'copy_board' 3 times, not exactly once",
    ),
    "function that is not there": (
        'file = "kenken.py"\nfunction = "find_blanks"\nnew = ""',
        "typo: kenken.py holds 'def find_blanks' 0 times, not exactly once",
    ),
    "file that is not there": (
        'file = "kenkne.py"\nold = "a"\nnew = ""',
        "typo: kenkne.py is not a file of the submission",
    ),
    "text that an earlier edit removed": (
        'file = "kenken.py"\nfunction = "find_blank"\nnew = ""\n'
        '[[edit]]\nfile = "kenken.py"\nold = "def find_blank"\nnew = ""',
        "typo: kenken.py holds 'def find_blank' 0 times, not exactly once",
    ),
}


@pytest.mark.parametrize(("edit", "message"), EDITS.values(), ids=EDITS)
def test_edit_that_does_not_fit(
    edit: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "FOLDER", tmp_path)
    (tmp_path / "typo").mkdir()
    (tmp_path / "typo/case.toml").write_text('assignment = "kenken"\n')
    (tmp_path / "typo/edits.toml").write_text(f"[[edit]]\n{edit}\n")
    with pytest.raises(EditError) as raised:
        build("typo", tmp_path / BUILD)
    assert str(raised.value) == message


@pytest.mark.parametrize("case", CASES)
def test_case_holds_only_known_keys_and_files(case: str) -> None:
    folder = submissions.FOLDER / case
    found = {path.name for path in folder.iterdir()}
    assert found <= {"case.toml", "edits.toml", "files", "report.txt"}
    assert set(read_case(case)) <= {"assignment", "about", "quick"}
    assert submissions.read_edits(case).keys() <= {
        *("missing", "starter", "encoding", "renamed", "edit")
    }
    assert {"edits.toml", "files"} & found
