"""`autograder puzzle solve`, `rate`, `show` and `convert`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import autograder.cli.puzzle
from autograder.cli.puzzle import puzzle
from autograder.puzzles import Rating
from tests.cli.in_process import IMPOSSIBLE, SOLUTION, SQUARE, THREE, THREE_JSON, run_puzzle
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder with two puzzles."""
    monkeypatch.chdir(tmp_path)
    Path("three").write_text(THREE, encoding="utf-8")
    Path("square").write_text(SQUARE, encoding="utf-8")


def test_solve_prints_rows() -> None:
    ran = run_puzzle("solve", "three")
    assert (ran.status, ran.out, ran.err) == (0, SOLUTION, "")


def test_convert() -> None:
    assert run_puzzle("convert", "three", "--to", "json").out == THREE_JSON
    assert run_puzzle("convert", "--to", "kenken", stdin=THREE_JSON).out == THREE
    cages = "Div 2 0,0 0,1\nSub 2 0,2 1,2\nMul 6 1,0 2,0\nSingle 3 1,1\nAdd 3 2,1 2,2\n"
    assert run_puzzle("convert", "three", "--to", "ac3").out == f"3\n{cages}"


def test_solve_with_several_solutions() -> None:
    ran = run_puzzle("solve", "square")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out in {
        f"{rows}\nSeveral solutions; this is one of them.\n" for rows in ("1 2\n2 1", "2 1\n1 2")
    }


def test_solve_many() -> None:
    Path("two").write_text(THREE_JSON * 2)
    ran = run_puzzle("solve", "two")
    assert ran.out == f"puzzle 1:\n{SOLUTION}puzzle 2:\n{SOLUTION}"


def test_solve_as_json() -> None:
    Path("many").write_text(f"{SQUARE}rubbish\n{SQUARE}")
    ran = run_puzzle("solve", "many", "--json")
    first, third = map(json.loads, ran.out.splitlines())
    none = json.loads(run_puzzle("solve", "--json", stdin=IMPOSSIBLE).out)
    assert none == {"number": 1, "solution": None, "unique": False}
    assert [(one["number"], one["unique"]) for one in (first, third)] == [(1, False), (3, False)]
    assert first["solution"] in ([[1, 2], [2, 1]], [[2, 1], [1, 2]])
    assert ran.err == "autograder: many: line 2, column 1: expected value, found rubbish\n"


def test_solve_writes_a_page() -> None:
    ran = run_puzzle("solve", "three", "--html", "steps.html")
    assert (ran.status, ran.out) == (0, SOLUTION)
    page = Path("steps.html").read_text(encoding="utf-8")
    assert "<title>three: KenKen by staged guesses</title>" in page


def test_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = iter([Rating("easy", ("singles", "pairs"), 0), Rating("search", ("all",), 7)])
    monkeypatch.setattr(autograder.cli.puzzle, "rate", lambda _: next(ratings))
    ran = run_puzzle("rate", stdin=THREE_JSON * 2)
    assert ran.status == 0
    assert ran.out == (
        "puzzle 1: easy, without search\n  singles\n  pairs\n"
        "puzzle 2: search, 7 ways tried\n  all\n"
    )


DRAWN = """\
┌───────────┬─────┐
│2/         │2-   │
│  ·     ·  │  ·  │
├─────┬─────┤     │
│6*   │3    │     │
│  ·  │  ·  │  ·  │
│     ├─────┴─────┤
│     │3+         │
│  ·  │  ·     ·  │
└─────┴───────────┘
"""
DIFFERENT = """\
┌───────────┬─────┐
│2/         │2-   │
│  1     2  │  3  │
├─────┬─────┤     │
│6*   │3    │     │
│ 3≠2 │ 2≠3 │  1  │
│     ├─────┴─────┤
│     │3+         │
│ ·≠3 │  1     2  │
└─────┴───────────┘
"""


def test_show() -> None:
    ran = run_puzzle("show", "three")
    assert (ran.status, ran.out, ran.err) == (0, DRAWN, "")
    assert run_puzzle("show", stdin=THREE_JSON).out == DRAWN


def test_show_a_grid_and_the_expected_one() -> None:
    Path("mine").write_text("Solving...\n123\n321\n.12\nchecks: 1\n")
    Path("expected").write_text(f"--Solution--\n{SOLUTION}")
    ran = run_puzzle("show", "three", "--grid", "mine", "--expected", "expected")
    assert (ran.status, ran.out, ran.err) == (0, DIFFERENT, "")


def test_show_draws_an_image() -> None:
    ran = run_puzzle("show", "three", "--svg", "three.svg")
    assert ran.out == DRAWN
    image = Path("three.svg").read_text(encoding="utf-8")
    assert image.startswith("<svg ")
    assert run_puzzle("show", "three", "--svg", "-").out == image


DOCUMENT = (ROOT / "docs/puzzles.md").read_text(encoding="utf-8")


def test_document_shows_the_real_output() -> None:
    console = DOCUMENT.partition("```console\n")[2].partition("```")[0]
    shown = ""
    for line in re.findall(r"^\$ autograder puzzle (.*)\n", console, re.MULTILINE):
        command, _, file = line.partition(" > ")
        out = run_puzzle(*command.split()).out
        if file:
            Path(file).write_text(out, encoding="utf-8")
        shown += f"$ autograder puzzle {line}\n{'' if file else out}"
    assert shown.count("$ ") == 5
    assert console == shown


def examples() -> list[str]:
    sh = DOCUMENT.partition("```sh\n")[2].partition("```")[0].splitlines()
    sh += [line for each in puzzle.commands.values() for line in (each.help or "").splitlines()]
    return sorted({line.partition(" #")[0].strip() for line in sh if "autograder puzzle " in line})


@pytest.mark.parametrize("line", examples())
def test_examples(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run next to the files that they use, always with the same seed where none is named."""
    monkeypatch.setattr("secrets.randbelow", lambda _: 1)
    Path("example.in").write_text(THREE)
    Path("example.out").write_text(SOLUTION)
    Path("mine.out").write_text(SOLUTION)
    Path("puzzles.txt").write_text(THREE_JSON * 2)
    Path("ids.txt").write_text("ada\n")
    Path("secret.txt").write_text("secret\n")
    out = ""
    for command in line.partition(" > ")[0].split(" | "):
        ran = run_puzzle(*command.split()[2:], stdin=out)
        says = ran.err.startswith(("Seed: ", "wrote the ")) or ran.err == ""
        assert (ran.status, says) == (0, True)
        out = ran.out
    assert out


INVALID = {"misprint", "group_without_constraint", "no_square"}


def test_students_can_draw_every_input() -> None:
    """Except three that are invalid on purpose: the command reports what is wrong with them."""
    for path in sorted((ROOT / "inputs").glob("*/sample/*.in")):
        ran = run_puzzle("show", path)
        says = rf"autograder: {re.escape(str(path))}: line \d, column \d: .+\n"
        if path.stem in INVALID:
            assert (ran.status, ran.out, bool(re.fullmatch(says, ran.err))) == (2, "", True)
        else:
            assert (ran.status, ran.err, ran.out[0]) == (0, "", "┌")
