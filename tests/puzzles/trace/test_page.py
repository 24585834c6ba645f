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

from autograder.puzzles.trace import methods, trace
from autograder.puzzles.trace.page import page
from tests.puzzles.trace.traced import ONE, TWO, board_of

HOSTILE = "</script><b>bold</b>&amp;$title <!--"


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


def inner(text: str, tag: str) -> str:
    [found] = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    return str(found)


def test_only_its_own_style_and_script_may_run() -> None:
    text = page(trace(TWO, "ac3"))
    style, script = (
        base64.b64encode(hashlib.sha256(inner(text, tag).encode()).digest()).decode()
        for tag in ("style", "script")
    )
    own = f"style-src 'sha256-{style}'; script-src 'sha256-{script}'"
    policy = f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in text
    assert not re.search(r"\b(?:src|href|srcset|action)\s*=|url\(|@import|https?:|\bstyle=", text)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("figure.in", "figure.in"),
        (HOSTILE, html.escape(HOSTILE)),
        ("tab\tbell\a\udcff.in", "tab\tbell\\x07\\udcff.in"),
    ],
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


def test_20_000_steps_are_less_than_two_megabytes() -> None:
    traced = trace(board_of("calcudoku/secret/sixty_thousand_checks"), "calcudoku")
    text = page(traced)
    assert '<p id="cut">These are only the first 20,000 steps.</p>' in text
    assert len(text.encode()) < 2_000_000
    assert 'id="cut"' not in page(trace(TWO, "calcudoku"))


@pytest.mark.parametrize("method", methods())
def test_pseudo_code_and_jumps(method: str) -> None:
    """Each line with its indentation, and a button and a key for each kind of step."""
    module, text = methods()[method], page(trace(ONE, method))
    found = re.findall(r'<li data-indent="(\d)">(.*)</li>', text)
    lines = tuple("    " * int(indent) + html.unescape(line) for indent, line in found)
    assert lines == module.PSEUDOCODE
    for number, kind in enumerate(module.KINDS, 1):
        assert f">Next {kind}</button>" in text
        assert f"<kbd>{number}</kbd> next {kind}" in text
