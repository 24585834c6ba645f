"""A trace as one page of HTML that plays it: self-contained, without a request to anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograder.html_page import page_file, render_page
from autograder.puzzles.trace import Trace
from autograder.puzzles.trace.steps import GUESS, NOTE, Contents, Step, numbers_in, place


def page(trace: Trace, name: str = "", beside: Sequence[Step] = (), end: str | None = None) -> str:
    """The page, to be written as UTF-8.

    Args:
        name: The name of the puzzle, such as its file.
        beside: What a second board shows at each step, if there is one.
        end: Words about the last step, perhaps empty, if the page opens there.
    """
    data = _data(trace, beside, end)
    contents = {content for step in trace.steps for content in step.contents}
    return render_page(
        __package__,
        "page.html",
        page_file(__package__, "page.css"),
        page_file(__package__, "page.js"),
        data,
        name=name,
        method=trace.method,
        axes=data["axes"],
        numbered=data["numbered"],
        trace=trace,
        beside=beside,
        has_guesses=any(content & GUESS for content in contents),
        has_small=any(content & NOTE or len(numbers_in(content)) > 1 for content in contents),
    )


def _data(trace: Trace, beside: Sequence[Step], end: str | None) -> dict[str, Any]:
    """The data for page.js.

    Cells are numbered in reading order. A step is a list: the index of its sentence in
    `sentences`, its focus and related cells, its changes (a cell, the content before, the content
    after, the next cell ...), its counts, its line, its kind (an index of `kinds`, -1 for none),
    and, where a step of the trace has a queue, its entries (indices of `names`) and the length of
    the whole queue. `beside` has the contents and the focus of a second board at each step; `end`
    is as in `page`.
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
        "axes": getattr(trace.method, "AXES", ("", "")),
        "counts": trace.method.COUNTS,
        "sentences": list(sentences),
        "steps": steps,
        "names": list(names),
        "guess": GUESS,
        "note": NOTE,
        "numbered": getattr(trace.method, "NUMBERED", False),
        "beside": [[step.contents, [place(c, size) for c in step.focus]] for step in beside],
        "end": end,
        "solved": trace.solution is not None,
    }


def _changes(before: Contents, after: Contents) -> list[int]:
    pairs = enumerate(zip(before, after, strict=True))
    return [n for cell, (old, new) in pairs if old != new for n in (cell, old, new)]
