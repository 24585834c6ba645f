"""A trace as one page of HTML that plays it: self-contained, without a request to anywhere."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterator
from importlib.resources import files
from string import Template
from typing import Any

from autograder.puzzles.trace.method import Method, Trace
from autograder.puzzles.trace.steps import GUESS, NOTE, Contents, numbers_in, place

GUESSES = '<li><span class="sample guess">3</span>a guess, which may be undone</li>'
SMALL = '<li><span class="sample">1 3</span>numbers that are still possible</li>'
COUNTED_FROM_0 = "Rows and columns are counted from 0."


def page(trace: Trace, name: str = "") -> str:
    """The page, to be written as UTF-8.

    Args:
        name: The name of the puzzle, such as its file.
    """
    method = trace.method
    style, script = _file("page.css"), _file("page.js")
    board = f"{trace.puzzle.size} x {trace.puzzle.size}"
    label = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
    return Template(_file("page.html")).substitute(
        policy=_policy(style, script),
        title=html.escape(f"{label}: {method.TITLE}" if label else method.TITLE),
        heading=html.escape(method.TITLE.replace("-", "\N{NON-BREAKING HYPHEN}")),
        subtitle=html.escape(f"{label}: {board}" if label else board),
        caption=html.escape(_caption(method)),
        about=html.escape(method.ABOUT),
        kinds="\n".join(_kind_buttons(method)),
        keys="\n".join(_kind_keys(method)),
        code="\n".join(_code(method)),
        cut=_cut(trace),
        legend="\n".join(_legend(trace)),
        style=style,
        script=script,
        data=json.dumps(_data(trace), separators=(",", ":")).replace("<", "\\u003c"),
    )


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Allow only this style and this script, and nothing from anywhere else."""
    return f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _axes(method: Method) -> tuple[str, str]:
    axes: tuple[str, str] = getattr(method, "AXES", ("", ""))
    return axes


def _caption(method: Method) -> str:
    x, y = _axes(method)
    return f"{x} counts columns and {y} counts rows, both from 0." if x else COUNTED_FROM_0


def _kind_buttons(method: Method) -> Iterator[str]:
    for number, kind in enumerate(method.KINDS, 1):
        title = html.escape(f"Next {kind} ({number}), previous with Shift")
        label = html.escape(f"Next {kind}")
        yield f'<button type="button" class="jump" title="{title}">{label}</button>'


def _kind_keys(method: Method) -> Iterator[str]:
    for number, kind in enumerate(method.KINDS, 1):
        yield f"<li><kbd>{number}</kbd> next {html.escape(kind)}</li>"


def _code(method: Method) -> Iterator[str]:
    for line in method.PSEUDOCODE:
        text = line.lstrip()
        indent = (len(line) - len(text)) // 4
        yield f'<li data-indent="{indent}">{html.escape(text)}</li>'


def _cut(trace: Trace) -> str:
    cut = f'<p id="cut">These are only the first {len(trace.steps):,} steps.</p>'
    return cut if trace.is_cut else ""


def _legend(trace: Trace) -> Iterator[str]:
    """The entries of the legend that this trace needs."""
    contents = {content for step in trace.steps for content in step.contents}
    if any(content & GUESS for content in contents):
        yield GUESSES
    if any(content & NOTE or len(numbers_in(content)) > 1 for content in contents):
        yield SMALL


def _data(trace: Trace) -> dict[str, Any]:
    """The data for page.js.

    Cells are numbered in reading order. A step is a list: the index of its sentence in
    `sentences`, its focus and related cells, its changes (a cell, the content before, the content
    after, the next cell ...), its counts, its line, its kind (an index of `kinds`, -1 for none),
    and, where a step of the trace has a queue, its entries (indices of `names`) and the length of
    the whole queue.
    """
    size = trace.puzzle.size
    sentences: dict[str, int] = {}
    names: dict[str, int] = {}
    has_queue = any(step.queue for step in trace.steps)
    steps = []
    before: Contents = (0,) * size**2
    for step in trace.steps:
        sentence = sentences.setdefault(step.sentence, len(sentences))
        focus, related = ([place(c, size) for c in cells] for cells in (step.focus, step.related))
        kind = trace.method.KINDS.index(step.kind) if step.kind else -1
        changes = _changes(before, step.contents)
        steps.append([sentence, focus, related, changes, step.counts, step.line, kind])
        if has_queue:
            steps[-1] += [[names.setdefault(n, len(names)) for n in step.queue], step.queue_length]
        before = step.contents
    return {
        "size": size,
        "cages": [
            [label.corner, [place(cell, size) for cell in cage.cells], label.name]
            for cage, label in zip(trace.puzzle.cages, trace.labels, strict=True)
        ],
        "axes": _axes(trace.method),
        "counts": trace.method.COUNTS,
        "sentences": list(sentences),
        "steps": steps,
        "names": list(names),
        "guess": GUESS,
        "note": NOTE,
        "solved": trace.solution is not None,
    }


def _changes(before: Contents, after: Contents) -> list[int]:
    pairs = enumerate(zip(before, after, strict=True))
    return [n for cell, (old, new) in pairs if old != new for n in (cell, old, new)]
