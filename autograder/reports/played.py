"""A run of a program, as steps: its calls of watched functions, compared with the reference's."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

from autograder.assignment import Assignment, AssignmentError
from autograder.judge.grading import reference_box
from autograder.judge.program_run import ProgramRun, run_on_case
from autograder.judge.recorded_calls import RecordedCall, RecordedCalls
from autograder.judge.render.values import class_name, render_short
from autograder.program_cases import Case
from autograder.puzzles.discovery import assignment_modules
from autograder.puzzles.formats import read
from autograder.puzzles.grid_text import grids
from autograder.puzzles.model import Board, Cell, Puzzle, cells_of, is_solution
from autograder.puzzles.trace import Method, Trace, label_cages
from autograder.puzzles.trace.page import page
from autograder.puzzles.trace.steps import Contents, Shown, Step, counted
from autograder.report import Detail, Report, TestResult
from autograder.reports.next_step import NOTHING_TO_TEST
from autograder.safetext import printable_line
from autograder.text_files import kit_text

MAX_SHORT = 60
RAISED, CHANGED = "raised", "changed"
"""What a call returned that raised an exception, or that changed its arguments."""
ABOUT = (
    "Each step is a call of a function that has returned. Your board is compared with what the"
    " algorithm does at the same point; your run stops at the first step that differs, where the"
    " page opens."
)


@dataclass(frozen=True)
class PlayedCall:
    """A call as the page shows it; `given` and `returned` are digests, to compare.

    `board` is what it was given, `changes` the cells that the page shows otherwise after it.
    """

    name: str
    depth: int
    given: str
    returned: str
    called: str
    said: str
    should: str
    raised: str
    board: Contents
    changes: Sequence[tuple[int, int]]
    focus: Sequence[Cell]


@dataclass(frozen=True)
class PlayedRun:
    """The steps of a run, and a sentence about the first that differs, or about the end.

    `beside` is the last step as the algorithm does it. `is_right` if output and steps are, and
    `differs` is the number of the first step that differs, or 0.
    """

    steps: tuple[Step, ...]
    beside: Step
    sentence: str
    is_right: bool
    differs: int = 0


def player(assignment: Assignment) -> ModuleType | None:
    """Return the module that names the calls that are played, `play.py`, if there is one."""
    return assignment_modules("play.py", assignment.kit).get(assignment.name)


def play(assignment: Assignment, case: Case, box: Path, unusable: dict[str, str]) -> PlayedRun:
    """Run the program in a box on a sample case, and find its first step that differs.

    Raises:
        AssignmentError: nothing can be played.
    """
    module = player(assignment)
    if not module:
        what = "how its program solves a puzzle is up to you and cannot be seen from outside"
        raise AssignmentError(f"{assignment.name} has no steps to play: {what}")
    right = reference_calls(assignment, case)
    recorded = RecordedCalls(module.WATCHED)
    run = run_on_case(assignment, case, box, unusable, recorded)
    puzzle = _board(assignment, case).puzzle
    size = puzzle.size
    calls = [_played(module, call, size) for call in recorded.calls]
    found = _difference(module, calls, right, run.failure)
    if not found:
        is_right = run.printed == run.expected or (
            not module.IS_ORDERED and _prints_another_solution(run, puzzle)
        )
        sentence = _end(run, is_right, len(calls), len(right), is_cut=recorded.is_full)
        steps = [_step(call) for call in calls]
        contents = steps[-1].contents if steps else (0,) * size**2
        steps.append(Step(sentence, contents, (), (), ()))
        return PlayedRun(tuple(steps), steps[-1], sentence, is_right and not run.failure)
    number, sentence, beside = found
    steps = [_step(call) for call in calls[:number]]
    cells = zip(cells_of(size), steps[-1].contents, beside.contents, strict=True)
    differ = tuple(cell for cell, own, other in cells if own != other)
    steps[-1] = replace(steps[-1], sentence=sentence, focus=differ or steps[-1].focus)
    return PlayedRun(tuple(steps), beside, sentence, is_right=False, differs=number)


def failing_sample(assignment: Assignment, report: Report) -> Case | None:
    """Return the first sample case on which a program failed, if its run can be played."""
    samples = assignment.played_cases
    tests = (test for part in report.parts for test in part.tests)
    failing = (samples.get(t.sample_case) for t in tests if t.outcome not in NOTHING_TO_TEST)
    return next(filter(None, failing), None)


def with_first_step(report: Report, case: Case, run: PlayedRun) -> Report:
    """Add the first step that differs to the failures of the case of a played run."""

    def added(test: TestResult) -> TestResult:
        if not (test.detail and run.differs and test.sample_case == case.name):
            return test
        hint = "\n".join(filter(None, (test.detail.hint, f"The run, step by step: {run.sentence}")))
        return replace(test, detail=replace(test.detail, hint=hint))

    parts = [replace(part, tests=tuple(map(added, part.tests))) for part in report.parts]
    return replace(report, parts=tuple(parts))


def played_page(assignment: Assignment, case: Case, played: PlayedRun) -> str:
    """Return the page that plays a run beside what the algorithm does."""
    module, board = player(assignment), _board(assignment, case)
    assert module
    names = tuple(dict.fromkeys(step.kind for step in played.steps if step.kind))
    method = SimpleNamespace(
        TITLE=f"Your run: {assignment.title}",
        ABOUT=ABOUT,
        COUNTS=(),
        KINDS=names,
        PSEUDOCODE=(),
        AXES=getattr(module, "AXES", ("", "")),
    )
    labels = tuple(label_cages(cast(Method, module), board))
    trace = Trace(board.puzzle, cast(Method, method), played.steps, False, labels)
    return page(trace, f"{case.name}.in", played.beside, played.differs)


def _board(assignment: Assignment, case: Case) -> Board:
    return read(kit_text(case.input), assignment.name, assignment.kit)


def _step(call: PlayedCall, on: Contents = ()) -> Step:
    """Return a step as the page shows it, perhaps on another board than the call was given."""
    shown = dict(enumerate(on or call.board)) | dict(call.changes)
    return Step(f"{call.said}.", tuple(shown.values()), tuple(call.focus), (), (), 0, call.name)


def reference_calls(assignment: Assignment, case: Case) -> list[PlayedCall]:
    """Return the reference's calls for a sample case: its own, or those that the bundle has.

    Raises:
        AssignmentError: the reference does not run to its end.
    """
    file = assignment.steps_of(case)
    if file.is_file():
        return [PlayedCall(**row) for row in json.loads(kit_text(file))]
    module, size = player(assignment), _board(assignment, case).puzzle.size
    assert module
    recorded = RecordedCalls(module.WATCHED)
    with reference_box(assignment) as box:
        failure = run_on_case(assignment, case, box, {}, recorded).failure
    if failure:
        raise AssignmentError(f"{case.input}: the reference failed: {failure.message}")
    return [_played(module, call, size) for call in recorded.calls]


def steps_file(assignment: Assignment, case: Case) -> bytes:
    """Return the reference's calls for a case, as a bundle has them."""
    calls = reference_calls(assignment, case)
    return json.dumps([vars(call) for call in calls], separators=(",", ":")).encode()


