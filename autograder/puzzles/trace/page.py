"""A trace as one page of HTML that plays it. It holds all that it needs and asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterator
from importlib.resources import files
from string import Template
from typing import Any

from autograder.puzzles.trace.methods import COUNTED, METHODS
from autograder.puzzles.trace.steps import GUESS, NOTE, Contents, Trace, numbers_in, place

GUESSES = '<li><span class="sample guess">3</span>a number that is tried</li>'
SMALL = '<li><span class="sample">1 3</span>numbers that may stand there</li>'


def page(trace: Trace, name: str = "") -> str:
    """The page, to be written as UTF-8.

    Args:
        name: What the puzzle is called, such as its file.
    """
    method = METHODS[trace.method]
    style, script = _file("page.css"), _file("page.js")
    size, cages = trace.puzzle.size, len(trace.puzzle.cages)
    board = f"{size} x {size}, {cages} {'cage' if cages == 1 else 'cages'}"
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
    return Template(_file("page.html")).substitute(
        policy=_policy(style, script),
        title=html.escape(f"{shown}: {method.title}" if shown else method.title),
        heading=html.escape(method.title.replace("-", "\N{NON-BREAKING HYPHEN}")),
        subtitle=html.escape(f"{shown}: {board}" if shown else board),
        about=html.escape(method.about),
        cut=_cut(trace),
        legend="\n".join(_legend(trace)),
        style=style,
        script=script,
        data=json.dumps(_data(trace), separators=(",", ":")).replace("<", "\\u003c"),
    )


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Only this style and this script, and nothing from anywhere else."""
    return f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _cut(trace: Trace) -> str:
    if not trace.is_cut:
        return ""
    shown = len(trace.steps)
    total = f"{trace.total:,}" if trace.total else f"more than {COUNTED * shown:,}"
    return f'<p id="cut">These are the first {shown:,} of {total} steps.</p>'


def _legend(trace: Trace) -> Iterator[str]:
    """What not every page shows."""
    contents = {content for step in trace.steps for content in step.contents}
    if any(content & GUESS for content in contents):
        yield GUESSES
    if any(content & NOTE or len(numbers_in(content)) > 1 for content in contents):
        yield SMALL


def _data(trace: Trace) -> dict[str, Any]:
    """What page.js reads.

    Cells are numbered in reading order. A step is a list of five: the place of its sentence in
    `says`, the cells it is about, those that it looks at, what it changes (a cell, what this
    showed before, what it shows after, another cell ...), and the counts.
    """
    size = trace.puzzle.size
    says: dict[str, int] = {}
    steps = []
    before: Contents = (0,) * size**2
    for step in trace.steps:
        said = says.setdefault(step.says, len(says))
        at, looked = ([place(cell, size) for cell in cells] for cells in (step.at, step.looked))
        steps.append([said, at, looked, _changes(before, step.contents), step.counts])
        before = step.contents
    return {
        "size": size,
        "cages": [[c.clue, [place(cell, size) for cell in c.cells]] for c in trace.puzzle.cages],
        "names": METHODS[trace.method].counts,
        "says": list(says),
        "steps": steps,
        "guess": GUESS,
        "note": NOTE,
        "solved": trace.solution is not None,
    }


def _changes(before: Contents, after: Contents) -> list[int]:
    pairs = enumerate(zip(before, after, strict=True))
    return [n for cell, (old, new) in pairs if old != new for n in (cell, old, new)]
