"""How a function got to its answer: the values that its lines had, as they were recorded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from autograder.judge.explain.evidence import MAX_EXPRESSION, Evidence
from autograder.judge.recorded_lines import LineNote
from autograder.sandbox.messages import LEFT_OUT, ResponseKind
from autograder.sandbox.rewriting import Noted, RecordedPlace

MAX_LINES, MAX_VALUES, MAX_WIDTH = 8, 6, 40
MAX_TEXTS, MAX_ROW = 90, 160
"""How many characters the values of a place may take, and a line with several places."""
HEAD = "How your code got there:"
Row = tuple[str, int, str]
"""A file, the number of a line in it, and the text about that line."""


def how_it_got_there(evidence: Evidence) -> list[Row]:
    """Return the lines that a call ran through, with the values there; none if not known.

    Lines of its own function come first, then those of functions that this called, the last first.
    """
    notes, own = evidence.invocation.notes, {evidence.subject, f"{evidence.subject}.__init__"}
    lines: list[Row] = []
    for function in functions_of(notes, own):
        of_function = [note for note in notes if note.place.function == function]
        found = [*_lines(evidence, of_function, is_own=function in own)]
        lines += found[len(lines) - MAX_LINES :] if len(lines) < MAX_LINES else []
    return lines


def functions_of(notes: Sequence[LineNote], own: Container[str]) -> list[str]:
    """Return the functions that ran: one's own, then the others, that which ran last first."""
    last = dict.fromkeys(note.place.function for note in reversed(notes))
    return sorted(last, key=lambda function: function not in own)


def _lines(evidence: Evidence, notes: Sequence[LineNote], *, is_own: bool) -> Iterator[Row]:
    """Yield a text for each line of one function of which something is known, in their order."""
    of_place: dict[tuple[str, int], list[LineNote]] = defaultdict(list)
    for note in notes:
        of_place[note.file, note.number].append(note)
    rows: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for (file, number), found in sorted(of_place.items()):
        place = found[0].place
        shown = None
        if place.noted is Noted.LINE:
            shown = ""
        elif place.noted is Noted.PASSES:
            shown = None if (file, number + 1) in of_place else " was empty"
        elif place.noted is Noted.VALUE or (place.noted is Noted.RETURNED and not is_own):
            shown = _values(evidence, found, notes, is_own=is_own)
        source = source_of(evidence, file, place)
        if shown is not None:
            is_plain = shown.replace(" ", "") == f"was{source}".replace(" ", "")
            rows[file, place.line].setdefault(source, "" if is_plain else shown)
    where = "" if is_own or not notes else f" in {notes[0].place.function}"
    for (file, line), texts in sorted(rows.items()):
        yield file, line, f"  line {line}{where}: {_row(texts)}"


def _row(texts: Mapping[str, str]) -> str:
    """Join the values of a line; of too many, leave out those of the shortest parts of others.

    So are texts without a value, where there are others.
    """
    sources = sorted(texts, key=len)
    parts = [each for i, each in enumerate(sources) if any(each in s for s in sources[i + 1 :])]
    left = {source: text for source, text in texts.items() if text} or dict(texts)
    for part in ("", *parts):
        left.pop(part, "")
        row = "; ".join(f"`{source}`{text}" for source, text in left.items())
        if len(row) <= MAX_ROW:
            break
    return row


def _values(
    evidence: Evidence, found: Sequence[LineNote], notes: Sequence[LineNote], *, is_own: bool
) -> str | None:
    """Return the values of a place, with a bar between passes of the loop around its own loop.

    Of many, they are the first ones and, if there is one, the last. None if they are not known.
    """
    if not all(note.text for note in found):
        return None
    place, begin = found[0].place, found[0]
    texts: list[tuple[int, str]] = []
    passes = 0
    for note in notes:
        passes += note.file == begin.file and note.number in place.loops[-2:-1]
        if (note.file, note.number) == (begin.file, begin.number):
            texts.append((passes, _shortened(note.text)))
    first = [text for text, note in zip(texts, found, strict=True) if not note.last]
    lacks_some = any(note.last for note in evidence.invocation.notes) and (
        bool(place.loops) or not is_own or len(found) > 1
    )
    lengths = [*accumulate(len(text) for _, text in texts)]
    if lacks_some or len(texts) > MAX_VALUES or lengths[-1] > MAX_TEXTS:
        has_last = evidence.response.kind is not ResponseKind.TIMED_OUT
        has_last &= found[-1].last or not lacks_some
        last = texts[-1:] if has_last else []
        fitting = sum(length <= MAX_TEXTS - MAX_WIDTH for length in lengths)
        first = first[: min(max(1, fitting), MAX_VALUES - 2)]
        texts = [*first, (first[-1][0] if first else 0, LEFT_OUT), *last]
    shown = texts[0][1]
    for (before, _), (now, text) in pairwise(texts):
        shown += f"{', ' if now == before else ' | '}{text}"
    return f" was {shown}"


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_WIDTH else f"{text[: MAX_WIDTH - 1]}…"


def source_of(evidence: Evidence, file: str, place: RecordedPlace) -> str:
    """Return the source of a place in one line."""
    (first, start), (last, end) = place.start, place.end
    lines = [line.encode() for line in evidence.sources.lines(file)[first - 1 : last]]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    text = " ".join(b" ".join(lines).decode(errors="replace").split())
    return text if len(text) <= MAX_EXPRESSION else f"{text[: MAX_EXPRESSION - 1]}…"
