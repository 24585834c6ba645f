"""The page of a trace, as a text: what it holds, what it lets in, how large it is."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from typing import Any

import pytest

from autograder.puzzles.trace import METHODS, Trace, page, trace
from tests.conftest import ROOT
from tests.puzzles.trace.traced import NONE, ONE, PRODUCT, TWO, puzzle_in

HOSTILE = "</script><b>bold</b>&amp;$title <!--"


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="trace">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


def inner(text: str, tag: str) -> str:
    [found] = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    return str(found)


@pytest.mark.parametrize("method", METHODS)
def test_changes_can_be_replayed_both_ways(method: str) -> None:
    traced = trace(NONE, method)
    data = data_of(page(traced))
    board = [0] * 4
    for step, (said, at, looked, changes, counts) in zip(traced.steps, data["steps"], strict=True):
        triples = [changes[i : i + 3] for i in range(0, len(changes), 3)]
        assert [board[cell] for cell, _, _ in triples] == [before for _, before, _ in triples]
        for cell, before, after in triples:
            assert before != after
            board[cell] = after
        assert tuple(board) == step.contents
        assert data["says"][said] == step.says
        assert [divmod(cell, 2) for cell in at] == list(step.at)
        assert [divmod(cell, 2) for cell in looked] == list(step.looked)
        assert tuple(counts) == step.counts
    assert data["names"] == list(METHODS[method].counts)
    assert data["solved"] is False


def test_board_and_end() -> None:
    data = data_of(page(trace(PRODUCT, "kenken")))
    assert (data["size"], data["cages"]) == (2, [["2*", [0, 1]], ["3+", [2, 3]]])
    assert data["solved"] is True


def test_only_its_own_style_and_script_may_run() -> None:
    text = page(trace(TWO, "ac3"))
    style, script = (
        base64.b64encode(hashlib.sha256(inner(text, tag).encode()).digest()).decode()
        for tag in ("style", "script")
    )
    policy = f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in text
    assert not re.search(r"\b(?:src|href|srcset|action)\s*=|url\(|@import|https?:|\bstyle=", text)


def test_title_and_language() -> None:
    text = page(trace(TWO, "ac3"), "figure.in")
    assert text.startswith('<!doctype html>\n<html lang="en">\n')
    assert inner(text, "title") == "figure.in: KenKen by AC-3 and backtracking"
    assert inner(text, "h1") == "KenKen by AC‑3 and backtracking"  # noqa: RUF001
    assert "<p>figure.in: 2 x 2, 3 cages</p>" in text
    unnamed = page(trace(ONE, "kenken"))
    assert inner(unnamed, "title") == "KenKen by staged guesses"
    assert "<p>1 x 1, 1 cage</p>" in unnamed


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (HOSTILE, html.escape(HOSTILE)),
        ("tab\tbell\a\udcff.in", "tab\ufffdbell\ufffd\ufffd.in"),
    ],
    ids=["markup", "not printable"],
)
def test_names_stay_text(name: str, shown: str) -> None:
    text = page(trace(TWO, "kenken"), name)
    assert inner(text, "title") == f"{shown}: KenKen by staged guesses"
    assert f"<p>{shown}: 2 x 2, 3 cages</p>" in text
    assert text.encode("utf-8")


def test_sentences_stay_text() -> None:
    """None of the methods says such things, but what is said once came from a file."""
    step = trace(TWO, "kenken").steps[0]
    hostile = Trace(TWO, "kenken", (type(step)(HOSTILE, step.contents, (), (), (1, 0, 0)),), 1)
    text = page(hostile)
    assert data_of(text)["says"] == [HOSTILE]
    assert text.count("</script>") == 2
    assert "<!--" not in text


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        (7, None),
        (6, "These are the first 6 of 7 steps."),
    ],
)
def test_what_is_cut_is_told(limit: int, says: str | None) -> None:
    found = re.search('<p id="cut">(.*)</p>', page(trace(TWO, "calcudoku", limit)))
    assert (found[1] if found else None) == says


@pytest.mark.parametrize(("method", "entries"), [("calcudoku", 2), ("kenken", 4), ("ac3", 4)])
def test_legend_tells_what_is_shown(method: str, entries: int) -> None:
    assert page(trace(TWO, method)).count('<li><span class="sample') == entries


def test_steps_that_were_not_counted_are_told() -> None:
    """This one takes 2704 steps."""
    example = ROOT / "inputs" / "calcudoku" / "sample" / "example.in"
    text = page(trace(puzzle_in(example), "calcudoku", 100))
    assert '<p id="cut">These are the first 100 of more than 500 steps.</p>' in text


def test_legend_of_a_single_number_that_stands_small() -> None:
    assert "numbers that may stand there" in page(trace(ONE, "kenken"))


def test_legend_of_a_trace_without_guesses() -> None:
    assert "numbers that may stand there" in page(trace(TWO, "ac3", 1))
    assert "a number that is tried" not in page(trace(TWO, "ac3", 1))


def test_20_000_steps_are_less_than_two_megabytes() -> None:
    case = ROOT / "inputs" / "calcudoku" / "secret" / "sixty_thousand_checks.in"
    traced = trace(puzzle_in(case), "calcudoku")
    assert len(traced.steps) == 20_000
    text = page(traced)
    assert "These are the first 20,000 of 69,502 steps." in text
    assert len(text.encode()) < 2_000_000
