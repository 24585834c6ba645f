"""What `autograder puzzle` refuses: exit status 2, and one line per fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import SQUARE, THREE, THREE_JSON, run_puzzle

BEGUN = SQUARE.replace("]}]}", ']}], "grid": [[1, 0], [0, 0]]}')
IN = "standard input"
FORMATS = "ac3, cages, calcudoku, kenken, mathdoku, json"
ROWS = "expected 3 rows of 3 numbers, as programs print them, found none"

REFUSED: dict[str, tuple[str, str | bytes, str]] = {
    "no such file": ("solve nope", "", "nope: cannot be read: No such file or directory"),
    "no text": ("show", b"3\n\xff", f"{IN}: not UTF-8 text"),
    "no grid": ("show three --grid -", "1 2 3\n2 3 1\n", f"{IN}: {ROWS}"),
    "image that cannot be written": (
        "show three --svg folder",
        "",
        "folder: cannot write the drawing: Is a directory",
    ),
    "pages of several": (
        "solve --html x.html",
        THREE_JSON * 2,
        "--html takes one puzzle, found 2. See autograder puzzle solve --help",
    ),
    "rating of a board that is begun": (
        "rate",
        BEGUN,
        f"{IN}: only a puzzle with nothing filled in can be rated",
    ),
    "format that cannot hold it": (
        "convert --to ac3",
        BEGUN,
        f"{IN}: ac3 cannot hold filled-in numbers, found 1",
    ),
    "format that holds one": (
        "convert --to mathdoku",
        THREE_JSON * 2,
        "mathdoku holds one puzzle; json holds several. See autograder puzzle convert --help",
    ),
    "no such format": (
        "show three --format nope",
        "",
        f"three: expected one of the formats {FORMATS}, found nope",
    ),
}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("three").write_text(THREE, encoding="utf-8")
    Path("folder").mkdir()


@pytest.mark.parametrize(("arguments", "stdin", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(arguments: str, stdin: str | bytes, message: str) -> None:
    ran = run_puzzle(*arguments.split(), stdin=stdin)
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")


def test_faults_do_not_stop_the_rest() -> None:
    """Lines that are not puzzles, puzzles that cannot be rated."""
    lines = f"{THREE_JSON}rubbish\n{THREE_JSON}{SQUARE}"
    ran = run_puzzle("rate", stdin=lines)
    assert ran.status == 2
    labels = [line.partition(":")[0] for line in ran.out.splitlines() if not line.startswith(" ")]
    assert labels == ["puzzle 1", "puzzle 3"]
    assert ran.err == (
        f"autograder: {IN}: line 2, column 1: expected value, found rubbish\n"
        f"autograder: {IN}: line 4: the puzzle has several solutions, "
        "but only a puzzle with exactly one can be rated\n"
    )


def test_names_and_texts_are_escaped_for_terminals() -> None:
    ran = run_puzzle("solve", "no\x1b[31m\nfile")
    assert ran.err == "autograder: no\\x1b[31m\\nfile: cannot be read: No such file or directory\n"
