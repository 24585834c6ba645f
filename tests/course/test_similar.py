"""Similar submissions: planted copies are found, independent right answers are not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest

from autograder.assignment import load, names
from autograder.course.results import opened_results
from autograder.course.similar import (
    MIN_SHARE,
    ComparedSubmission,
    all_k_grams,
    code_tokens,
    compared,
    find_similar,
    handed_out,
    similar_pair,
)
from tests.cli.in_process import run_main
from tests.conftest import ROOT
from tests.course.planted import disguised, right_answers
from tests.course.stub import hand_in

HOSTILE = "<script>alert('x')</script>"
REFERENCE = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")
WHEATS = [
    path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "autograder/assignments/kenken/wheats").glob("*.py"))
]


@pytest.mark.parametrize("name", names(ROOT))
def test_planted_and_independent_pairs(name: str) -> None:
    assignment, answers = load(name), right_answers(name)
    known = all_k_grams(handed_out(assignment).values())
    originals = [compared(("a",), {"a.py": source}, known) for source in answers]
    for padded, least in ((False, 0.7), (True, 0.4)):
        for original, source in zip(originals, answers, strict=True):
            copy = compared(("b",), {"b.py": disguised(source, assignment, padded=padded)}, known)
            assert min(similar_pair(original, copy).shares) > least
    independent = [similar_pair(*pair).shares[0] for pair in combinations(originals, 2)]
    assert max(independent) < 0.2 < MIN_SHARE


def submission(students: str, source: str, known: Sequence[str] = ()) -> ComparedSubmission:
    return compared(tuple(students.split("+")), {"a.py": source}, all_k_grams(known))


def test_starter_and_provided_code_is_left_out() -> None:
    starter = handed_out(load("kenken"))
    assert set(starter) == {"kenken.py", "provided.py", "solve.py"}
    assert submission("ada", starter["kenken.py"], [*starter.values()]).size == 0
    found = find_similar(
        [submission(who, starter["kenken.py"], [*starter.values()]) for who in ("ada", "bob")]
    )
    assert (found.pairs, found.compared, found.too_short) == ((), 0, ("ada", "bob"))
    changed = starter["kenken.py"] + "\n\n" + WHEATS[0]
    assert submission("ada", changed, [*starter.values()]).size <= submission("b", WHEATS[0]).size


TOKENS = {
    "x = y + 1  # z": "name = name + 1",
    "def f(a: int = {1: 2}[1], *b) -> list[int]:\n    '''Doc.'''\n    return a": "def return name",
    "lambda x: len(x)": "lambda name : len ( name )",
    "f('a', rb\"b\\\"\", f'{x}')": "name ( string , string , string )",
    "  'doc'\nx = 'no doc'": "name = string",
    "x //= 0x1f ** 1.5e3; y: int": "name //= 0x1f ** 1.5e3 ; name : int",
    "a \\\n b": "name name",
    "'open\nx": "name",
    "f('''open\nx = 1": "name ( string",
    "def f(:\n  x\ndef g(): y": "def def name",
    "\x00é = ½": "\x00 name = name",
    "\\": "\\",
    "": "",
}


@pytest.mark.parametrize("source", TOKENS)
def test_tokens(source: str) -> None:
    assert " ".join(token.text for token in code_tokens(source)) == TOKENS[source]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.sqlite"
    students: dict[str, str | bytes] = {
        "ada": REFERENCE,
        f"{HOSTILE}+zoe\x1b": f"{REFERENCE}\n# {HOSTILE}\x1b[31m{'-' * 2000}\n".replace(
            "\n", "\r\n"
        ),
        "cy": WHEATS[1],
        "di": "def f(:",
        "eve": b"",
    }
    with opened_results(path, writing=True) as results:
        hand_in(results, results.begin_run(load("kenken"), ["x.zip"]), students)
    return path


def test_command(path: Path) -> None:
    ran = run_main("course", "similar", path, "--kit", ROOT)
    assert ran.out.splitlines() == [
        f"100.0% of {HOSTILE}, zoe\\x1b is in ada, and 100.0% the other way",
        "1 of 3 pairs have at least 30% of one submission in common; "
        "the median of all pairs is 14%.",
        "Too little original code to compare: di",
    ]
    assert (ran.status, ran.err) == (0, "")


def test_pages(path: Path, tmp_path: Path) -> None:
    ran = run_main("course", "similar", path, "--to", tmp_path / "out", "--kit", ROOT)
    assert ran.out.startswith(f"{tmp_path / 'out'}/index.html: pairs: 1\n")
    index = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert "This is not proof" in index
    assert re.findall(r'href="([^"]*)"', index) == ["pairs/001.html"]
    page = (tmp_path / "out/pairs/001.html").read_text(encoding="utf-8")
    assert "This is not proof" in page
    for text in (index, page):
        assert "<script" not in text
        assert "default-src 'none'" in unescape(text)
        assert "\x1b" not in text
        assert "\r" not in text.replace("\\r", "\r")
    anchors = set(re.findall(r' id="([ab]:\S+)"', page))
    links = re.findall(r'<div class="line common" id="(\S+)"><span[^>]*><a href="#(\S+)">', page)
    assert links
    assert {target for _, target in links} <= anchors
    assert all(one[0] != target[0] for one, target in links)
    assert max(map(len, re.findall("-+", page))) < 1000
    assert page.count('class="place"') == REFERENCE.count("\n") * 2 + 4
