"""A run of a program, as steps: its calls of watched functions, compared with the reference's."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
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
from autograder.puzzles.grid_text import grids
from autograder.puzzles.model import Board, Cell, Grid, Puzzle, cells_of, is_solution
from autograder.puzzles.trace import Method, Trace, label_cages
from autograder.puzzles.trace.page import page
from autograder.puzzles.trace.steps import Contents, Shown, Step, grid_of
from autograder.report import Detail, Report, TestResult
from autograder.reports.next_step import NOTHING_TO_TEST
from autograder.safetext import printable_line
from autograder.sandbox.messages import MAX_CALLS
from autograder.sentences import counted, joined
from autograder.text_files import kit_text

MAX_SHORT = 60
MAX_SAID = 4
"""How many sentences a step of several calls has; of one with more, the first."""
RAISED, CHANGED = "raised", "changed"
"""What a call returned that raised an exception, or that changed its arguments."""
ABOUT = (
    "A step is a call of a function that has returned, with the calls after it that show the same"
    " board. The algorithm's board is the one on which it makes the same call; while your"
    " program makes others, it stays as it is. Your run stops at the first step that differs."
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


Calls = Sequence[PlayedCall]
Numbered = list[tuple[int, PlayedCall]]


@dataclass(frozen=True)
class PlayedRun:
    """The steps of a run, and a sentence about the first that differs, or about the end.

    `beside` has the steps as the algorithm does them. `is_right` if output and steps are, and
    `differs` if the last step does.
    """

    steps: tuple[Step, ...]
    beside: tuple[Step, ...]
    sentence: str
    is_right: bool
    differs: bool = False


def player(assignment: Assignment) -> ModuleType | None:
    """Return the module that names the calls that are played, `play.py`, if there is one."""
    return assignment_modules("play.py", assignment.kit).get(assignment.name)


def play(
    assignment: Assignment,
    case: Case,
    box: Path,
    unusable: dict[str, str],
    show: Callable[[str], None] = lambda _: None,
) -> PlayedRun:
    """Run the program in a box on a sample case, and find its first step that differs.

    Each call is passed to `show` as a line when it has ended.

    Raises:
        AssignmentError: nothing can be played.
    """
    module = player(assignment)
    if not module:
        what = "how its program solves a puzzle is up to you and cannot be seen from outside"
        raise AssignmentError(f"{assignment.name} has no steps to play: {what}")
    right = reference_calls(assignment, case)
    puzzle = _board(assignment, case).puzzle
    calls: list[PlayedCall] = []

    def add(call: RecordedCall) -> None:
        calls.append(_played(module, call, puzzle.size))
        show(f"{len(calls):,}: {calls[-1].said}")

    recorded = RecordedCalls(module.WATCHED, add)
    run = run_on_case(assignment, case, box, unusable, recorded)
    twins = _twins(calls, right)
    outer, due = (_outer(made) if module.IS_ORDERED else [] for made in (calls, right))
    index, should = _difference(calls, twins, outer, due)
    begun = tuple(right[0].board) if right else (0,) * puzzle.size**2
    steps, beside = _steps(calls[:index], twins, begun)
    if should:
        sentence, step = _differing(steps, calls[index:], should, run.failure)
        return PlayedRun(tuple(steps), (*beside, step), sentence, False, differs=True)
    is_right = run.printed == run.expected or (
        not module.IS_ORDERED and _prints_another_solution(run, puzzle)
    )
    count = counted(len(steps), "step")
    said = f"The first {count}" if recorded.is_full else count
    if run.failure:
        sentence = f"After {count}: {run.failure.message}{_where(run.failure)}."
    elif is_right:
        sentence = f"{said}: no difference from what the algorithm does."
    else:
        lacks = [] if recorded.is_full else due[len(outer) :]
        what = f"{_left_out(run, steps, puzzle, lacks)}see the command diff"
        ends_early = not module.IS_ORDERED and len(calls) < len(right)
        of = _steps_due(right, begun) if ends_early else ""
        sentence = f"{said}{of}: no difference found, but the output is wrong: {what}."
    last = steps.pop() if steps else Step("", begun, (), (), ())
    steps.append(replace(last, sentence=f"{last.sentence} {sentence}".lstrip()))
    return PlayedRun(tuple(steps), tuple(beside or steps), sentence, is_right and not run.failure)


def _steps_due(right: Calls, begun: Contents) -> str:
    """Return how many steps the algorithm takes, as far as its calls are recorded."""
    least = "at least " if len(right) >= MAX_CALLS else ""
    return (
        f", where the algorithm takes {least}{counted(len(_steps(right, right, begun)[0]), 'step')}"
    )


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
    method = SimpleNamespace(
        TITLE=f"Your run: {assignment.title}",
        ABOUT=ABOUT,
        COUNTS=(),
        KINDS=(),
        PSEUDOCODE=(),
        **{name: vars(module)[name] for name in ("AXES", "NUMBERED") if name in vars(module)},
    )
    labels = tuple(label_cages(cast(Method, module), board))
    trace = Trace(board.puzzle, cast(Method, method), played.steps, False, labels)
    end = "the first that differs" if played.differs else None if played.is_right else ""
    return page(trace, f"{case.name}.in", played.beside, end)


def _board(assignment: Assignment, case: Case) -> Board:
    return read(kit_text(case.input), assignment.name, assignment.kit)


def _contents(call: PlayedCall) -> Contents:
    """Return what the board shows after a call."""
    return tuple((dict(enumerate(call.board)) | dict(call.changes)).values())


def _step(calls: Calls) -> Step:
    """Return the step of calls that show one board: `used_in_row and used_in_col returned []`."""
    by_end: dict[str, list[PlayedCall]] = defaultdict(list)
    for call in calls:
        by_end[call.said.removeprefix(call.name)].append(call)
    shown = [*by_end.items()][: len(by_end) if len(by_end) <= MAX_SAID else 1]
    said = []
    for end, same in shown:
        times = Counter(call.name for call in same).items()
        names = [name if count == 1 else f"{name} ({count:,} times)" for name, count in times]
        said.append(f"{joined(names)}{end}.")
    if more := len(calls) - sum(len(same) for _, same in shown):
        said.append(f"{more:,} more calls show the same board.")
    focus = dict.fromkeys((y, x) for _, same in shown for call in same for y, x in call.focus)
    return Step(" ".join(said), _contents(calls[-1]), tuple(focus), (), ())


def _steps(
    calls: Calls, twins: Sequence[PlayedCall | None], begun: Contents
) -> tuple[list[Step], list[Step]]:
    """Return the steps of calls, and what is beside each: at first the board `begun`."""
    steps, beside = [], [Step("", begun, (), (), ())]
    pairs = zip(calls, twins, strict=False)
    for _, same in groupby(pairs, key=lambda pair: _contents(pair[0])):
        group = [*same]
        steps.append(_step([call for call, _ in group]))
        twin = next((twin for _, twin in group if twin), None)
        own = replace(steps[-1], contents=_contents(twin)) if twin else None
        beside.append(own or replace(beside[-1], focus=()))
    return steps, beside[1:]


def _twins(calls: Calls, right: Calls) -> list[PlayedCall | None]:
    """Return for each call the reference's that was given the same; of several, the nearest."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, call in enumerate(right):
        places[call.given].append(place)
    twins: list[PlayedCall | None] = []
    due = 0
    for call in calls:
        found = min(places[call.given], key=lambda place: abs(place - due), default=None)
        twins.append(None if found is None else right[found])
        due = due if found is None else found + 1
    return twins


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
    calls: list[RecordedCall] = []
    with reference_box(assignment) as box:
        recorded = RecordedCalls(module.WATCHED, calls.append)
        failure = run_on_case(assignment, case, box, {}, recorded).failure
    if failure:
        raise AssignmentError(f"{case.input}: the reference failed: {failure.message}")
    return [_played(module, call, size) for call in calls]


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
        result.should or f"the algorithm {said}",
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


