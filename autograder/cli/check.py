"""The `check` command: a student's own work, tested, and packed to hand in."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import click
from click.core import ParameterSource

from autograder.assignment import KIT, Assignment
from autograder.cli.console import (
    check_command,
    is_packed,
    painted,
    program_name,
    shell_quoted,
)
from autograder.cli.files import write_bytes, write_text
from autograder.cli.grade import require_other_files, require_own_kit, run, save
from autograder.cli.hints import hint_lines
from autograder.cli.options import (
    GRADER_FAILED,
    kit_option,
    page_option,
    path_argument,
    report_option,
)
from autograder.intake.box import list_submission, paths_of, receive
from autograder.intake.detect import detect_assignment
from autograder.intake.packing import packed
from autograder.intake.shortcomings import (
    asks_for_tests,
    files_to_hand_in,
    own_tests,
    shortcomings,
)
from autograder.judge.grading_python import GradingPython
from autograder.judge.sources import source_text
from autograder.program_cases import Case
from autograder.report import PartResult, Report, TestResult
from autograder.reports import lines, text
from autograder.reports.next_step import is_failing, next_step
from autograder.safetext import printable_line

latest_results: dict[Path, dict[str, PartResult]] = {}
"""The latest result of each part by folder: `--watch` and the practice page check repeatedly."""


@dataclass(frozen=True)
class OwnWork:
    """A student's files and the assignment; `arguments` name them as on the command line."""

    assignment: Assignment
    folder: Path
    arguments: str = ""

    def command(self, options: str) -> str:
        """Return the command that checks the same files with some options."""
        return " ".join(filter(None, [check_command(), self.arguments, options]))

    def play_command(self, case: Case) -> str:
        """Return the command that plays a run of the same files."""
        named = self.arguments.removeprefix(f"{self.assignment.name} ")
        about = f"--assignment {self.assignment.name}" if named != self.arguments else ""
        return " ".join(filter(None, [program_name(), "play", case.name, named, about]))


def own_work(
    context: click.Context, assignment: str | None, path: Path | None, kit: Path
) -> OwnWork:
    """Find a student's files and their assignment."""
    chosen, folder = detect_assignment(assignment, path, kit)
    require_own_kit(kit, folder)
    arguments = []
    if not is_packed() and (path or assignment):
        arguments.append(chosen.name)
    if folder != Path() or arguments:
        arguments.append(shell_quoted(folder))
    if not is_packed() and context.get_parameter_source("kit") is ParameterSource.COMMANDLINE:
        arguments += ["--kit", shell_quoted(kit)]
    if chosen.has_reference and any(part.needs is None for part in chosen.parts):
        from autograder.authoring.needs import with_needs  # A student's bundle may lack it.

        chosen = with_needs(chosen)
    return OwnWork(chosen, folder, " ".join(arguments))


@click.command()
@click.argument("assignment", required=False)
@click.argument("path", type=path_argument, required=False)
@click.option("--part", metavar="NAME", help="Check only this part, with full details.")
@click.option(
    "--all",
    "shows_all",
    is_flag=True,
    help="Show all failures, and try what was left out after a test that timed out.",
)
@click.option("--watch", "watches", is_flag=True, help="Check again whenever you save a file.")
@click.option(
    "--hint",
    type=click.IntRange(1),
    is_flag=False,
    flag_value=1,
    metavar="[N]",
    help="Give the first hint, which says how many there are, or the first N.",
)
@click.option(
    "--hand-in",
    "hands_in",
    is_flag=True,
    help="List what is missing, then write the zip to hand in, in the current folder.",
)
@click.option(
    "--lines", "shows_lines", is_flag=True, help="Also print FILE:LINE: MESSAGE, for editors."
)
@report_option
@page_option
@kit_option
@click.pass_context
def check(
    context: click.Context,
    assignment: str | None,
    path: Path | None,
    part: str | None,
    shows_all: bool,
    watches: bool,
    hint: int | None,
    hands_in: bool,
    shows_lines: bool,
    json_file: str | None,
    html_file: str | None,
    kit: Path,
) -> None:
    """Test your own work with the public tests.

    Without ASSIGNMENT, it is inferred from the files or the name of the folder. Without PATH, the
    current folder is checked. All parts are shown, then the failure to fix first. A part stops at
    the first test that times out, and what uses it is not tried.

    \b
    Examples:
      autograder check                       in the folder with your files
      autograder check NAME --part PART      one part, with full details
      autograder check NAME work/FILE.py
      autograder check --watch               again after each save; Ctrl-C ends it
      autograder check --hint                a hint for the failure to fix first
      autograder check --hint 2              the next one, too
      autograder check --hand-in             list what is missing, then write the zip to hand in
      autograder check --html report.html    a page for a browser
      autograder check ada.zip
    """
    if hands_in and part:
        raise click.UsageError("--hand-in checks all parts: omit --part.")
    if watches and (hands_in or json_file or html_file):
        raise click.UsageError("--watch writes no files: omit --hand-in, --json and --html.")
    work = own_work(context, assignment, path, kit)
    require_other_files(work.assignment, work.folder, json_file, html_file)

    def once() -> Report:
        report = tested(work, part, continues=shows_all, steps=bool(html_file))
        stepped = step_page(report, work, html_file) if html_file else []
        save(report, work.assignment, json_file, html_file, stepped=stepped)
        if json_file != "-":
            print_report(report, work, shows_all, hint, hands_in)
            print_progress(report, work)
            if shows_lines:
                print_failure_lines(report, work)
        return report

    if watches:
        from autograder.cli.watch import watch

        watch(work.assignment, work.folder, once)
    # Read before the tests run: what is tested is what is handed in.
    found = files_to_hand_in(work.assignment, work.folder) if hands_in else None
    report = once()
    if found:
        summary = hand_in(work.assignment, *found, report)
        click.echo("" if json_file == "-" else painted(summary), nl=False)
    if report.grader_errors:
        sys.exit(GRADER_FAILED)
    sys.exit(1 if any(map(is_failing, report.parts)) else 0)


