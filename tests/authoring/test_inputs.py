"""Fresh inputs from a seed, and error messages for bad recipes."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import KINDS, AssignmentError, load
from autograder.authoring.inputs import input_files
from autograder.puzzles.formats import read
from tests.conftest import KITS, copy_kit, run_autograder

TOML = "autograder/assignments/small/inputs.toml"
RECIPES = (KITS / "recipes" / TOML).read_text(encoding="utf-8")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return copy_kit("recipes", tmp_path)


def made(kit: Path, seed: str) -> dict[str, bytes]:
    return input_files(load("small", kit), seed)


def test_same_seed_same_bytes_in_another_process(small: Path) -> None:
    first = made(small, "2027")
    ran = run_autograder("inputs", "--seed", "2027", "--kit", small)
    lines = [f"inputs/small/{name}.in written" for name in ("sample/four", "secret/four")]
    first_lines, last = ran.out.splitlines()[:2], ran.out.splitlines()[-1]
    assert (ran.status, first_lines, last) == (0, lines, "inputs/small/sample/typed.in kept")
    assert {name: (small / "inputs/small" / name).read_bytes() for name in first} == first
    assert made(small, "2027") == first


def test_another_seed_changes_all_puzzles_but_those_kept(small: Path) -> None:
    first, second = made(small, "2027"), made(small, "2028")
    differ = {name for name in first if first[name] != second[name]}
    assert differ == {"sample/four.in", "secret/four.in", "secret/none.in"}
    assert first["sample/typed.in"] == b"no puzzle\n"
    fours = (first[f"{kind}/four.in"].decode() for kind in KINDS)
    assert len({read(text, "kenken").puzzle for text in fours}) == 2


def test_steps_need_an_algorithm(tmp_path: Path) -> None:
    kit = copy_kit("sums", tmp_path)
    folder = kit / "autograder/assignments/sums"
    (folder / "trace.py").unlink()
    with pytest.raises(AssignmentError) as error:
        input_files(load("sums", kit), "2027")
    says = "'steps' are those of the algorithm in trace.py, and sums has none"
    assert str(error.value) == f"{folder}/inputs.toml: {says}"


def test_one_more_case_does_not_change_others(small: Path) -> None:
    first = made(small, "2027")
    toml = small / TOML
    toml.write_text(RECIPES.replace("four = {}", "early = {}\nfour = {}"), encoding="utf-8")
    (small / "inputs/small/sample/early.in").write_text("", encoding="utf-8")
    second = made(small, "2027")
    assert {name: second[name] for name in first} == first


WRONG = {
    "key": (
        "four = {}",
        "four = { sise = 4 }",
        "unknown key 'sise' in [sample.four]; the nearest is 'size'",
    ),
    "rating": (
        "four = {}",
        'four = { rating = "Hard" }',
        "sample.four: rating: expected one of easy, normal, hard, extreme, search, found Hard",
    ),
    "layout": (
        "four = {}",
        'four = { cells = "reversed" }',
        "sample.four: 'cells': kenken has 'in order', found 'reversed'",
    ),
    "case without recipe": ("four = {}", "", "no recipe sample.four for inputs/small/sample/four"),
}


@pytest.mark.parametrize(("old", "new", "expected"), WRONG.values(), ids=WRONG)
def test_faulty_recipes(small: Path, old: str, new: str, expected: str) -> None:
    (small / TOML).write_text(RECIPES.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssignmentError) as error:
        made(small, "2027")
    message = str(error.value).replace(f"{small}/", "")
    assert message.startswith(f"{TOML}: {expected}")
    assert "\n" not in message