def _played(module: ModuleType, call: RecordedCall, size: int) -> PlayedCall:
    """Show a call. A program that passes or returns anything else is shown without a board."""
    cells = cells_of(size)
    try:
        given = module.given(call.name, call.arguments)
        board = tuple(given.contents[cell] for cell in cells)
    except Exception:  # Values of the submission's: anything may be wrong with them.
        given, board = Shown("?", "something that is no board"), (0,) * size**2
    try:
        result = module.returned(call.name, call.arguments, call.result)
    except Exception:
        result = Shown("?")
    raised = printable_line(call.raised)
    said, returned = result.said or f"returned {_short(call.result)}", _digest(result.text)
    if call.changed:
        returned = CHANGED
    if raised:
        said, returned, result = f"raised {raised}", RAISED, Shown("")
    about = f" for {given.said}" if given.said else ""
    return PlayedCall(
        printable_line(call.name),
        call.depth,
        _digest(call.name + given.text),
        returned,
        printable_line(f"{call.name}{about or ' for the board that is shown'}"),
        printable_line(f"{call.name}{about} {said}"),
        result.should,
        raised,
        board,
        [(i, result.contents[cell]) for i, cell in enumerate(cells) if cell in result.contents],
        [cell for cell in result.focus or given.focus if cell in cells],
    )


def _short(value: object) -> str:
    text = "None (is a return missing?)" if value is None else render_short(value)
    is_short = len(text) <= MAX_SHORT and "\\n" not in text
    return text if is_short else f"something of the type {class_name(value)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def _difference(
    module: ModuleType, calls: list[PlayedCall], right: list[PlayedCall], failure: Detail | None
) -> tuple[int, str, Step] | None:
    """Return the number of the first call that differs, a sentence, and the step that is right."""
    known = {call.given: call for call in right}
    due = iter([call for call in right if module.IS_ORDERED and call.depth == 0])
    for number, call in enumerate(calls, 1):
        should = known.get(call.given)
        if should and should.returned != call.returned:
            said, but = call.said, should.should
            ends_here = all(each.returned == RAISED for each in calls[number - 1 :])
            if ends_here and failure and failure.exception == call.raised != "":
                about = call.said.removesuffix(f" raised {call.raised}")
                said = f"{about} {failure.fact}{_where(failure)}"
            elif call.returned == CHANGED:
                said, but = f"{call.called} changed an argument", "it has to stay as it was"
            return number, f"Step {number}: {said}; {but}.", _step(should, on=call.board)
        if call.depth == 0 and (next_ := next(due, None)) and next_.given != call.given:
            said = f"Step {number} is {call.called}; it should be {next_.called}."
            return number, said, _step(next_)
    return None


def _where(failure: Detail) -> str:
    """Return where in the student's code a program failed."""
    place = failure.place
    function = f"{place.function}, " if place and place.function.isidentifier() else ""
    return f" ({function}line {place.line})" if place else ""


def _prints_another_solution(run: ProgramRun, puzzle: Puzzle) -> bool:
    """Return whether the output is one, laid out as the expected one."""
    own, expected = (re.sub(r"\d", "0", each.text) for each in (run.printed, run.expected))
    return own == expected and any(
        is_solution(puzzle, g) for g in grids(run.printed.text, puzzle.size)
    )


def _end(run: ProgramRun, is_right: bool, count: int, right: int, *, is_cut: bool) -> str:
    """Return a sentence about a run of which no step differs."""
    if run.failure:
        ended = f"{run.failure.message}{_where(run.failure)}"
        return f"After {counted(count, 'step')}: {ended}."
    steps = f"the {'first ' if is_cut else ''}{count:,} steps"
    if is_right:
        return f"None of {steps} differs from what the algorithm does."
    more = " The algorithm takes more steps." if count < right else ""
    return f"None of {steps} is wrong, but the output is: see the command diff.{more}"
