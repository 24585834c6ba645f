"""The HTML of a page: its data, its policy, its size."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from autograder.puzzles.trace import methods, page, trace
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


@pytest.mark.parametrize("method", methods())
def test_changes_can_be_replayed_both_ways(method: str) -> None:
    traced = trace(NONE, method)
    data = data_of(page(traced))
    board = [0] * 4
    kinds = ["", *methods()[method].KINDS]
    for step, entry in zip(traced.steps, data["steps"], strict=True):
        sentence, focus, related, changes, counts, line, kind, *queue = entry
        triples = [changes[i : i + 3] for i in range(0, len(changes), 3)]
        assert [board[cell] for cell, _, _ in triples] == [before for _, before, _ in triples]
        for cell, before, after in triples:
            assert before != after
            board[cell] = after
        assert tuple(board) == step.contents
        assert data["sentences"][sentence] == step.sentence
        assert [divmod(cell, 2) for cell in focus] == list(step.focus)
        assert [divmod(cell, 2) for cell in related] == list(step.related)
        assert tuple(counts) == step.counts
        assert (line, kinds[kind + 1]) == (step.line, step.kind)
        if queue:
            start, count, length = queue
            names = [data["names"][i] for i in data["entries"][start : start + count]]
            assert (tuple(names), length) == (step.queue, step.queue_length)
        else:
            assert not step.queue
    assert data["counts"] == list(methods()[method].COUNTS)
    assert data["solved"] is False


def test_board_and_end() -> None:
    data = data_of(page(trace(PRODUCT, "kenken")))
    assert (data["size"], data["cages"]) == (
        2,
        [["a 2*", [0, 1], "cage a, 2*"], ["b 3+", [2, 3], "cage b, 3+"]],
    )
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
    assert "<p>figure.in: 2 x 2</p>" in text
    unnamed = page(trace(ONE, "kenken"))
    assert inner(unnamed, "title") == "KenKen by staged guesses"
    assert "<p>1 x 1</p>" in unnamed


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
    assert f"<p>{shown}: 2 x 2</p>" in text
    assert text.encode("utf-8")


def test_sentences_stay_text() -> None:
    """Names in sentences may come from a file."""
    traced = trace(TWO, "kenken", 1)
    [step] = traced.steps
    text = page(replace(traced, steps=(replace(step, sentence=HOSTILE),)))
    assert data_of(text)["sentences"] == [HOSTILE]
    assert text.count("</script>") == 2
    assert "<!--" not in text


@pytest.mark.parametrize(
    ("limit", "note"),
    [
        (7, None),
        (6, "These are the first 6 of 7 steps."),
    ],
)
def test_the_page_of_a_cut_trace_says_so(limit: int, note: str | None) -> None:
    found = re.search('<p id="cut">(.*)</p>', page(trace(TWO, "calcudoku", limit)))
    assert (found[1] if found else None) == note


@pytest.mark.parametrize(
    ("method", "entries"),
    [("calcudoku", 2), ("cages", 2), ("kenken", 4), ("ac3", 4), ("mathdoku", 3)],
)
def test_legend_has_what_the_board_shows(method: str, entries: int) -> None:
    assert page(trace(TWO, method)).count('<li><span class="sample') == entries


def test_the_page_says_that_not_all_steps_were_counted() -> None:
    """This one takes 2704 steps."""
    example = ROOT / "inputs" / "calcudoku" / "sample" / "example.in"
    text = page(trace(puzzle_in(example), "calcudoku", 100))
    assert '<p id="cut">These are the first 100 of more than 500 steps.</p>' in text


def test_legend_of_a_single_number_shown_small() -> None:
    assert "numbers that are still possible" in page(trace(ONE, "kenken"))


def test_legend_of_a_trace_without_guesses() -> None:
    assert "numbers that are still possible" in page(trace(TWO, "ac3", 1))
    assert "a guess, which may be undone" not in page(trace(TWO, "ac3", 1))


def test_20_000_steps_are_less_than_two_megabytes() -> None:
    case = ROOT / "inputs" / "calcudoku" / "secret" / "sixty_thousand_checks.in"
    traced = trace(puzzle_in(case), "calcudoku")
    assert len(traced.steps) == 20_000
    text = page(traced)
    assert "These are the first 20,000 of 69,502 steps." in text
    assert len(text.encode()) < 2_000_000


def test_queues_take_little_room() -> None:
    """At most 40 of 1,500 arcs in each of 2,000 steps; in full that would be 1.5 megabytes."""
    case = ROOT / "inputs" / "mathdoku" / "secret" / "nine_unreasonable.in"
    traced = trace(puzzle_in(case), "ac3", 2000)
    assert traced.is_cut
    assert sum(len(step.queue) for step in traced.steps) > 60_000
    assert len(page(traced).encode()) < 300_000


@pytest.mark.parametrize("method", methods())
def test_pseudo_code_and_jumps(method: str) -> None:
    """Each line with its indentation, and a button and a key for each kind of step."""
    module, text = methods()[method], page(trace(ONE, method))
    found = re.findall(r'<li data-indent="(\d)">(.*)</li>', text)
    lines = tuple("    " * int(indent) + html.unescape(line) for indent, line in found)
    assert lines == module.PSEUDOCODE
    buttons = re.findall(r'<button type="button" class="jump" title="(.*)">(.*)</button>', text)
    assert buttons == [
        (f"Next {kind} ({number}), previous with Shift", f"Next {kind}")
        for number, kind in enumerate(module.KINDS, 1)
    ]
    keys = [f"<kbd>{number}</kbd> next {kind}" for number, kind in enumerate(module.KINDS, 1)]
    assert all(key in text for key in keys)


def test_coordinates_are_those_of_the_assignment() -> None:
    kenken = page(trace(TWO, "kenken"))
    assert "The board. x counts columns and y counts rows, both from 0." in kenken
    assert data_of(kenken)["axes"] == ["x", "y"]
    cages = page(trace(TWO, "cages"))
    assert "The board. Rows and columns are counted from 0." in cages
    assert data_of(cages)["axes"] == ["", ""]
