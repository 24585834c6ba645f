"""How a function got to its answer: what its lines had, as it was recorded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from autograder.judge.explain.evidence import MAX_EXPRESSION, Evidence
from autograder.judge.recorded_lines import LineNote
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.recorded_lines import Noted, RecordedPlace

MAX_LINES, MAX_VALUES, MAX_WIDTH = 8, 6, 40
HEAD = "How your code got there:"


def how_it_got_there(evidence: Evidence) -> str:
    """Return the lines that a call ran through, with the values there; "" if not known.

    Lines of its own function come first, then those of functions that this called.
    """
    notes, own = evidence.invocation.notes, {evidence.subject, f"{evidence.subject}.__init__"}
    lines: list[str] = []
    for function in dict.fromkeys(note.place.function for note in _own_first(notes, own)):
        of_function = [note for note in notes if note.place.function == function]
        found = [*_lines(evidence, of_function, is_own=function in own)]
        lines += found[len(lines) - MAX_LINES :] if len(lines) < MAX_LINES else []
    return "\n".join((HEAD, *lines)) if lines else ""


def _own_first(notes: Sequence[LineNote], own: Container[str]) -> list[LineNote]:
    return sorted(notes, key=lambda note: note.place.function not in own)


def _lines(evidence: Evidence, notes: Sequence[LineNote], *, is_own: bool) -> Iterator[str]:
    """Yield a text for each line of one function of which something is known, in their order."""
    has_ended = evidence.response.kind is not ResponseKind.TIMED_OUT
    numbers = dict.fromkeys((note.file, note.number) for note in notes)
    rows: dict[int, dict[str, str]] = defaultdict(dict)
    for number in sorted(numbers):
        found = [note for note in notes if (note.file, note.number) == number]
        place = found[0].place
        shown = _shown(found, notes, is_own=is_own, has_ended=has_ended)
        if shown is not None:
            rows[place.line].setdefault(_source(evidence, number[0], place), shown)
    where = "" if is_own or not notes else f" in {notes[0].place.function}"
    for line, texts in sorted(rows.items()):
        shown = "; ".join(f"`{source}`{text}" for source, text in texts.items())
        yield f"  line {line}{where}: {shown}"


def _shown(
    found: Sequence[LineNote], notes: Sequence[LineNote], *, is_own: bool, has_ended: bool
) -> str | None:
    """Return what follows the source of a place; None if that is not worth a row, or not known."""
    noted, first = found[0].place.noted, found[0]
    if noted is Noted.LINE:
        return ""
    if noted is Noted.PASSES:
        begins = first.number + 1
        has_passes = any(note.number == begins for note in notes if note.file == first.file)
        return None if has_passes else " was empty"
    if noted is Noted.PASS or (noted is Noted.RETURNED and is_own):
        return None
    if not all(note.text for note in found):
        return None
    return f" was {_in_passes(found, notes, has_ended=has_ended)}"


def _in_passes(found: Sequence[LineNote], notes: Sequence[LineNote], *, has_ended: bool) -> str:
    """Return the values of a place, with a bar between passes of the loop around its own loop.

    Of many, they are the first ones and, if there is one, the last.
    """
    *_, outer = (-1, *found[0].place.loops[:-1])
    texts, passes = [], 0
    for note in notes:
        passes += note.number == outer and note.file == found[0].file
        if note.number == found[0].number and note.file == found[0].file:
            texts.append((passes, shortened(note.text)))
    if len(texts) > MAX_VALUES:
        last = texts[-1:] if has_ended else []
        texts = [*texts[: MAX_VALUES - 2], (texts[MAX_VALUES - 3][0], "…"), *last]
    shown = texts[0][1]
    for (before, _), (now, text) in pairwise(texts):
        shown += f"{', ' if now == before else ' | '}{text}"
    return shown


def shortened(text: str) -> str:
    return text if len(text) <= MAX_WIDTH else f"{text[: MAX_WIDTH - 1]}…"


def _source(evidence: Evidence, file: str, place: RecordedPlace) -> str:
    """Return the source of a place in one line."""
    (first, start), (last, end) = place.start, place.end
    lines = [line.encode() for line in evidence.sources.lines(file)[first - 1 : last]]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    text = " ".join(b" ".join(lines).decode(errors="replace").split())
    return text if len(text) <= MAX_EXPRESSION else f"{text[: MAX_EXPRESSION - 1]}…"