def _outer(calls: Calls) -> Numbered:
    """Return the calls that no other makes, and their indices; of repeated ones, the first."""
    made = ((index, call) for index, call in enumerate(calls) if call.depth == 0)
    return [next(same) for _, same in groupby(made, key=lambda each: each[1].given)]


def _difference(
    calls: Calls, twins: Sequence[PlayedCall | None], outer: Numbered, due: Numbered
) -> tuple[int, PlayedCall | None]:
    """Return the index of the first call that is not as its twin or not due, and the right one."""
    pairs = enumerate(zip(calls, twins, strict=True))
    wrong = [(i, twin) for i, (call, twin) in pairs if twin and twin.returned != call.returned]
    places = zip(outer, due, strict=False)
    other = [(i, right) for (i, call), (_, right) in places if call.given != right.given]
    return min([*wrong[:1], *other[:1]], key=lambda each: each[0], default=(len(calls), None))


def _differing(
    steps: list[Step], calls: Calls, should: PlayedCall, failure: Detail | None
) -> tuple[str, Step]:
    """Add the first of these calls as the step that differs.

    Return a sentence about it, and the step as the algorithm does it.
    """
    call, number, size = calls[0], len(steps) + 1, isqrt(len(calls[0].board))
    own, right = _step([call]), _step([should])
    changed = sorted({index for index, _ in (*call.changes, *should.changes)})
    if call.given != should.given:
        changed = [*range(size**2)]
        sentence = f"Step {number} is {call.called}; it should be {should.called}."
    else:
        said, but = call.said, should.should
        ends_here = all(each.returned == RAISED for each in calls)
        if ends_here and failure and failure.exception == call.raised != "":
            about = call.said.removesuffix(f" raised {call.raised}")
            said = f"{about} {failure.fact}{_where(failure)}"
        elif call.returned == CHANGED:
            said, but = f"{call.called} changed an argument", "it has to stay as it was"
        elif call.said == should.said:
            but = "the algorithm returned something else"
        sentence = f"Step {number}: {said}; {but}."
        had = [n for n, step in enumerate(steps, 1) if step.contents == right.contents]
        if had and right.contents not in (own.contents, tuple(should.board)):
            sentence += f" Step {had[-1]} shows the right board."
    differ = [divmod(i, size) for i in changed if own.contents[i] != right.contents[i]]
    named = own.focus + right.focus
    steps.append(replace(own, sentence=sentence, focus=tuple(differ) or own.focus, related=named))
    return sentence, replace(right, related=named)


