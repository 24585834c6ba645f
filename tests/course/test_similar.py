"""Similar submissions: planted copies are found, independent right answers are not."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Mapping
from html import unescape
from pathlib import Path

import pytest

from autograder.assignment import load, names
from autograder.course.results import opened_results
from autograder.course.similar import (
    ComparedSubmission,
    Similarities,
    code_tokens,
    find_similar,
    known_k_grams,
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


def as_class(sources: Mapping[str, str], known: Collection[int] = ()) -> Similarities:
    return find_similar(
        [ComparedSubmission(who, {"a.py": source}) for who, source in sources.items()], known
    )


@pytest.mark.parametrize("name", names(ROOT))
def test_planted_and_independent_pairs(name: str) -> None:
    assignment = load(name)
    answers = {f"{n}": source for n, source in enumerate(right_answers(name))}
    assert as_class(answers) == Similarities([], [], 0)
    copies = {f"{n}?": disguised(source, assignment) for n, source in answers.items()}
    found = as_class(answers | copies)
    labels = {cluster.label for cluster in found.clusters}
    labels |= {f"{pair.first.label} ~ {pair.second.label}" for pair in found.pairs}
    assert labels == {f"{n} ~ {n}?" for n in answers}


def test_starter_and_reference_do_not_count() -> None:
    known = known_k_grams("kenken", ROOT)
    starter = (ROOT / "starter/kenken/provided.py").read_text(encoding="utf-8")
    for source in (starter, REFERENCE):
        copies = {"ada": source, "bob": source.replace("puzzle", "given")}
        assert as_class(copies, known) == Similarities([], [], 2)
        assert [cluster.label for cluster in as_class(copies).clusters] == ["ada ~ bob"]


SHORT = """\
def first_index(x, seq):
    {0} = 0
    while {0} < len(seq) and x > seq[{0}]:
        {0} += 1
    return {0}
"""


def test_short_copies_are_found_unless_eleven_have_them() -> None:
    """Short programs are compared as a whole; what is common knowledge says nothing."""
    other = "def first_index(x, seq):\n    return len([y for y in seq if y < x])\n"
    copies = {name: SHORT.format(name) for name in string.ascii_lowercase}
    first_ten = dict(list(copies.items())[:10])
    [cluster] = as_class(
        first_ten | {"twin": first_ten["a"].replace("\n", "  # step\n\n"), "other": other}
    ).clusters
    assert cluster.label == "a = twin ~ " + " ~ ".join(string.ascii_lowercase[1:10])
    assert len(cluster.pairs) == 10
    assert cluster.best.why == (
        "longest passage that is not common: 23 tokens, lines 2 to 5 of a.py: a = 0"
    )
    indented = copies["a"].replace("    return", "        return")
    assert [one.label for one in as_class({"a": copies["a"], "b": indented}).clusters] == ["a ~ b"]
    [cluster] = as_class(copies | {"twin": copies["a"]}).clusters
    assert (cluster.label, cluster.best.why) == ("a = twin", "all of it is common")


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
        "ada": WHEATS[0],
        f"{HOSTILE}+zoe\x1b": f"{WHEATS[0]}\n# {HOSTILE}\x1b[31m{'-' * 2000}\n".replace(
            "\n", "\r\n"
        ),
        "cy": WHEATS[1],
        "di": "def f(:",
        "flo": "\n".join(WHEATS[1].split("\n")[30:]),
        "eve": b"",
    }
    with opened_results(path, writing=True) as results:
        results.begin(load("kenken"))
        hand_in(results, students)
    return path


def test_command(path: Path) -> None:
    ran = run_main("course", "similar", path, "--kit", ROOT)
    assert ran.out.splitlines() == [
        f"{HOSTILE}, zoe\\x1b = ada: longest passage that is not common: 371 tokens, "
        "lines 9 to 57 of a.py: from provided import Entry, Guess, Posn, Puzzle",
        "74.5% of cy and 100.0% of flo: longest passage that is not common: 330 tokens, "
        "lines 44 to 88 of a.py: letter = board[posn.y][posn.x].letter",
        "Clusters of identical (=) or nearly identical (~) submissions: 1. "
        "Other pairs with at least 30% of one in common: 1. At most 200 of each are listed.",
        "Submissions with fewer than 60 tokens that are not common: 1; "
        "they are listed only in clusters.",
    ]
    assert (ran.status, ran.err) == (0, "")


def test_kit_without_the_assignment(path: Path, tmp_path: Path) -> None:
    ran = run_main("course", "similar", path, "--kit", tmp_path)
    missing = "has no starter or reference of kenken, whose code would not count; use --kit DIR"
    assert (ran.status, ran.err) == (2, f"autograder: {tmp_path}: {missing}\n")


def test_pages(path: Path, tmp_path: Path) -> None:
    ran = run_main("course", "similar", path, "--to", tmp_path / "out", "--kit", ROOT)
    assert ran.out.startswith(f"{tmp_path / 'out'}/index.html\n")
    index = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert "This is not proof" in index
    assert re.findall(r'href="([^"]*)"', index) == ["pairs/001.html", "pairs/002.html"]
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
    assert page.count('class="place"') == WHEATS[0].count("\n") * 2 + 4
