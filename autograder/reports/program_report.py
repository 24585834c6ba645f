"""One run of a program as text: in a sentence, then line by line next to what is expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from autograder.judge.explain.output import explain_output
from autograder.judge.program_run import ProgramRun
from autograder.reports.text import detail_fields, labelled
from autograder.safetext import escape

MAX_COMPARED = 400
MAX_LINES = 40
CONTEXT = 2
SPACE, TAB = "·", "→"


def program_report(run: ProgramRun, title: str) -> str:
    """Render a run for a terminal."""
    return "".join(f"{line}\n" for line in _lines_of(run, title))


def _lines_of(run: ProgramRun, title: str) -> Iterator[str]:
    printed, expected = run.printed, run.expected
    ours, theirs = printed.with_lines_of(expected).text, expected.text
    if not run.failure and printed == expected:
        yield f"✓ {title}: {'exactly ' if printed.text == expected.text else ''}as expected"
        return
    yield f"✗ {title}"
    if run.failure:
        yield f"      {run.failure.message}"
        for label, text in detail_fields(run.failure):
            if label not in ("call", "printed"):
                yield from labelled(label, text)
        if not ours:
            return
        yield from ("", "What it printed before that:")
    else:
        says = explain_output(expected, printed).says.partition("\n")[0].rstrip(":.")
        yield f"  {says}."
        if printed.prints_like(expected):
            names = expected.files.keys() & printed.files.keys()
            wrong = [name for name in sorted(names) if printed.file(name) != expected.file(name)]
            if not wrong:
                return
            yield from ("", f"{wrong[0]}:")
            right = expected.file(wrong[0])
            ours, theirs = printed.file(wrong[0]).with_lines_of(right).text, right.text
    yield ""
    yield from compared_lines(ours, theirs)


def compared_lines(printed: str, expected: str) -> Iterator[str]:
    """Render two texts in one column: ✗ before a wrong line, + before the expected one.

    Lines that differ show their spaces. Of very long texts, only the first lines are compared.
    """
    ours, theirs = (text.splitlines(keepends=True) for text in (printed, expected))
    pairs = enumerate(zip(ours, theirs, strict=False))
    first = next((i for i, (a, b) in pairs if a != b), min(len(ours), len(theirs)))
    start = max(0, first - CONTEXT)
    ours, theirs = (lines[start : start + MAX_COMPARED] for lines in (ours, theirs))
    lines = [*(["  ..."] if start else []), *_aligned(ours, theirs)]
    yield from lines[:MAX_LINES]
    yield from ["  ..."] if len(lines) > MAX_LINES else []


def _aligned(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[str]:
    """Yield printed and expected lines like `diff`: those that differ, with some around them."""
    groups = SequenceMatcher(None, ours, theirs, autojunk=False).get_grouped_opcodes(CONTEXT)
    for number, group in enumerate(groups):
        if number:
            yield "  ..."
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from (f"  {_visible(line)}" for line in ours[a:b])
            else:
                yield from (f"✗ {_visible(line, spaces=True)}" for line in ours[a:b])
                yield from (f"+ {_visible(line, spaces=True)}" for line in theirs[c:d])


def _visible(line: str, *, spaces: bool = False) -> str:
    """Return a line without control characters, in which tabs can be seen.

    With `spaces`, they and a missing line ending can be seen, too.
    """
    text = escape(line.removesuffix("\n").replace("\t", TAB))
    if spaces:
        text = text.replace(" ", SPACE) + ("" if line.endswith("\n") else " (no newline)")
    return text
