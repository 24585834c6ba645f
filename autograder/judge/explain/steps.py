"""A failing call as steps, line by line, from the notes on its values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.lines import source_of
from autograder.judge.recorded_lines import LineNote
from autograder.report import Step
from autograder.safetext import printable_line
from autograder.sandbox.rewriting import Noted


def steps_of(evidence: Evidence) -> tuple[Step, ...]:
    """Return the lines that ran in a call, in their order; none if they are not known."""
    return tuple(_steps(evidence))


def _steps(evidence: Evidence) -> Iterator[Step]:
    was_last = False
    for notes in _lines(evidence.invocation.notes):
        first = notes[0]
        shown = {
            printable_line(source_of(evidence, note.file, note.place)): printable_line(note.text)
            for note in notes
            if note.place.noted not in (Noted.CALLED, Noted.PASS, Noted.PASSES)
        }
        yield Step(
            first.file,
            first.place.line,
            printable_line(first.place.function),
            first.call,
            tuple(shown.items()),
            tuple(name for name in shown if name.isidentifier()),
            first.place.noted is Noted.CALLED,
            any(note.place.noted is Noted.PASS for note in notes),
            first.last and not was_last,
        )
        was_last = first.last


def _lines(notes: Sequence[LineNote]) -> Iterator[list[LineNote]]:
    """Yield the notes of each run of a line: a place that is noted again begins another."""
    for _, alike in groupby(notes, lambda note: (note.file, note.place.line, note.call)):
        line: list[LineNote] = []
        for note in alike:
            is_other = note.place.noted is Noted.CALLED and line
            if note.place.noted is Noted.PASS:  # A condition or what is looped over comes before.
                is_other = [each for each in line if each.place.noted is Noted.PASS]
            if is_other or any(note.number == before.number for before in line):
                yield line
                line = []
            line.append(note)
        yield line