def step_page(report: Report, work: OwnWork, page: str) -> list[tuple[TestResult, str]]:
    """Write the page that steps through the first failing call, if one can, beside another page.

    Return the test and the address of its page.
    """
    from autograder.reports.stepped import first_with_steps

    test = first_with_steps(report)
    if not test:
        return []
    beside = Path(page).with_name(f"{Path(page).stem}-step.html")
    return [(test, write_page(work, test, str(beside)))]


def write_page(work: OwnWork, test: TestResult, file: str) -> str:
    """Write the page that steps through a test's call; return its address from a page beside it."""
    from autograder.reports.stepped import page

    write_text(file, page(test, work.assignment.title, sources_of(work)), "the page")
    return quote(Path(file).name)


def tested(work: OwnWork, part: str | None, *, continues: bool, steps: bool) -> Report:
    """Run the public tests of a part, or of all; a part `continues` after a test that timed out.

    With `steps`, failures have those of their calls.
    """
    report = run(
        work.assignment,
        work.folder,
        parts=[work.assignment.part(part)] if part else [],
        hidden=False,
        confined=False,
        retry="" if continues else work.command("--part {part} --all"),
        steps=steps,
    ).for_students()
    report = with_play_commands(with_played_step(report, work), work)
    report = with_counted_tests(report, work)
    return replace(report, problems=(*report.problems, *works_only_here(work)))


def with_counted_tests(report: Report, work: OwnWork) -> Report:
    """Say how many tests of their own a student has, where these are marked by hand."""
    if not any(map(asks_for_tests, report.by_hand)):
        return report
    files, _ = files_to_hand_in(work.assignment, work.folder)
    texts = {name: source_text(content) for name, content in files.items()}
    counted = f"tests of your own: {own_tests(work.assignment, texts)}"
    by_hand = (
        replace(item, advice=counted) if asks_for_tests(item) else item for item in report.by_hand
    )
    return replace(report, by_hand=tuple(by_hand))


def with_play_commands(report: Report, work: OwnWork) -> Report:
    """Add the command that plays its run to the first failure of each part that has one."""
    samples = work.assignment.played_cases

    def added(part: PartResult) -> PartResult:
        tests = list(part.tests)
        for i, test in enumerate(tests):
            if test.detail and (case := samples.get(test.sample_case)):
                says = f"To play this run, step by step: {work.play_command(case)}"
                hint = "\n".join(filter(None, (test.detail.hint, says)))
                tests[i] = replace(test, detail=replace(test.detail, hint=hint))
                break
        return replace(part, tests=tuple(tests))

    return replace(report, parts=tuple(map(added, report.parts)))


