"""`autograder puzzle new`."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.puzzles import Puzzle, generate, solutions, student_seed
from autograder.puzzles.formats import read, split
from tests.cli.in_process import run_puzzle


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ids").write_text("ada\n\n  b.c@d-e_f+1 \nÉmile\n", encoding="utf-8")
    Path("secret").write_text("  for 2031\n", encoding="utf-8")
    Path("empty").write_text("\n")
    Path("bad").write_text("ada\n../x\n")


def made(*arguments: object) -> Puzzle:
    """The puzzle that a command with a seed prints."""
    ran = run_puzzle("new", *arguments)
    assert (ran.status, ran.err) == (0, "")
    return read(ran.out).puzzle


def test_puzzle_with_options() -> None:
    puzzle = made(4, "--rating", "normal", "--seed", "autumn")
    assert puzzle == generate(4, rating="normal", seed="autumn")
    assert puzzle.size == 4
    assert len(list(solutions(puzzle))) == 1


def test_random_seed_is_printed_and_gives_the_same_puzzle_again() -> None:
    ran = run_puzzle("new", 4)
    assert ran.err.startswith("Seed: ")
    assert ran.err.endswith("\n")
    seed = ran.err.removeprefix("Seed: ").strip()
    assert run_puzzle("new", 4, "--seed", seed).out == ran.out
    assert run_puzzle("new", 4).err != ran.err


def test_many() -> None:
    """Each can be made again alone, with its number appended to the seed."""
    ran = run_puzzle("new", 3, "--count", 3, "--seed", "s")
    alone = [made(3, "--seed", f"s-{number}") for number in (1, 2, 3)]
    assert [part.read().puzzle for part in split(ran.out)] == alone
    assert len(ran.out.splitlines()) == len(set(alone)) == 3


def test_puzzles_of_students() -> None:
    ran = run_puzzle("new", 3, "--students", "ids", "--secret", "secret", "--to", "all/of/them")
    assert (ran.status, ran.out, ran.err) == (0, "3 puzzles written to all/of/them\n", "")
    folder = Path("all/of/them")
    names = {"ada.json", "b.c@d-e_f+1.json", "Émile.json"}
    assert {path.name for path in folder.iterdir()} == names
    text = (folder / "ada.json").read_text(encoding="utf-8")
    assert read(text).puzzle == generate(3, seed=student_seed("for 2031", "ada"))
    assert len({path.read_text() for path in folder.iterdir()}) == 3


def test_defaults_follow_the_limits_of_the_format() -> None:
    made = read(run_puzzle("new", "--seed", 1, "--format", "calcudoku").out, "calcudoku").puzzle
    assert made == generate(5, "+", seed=1)


HELP = " See autograder puzzle new --help"
TOGETHER = f"--students, --secret and --to need each other.{HELP}"

REFUSED = {
    "size": ("17", f"Invalid value for '[SIZE]': 17 is not in the range 1<=x<=16.{HELP}"),
    "brute force": (
        "4 --checks 1 2",
        f"--checks makes 5x5 sums: omit SIZE and --rating.{HELP}",
    ),
    "rating out of reach": (
        "1 --rating hard --seed 1",
        "found no puzzle of size 1 rated hard in 10,000 tries",
    ),
    "students without folder": ("--students ids --secret secret", TOGETHER),
    "empty secret": (
        "--students ids --secret empty --to x",
        "the file of --secret is empty",
    ),
    "student that cannot be a file name": (
        "--students bad --secret secret --to x",
        "bad: expected an id of letters, digits and . _ - @ + that does not begin with a dot, "
        "found ../x",
    ),
}


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(arguments: str, message: str) -> None:
    ran = run_puzzle("new", *arguments.split())
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")