def _where(failure: Detail) -> str:
    """Return where in the student's code a program failed."""
    place = failure.place
    function = f"{place.function}, " if place and place.function.isidentifier() else ""
    return f" ({function}{place.file}, line {place.line})" if place else ""


def _prints_another_solution(run: ProgramRun, puzzle: Puzzle) -> bool:
    """Return whether the output is one, laid out as the expected one."""
    own, expected = (re.sub(r"\d", "0", each.text) for each in (run.printed, run.expected))
    return own == expected and any(
        is_solution(puzzle, g) for g in grids(run.printed.text, puzzle.size)
    )


def _left_out(run: ProgramRun, steps: list[Step], puzzle: Puzzle, lacks: Numbered) -> str:
    """Return what the output of a run without a wrong step lacks, and `; `; or nothing."""
    own, expected = (each.text.strip() for each in (run.printed, run.expected))
    if not run.printed.text:
        return "it is empty; "
    if lacks:
        return f"the algorithm {'goes on' if steps else 'begins'} with {lacks[0][1].called}; "
    if expected.startswith(own) and expected != own:
        return f"it ends before {expected.removeprefix(own).strip().splitlines()[0]}; "
    lines, rest = expected.split("\n"), iter(own.split("\n"))
    if (more := own.count("\n") + 1 - len(lines)) > 0 and all(line in rest for line in lines):
        return f"it has {counted(more, 'line')} besides the expected ones; "
    if run.printed.counts_line and run.printed.solution == run.expected.solution:
        return "without the line with the counts, it is as expected; "
    return _lost_solution(own, [grid_of(step.contents) for step in steps], puzzle)


def _lost_solution(own: str, boards: Sequence[Grid], puzzle: Puzzle) -> str:
    """Return which board of a run was a solution, and what was printed instead of it."""
    solved = [n for n, board in enumerate(boards, 1) if is_solution(puzzle, board)]
    printed = [*grids(own, puzzle.size)]
    if not solved or any(is_solution(puzzle, grid) for grid in printed):
        return ""
    shows = f"step {solved[0]:,} shows a solution, but"
    if printed and printed[0] in boards:
        number = len(boards) - boards[::-1].index(printed[0])
        return f"{shows} the last board that was printed is that of step {number:,}; "
    digits = iter(re.findall(r"\d", own))
    numbers = "".join(str(number) for row in boards[solved[0] - 1] for number in row)
    is_printed = all(digit in digits for digit in numbers)
    return "" if is_printed else f"{shows} its rows are not in the output; "