def with_played_step(report: Report, work: OwnWork) -> Report:
    """Say which step of the run differs, where programs fail although all functions pass."""
    assignment = work.assignment
    failing = [part.name for part in report.parts if is_failing(part)]
    if not failing or any(assignment.part(name).file for name in failing):
        return report
    from autograder.reports.played import failing_sample, play, with_first_step

    case = failing_sample(assignment, report)
    if case is None:
        return report
    with receive(assignment, work.folder) as received:
        run = play(assignment, case, received.box, received.unusable)
    return with_first_step(report, case, run)


def works_only_here(work: OwnWork) -> Iterator[str]:
    """Yield what works in this Python, but not in the one that grades, if check.pyz records it."""
    if grading := GradingPython.recorded(KIT):
        contents = list_submission(work.assignment, work.folder).contents
        texts = {name: source_text(content) for name, content in contents.items()}
        modules = (*work.assignment.files, *work.assignment.provided)
        yield from grading.remarks(texts, [name.removesuffix(".py") for name in modules])


def print_report(
    report: Report, work: OwnWork, shows_all: bool, hint: int | None, hands_in: bool
) -> None:
    """Print a report on one part, or if it `shows_all`, in full, else all parts at a glance."""
    parts = {part.name: part for part in report.parts}

    def hints(part: PartResult) -> Iterator[str]:
        only = f" --part {part.name}" if len(parts) < len(work.assignment.parts) else ""
        checked, next_one = [*parts.values()], lambda options: work.command(options + only)
        return hint_lines(work.assignment, parts[part.name], checked, hint or 0, next_one)

    if len(report.parts) > 1 and not shows_all:
        width = shutil.get_terminal_size().columns
        given = hints if hint else None
        shown = text.brief(report, work.command, width=width, hints=given, hands_in=hands_in)
    else:
        step = next_step(report.parts) if hint else None
        below = [*(hints(step.part) if step else ()), *text.public_only(report)]
        if step:  # The hints below begin with it.
            without = (replace(part, hint="") for part in report.parts)
            report = replace(report, parts=tuple(without))
        shown = "" if text.IS_PAGE else text.render(report, work.command("--part {part}"))
        shown += "".join(f"{line}\n" for line in below)
    click.echo(painted(shown), nl=False)


def print_progress(report: Report, work: OwnWork) -> None:
    """Name the parts that pass now, or no longer, since the last check in this process."""
    before = latest_results.setdefault(work.folder.resolve(), {})
    for part in report.parts:
        old = before.get(part.name, part)
        if is_failing(old) and not is_failing(part):
            click.echo(
                painted(f"✓ {part.name} passes now (+{part.earned - old.earned:g})\n"), nl=False
            )
        elif is_failing(part) and not is_failing(old):
            click.echo(painted(f"✗ {part.name} no longer passes\n"), nl=False)
        before[part.name] = part


def sources_of(work: OwnWork) -> dict[str, str]:
    """Return the texts of a student's files."""
    paths = paths_of(work.assignment, work.folder)
    return {name: source_text(path.read_bytes()) for name, path in paths.items() if path.is_file()}


def print_failure_lines(report: Report, work: OwnWork) -> None:
    """Print each failure as FILE:LINE: MESSAGE."""
    paths, sources = paths_of(work.assignment, work.folder), sources_of(work)
    shown = lines.render(report, sources)
    for name in sources:
        place = str(paths[name]).replace("\\", r"\\")
        shown = re.sub(rf"(?m)^{re.escape(name)}(?=:)", place, shown)
    click.echo("\n" + shown, nl=False)


def hand_in(
    assignment: Assignment, files: Mapping[str, bytes], faults: Sequence[str], report: Report
) -> str:
    """Write the zip; return what is missing, and a list of what is in it.

    Raises:
        UnusableError: it cannot be written.
    """
    file = f"{assignment.name}-hand-in.zip"
    write_bytes(file, packed(files), "the zip")
    texts = {name: source_text(data) for name, data in files.items()}
    failing = [part.name for part in report.parts if is_failing(part)]
    missing = [*faults, *shortcomings(assignment, texts)]
    if len(failing) == len(report.parts) > 1:
        missing.insert(0, "no part passes yet")
    elif failing:
        verb = "does" if len(failing) == 1 else "do"
        missing.insert(0, f"{', '.join(failing)} {verb} not pass yet")
    width = max(map(len, files))
    lines = [
        "",
        "Before you hand in:" if missing else "Nothing is missing.",
        *(f"  - {line}" for line in missing),
        f"Hand in {file}, which holds:",
        *(f"  {printable_line(name):<{width}}  {len(files[name]):>7,} bytes" for name in files),
    ]
    return "".join(f"{line}\n" for line in lines)
