"""A run of a program, as steps: its calls of watched functions, compared with the reference's."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from math import isqrt
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
from autograder.puzzles.model import Board, cells_of
from autograder.puzzles.trace import Method, Trace, label_cages
from autograder.puzzles.trace.page import page
from autograder.puzzles.trace.steps import Contents, Shown, Step, counted
from autograder.report import Report
from autograder.reports.next_step import NOTHING_TO_TEST
from autograder.safetext import printable_line
from autograder.text_files import kit_text

STEPS = "steps"
"""The folder of an assignment in a bundle, with the reference's calls for each sample case."""
MAX_SHORT = 60
ABOUT = (
    "Each step is a call of a function that has returned. Your board is compared with what the"
    " algorithm does at the same point; your run stops at the first step that differs."
)


@dataclass(frozen=True)
class PlayedCall:
    """A call as the page shows it; `given` and `returned` are digests, to compare.

    `board` is what the call was given, `contents` what the board shows after it, if anything else.
    """

    name: str
    depth: int
    given: str
    returned: str
    called: str
    said: str
    should: str
    board: Contents
    contents: Contents | None
    focus: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PlayedRun:
    """The steps of a run, and a sentence about the first that differs, or about the end.

    `beside` is the last step as the algorithm does it. `is_right` if output and steps are.
    """

    steps: tuple[Step, ...]
    beside: Step
    sentence: str
    is_right: bool


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
    size = _board(assignment, case).puzzle.size
    calls = [_played(module, call, size) for call in recorded.calls]
    count, sentence, beside = _difference(module, calls, right, run, is_cut=recorded.is_full)
    steps = [_step(call, f"{call.said}.") for call in calls[:count]]
    if count <= len(calls):
        steps[-1] = replace(steps[-1], sentence=sentence)
    else:
        contents = steps[-1].contents if steps else (0,) * size**2
        steps.append(Step(sentence, contents, (), (), ()))
    is_right = beside is None and run.failure is None and run.printed == run.expected
    return PlayedRun(tuple(steps), beside or steps[-1], sentence, is_right)


def failing_sample(assignment: Assignment, report: Report) -> Case | None:
    """Return the first sample case on which a program failed, if its run can be played."""
    if not (player(assignment) and assignment.has_reference):
        return None
    samples = {case.name: case for case in assignment.cases("sample")}
    tests = (test for part in report.parts for test in part.tests)
    failing = (samples.get(t.sample_case) for t in tests if t.outcome not in NOTHING_TO_TEST)
    return next(filter(None, failing), None)


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
    return page(trace, f"{case.name}.in", played.beside)


def _board(assignment: Assignment, case: Case) -> Board:
    return read(kit_text(case.input), assignment.name, assignment.kit)


def _step(call: PlayedCall, sentence: str = "") -> Step:
    return Step(sentence, call.contents or call.board, call.focus, (), (), 0, call.name)


def _beside(call: PlayedCall, should: PlayedCall) -> Step:
    """Return the step as it should be; the rest of the board may differ from the reference's."""
    step, size = _step(should), isqrt(len(call.board))
    contents = tuple(
        right if should.contents and divmod(cell, size) in (should.focus or cells_of(size)) else own
        for cell, (own, right) in enumerate(zip(call.board, step.contents, strict=True))
    )
    return replace(step, contents=contents)


def reference_calls(assignment: Assignment, case: Case) -> list[PlayedCall]:
    """Return the reference's calls for a sample case: its own, or those that the bundle has.

    Raises:
        AssignmentError: the reference does not run to its end.
    """
    file = assignment.folder / STEPS / f"{case.name}.json"
    if file.is_file():
        return [
            PlayedCall(**{**row, "focus": tuple(map(tuple, row["focus"]))})
            for row in json.loads(kit_text(file))
        ]
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
    try:
        given = module.given(call.name, call.arguments)
        if len(given.contents) != size**2:
            raise ValueError("a board of another size")
    except Exception:  # Values of the submission's: anything may be wrong with them.
        given = Shown("?", f"{call.name} for something that is no board", (0,) * size**2)
    result = Shown("", f"raised {call.raised}")
    if not call.raised:
        try:
            result = module.returned(call.name, call.arguments, call.result)
        except Exception:
            text = render_short(call.result)
            is_short = len(text) <= MAX_SHORT and "\\n" not in text
            what = text if is_short else f"something of the type {class_name(call.result)}"
            result = Shown("?", f"returned {what}")
    if call.changed:
        result = Shown("changed", f"changed what it was given, and {result.said}")
    contents = result.contents if len(result.contents or ()) == size**2 else None
    return PlayedCall(
        printable_line(call.name),
        call.depth,
        _digest(call.name + given.text),
        _digest(result.text),
        printable_line(given.said),
        printable_line(f"{call.name} {result.said}"),
        result.should,
        given.contents,
        contents,
        tuple(cell for cell in result.focus or given.focus if cell in cells_of(size)),
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def _difference(
    module: ModuleType,
    calls: list[PlayedCall],
    right: list[PlayedCall],
    run: ProgramRun,
    *,
    is_cut: bool,
) -> tuple[int, str, Step | None]:
    """Return how many calls to play, a sentence about the last, and the step that it should be."""
    known = {call.given: call for call in right}
    due = iter([call for call in right if module.IS_ORDERED and call.depth == 0])
    for number, call in enumerate(calls, 1):
        should = known.get(call.given)
        if should and should.returned != call.returned:
            right_step = _beside(call, should)
            but = should.should if should.said != call.said else _where(_step(call), right_step)
            return number, f"Step {number}: {call.said}; {but}.", right_step
        if call.depth == 0 and (next_ := next(due, None)) and next_.given != call.given:
            said = f"Step {number} is {call.called}; it should be {next_.called}."
            return number, said, _step(next_)
    count = len(calls)
    next_ = next(due, None)
    next_is = f"; next is {next_.called}" if next_ else ""
    beside = _step(next_) if next_ else None
    if run.failure:
        place = run.failure.place
        where = f" ({place.function}, line {place.line})" if place else ""
        return count + 1, f"After step {count}: {run.failure.message}{where}{next_is}.", beside
    if next_ and not is_cut:
        return count + 1, f"The program ended after step {count}{next_is}.", beside
    end = "" if run.printed == run.expected else ", but the output differs: see the command diff"
    steps = f"the {'first ' if is_cut else ''}{count:,} steps"
    return count + 1, f"None of {steps} differs from the algorithm's {len(right):,}{end}.", None


def _where(call: Step, should: Step) -> str:
    """Return a clause about a wrong result of which the same is said as of the right one."""
    pairs = zip(call.contents, should.contents, strict=True)
    wrong = [cell for cell, (own, right) in enumerate(pairs) if own != right]
    if not wrong:
        return "that is right, but something else in the result is not"
    row, column = divmod(wrong[0], isqrt(len(call.contents)))
    cells = counted(len(wrong), "cell")
    return f"it is wrong in {cells}, the first of them in row {row}, column {column}"
