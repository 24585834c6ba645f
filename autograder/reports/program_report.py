"""One run of a program as text: in a sentence, then line by line."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.judge.explain.output import Output, explain_output
from autograder.judge.program_run import ProgramRun
from autograder.reports.side_by_side import side_by_side
from autograder.reports.text import detail_fields, labelled


def program_report(run: ProgramRun, title: str, width: int) -> str:
    """Render a run for a terminal of some width."""
    return "".join(f"{line}\n" for line in _lines_of(run, title, width))


def _lines_of(run: ProgramRun, title: str, width: int) -> Iterator[str]:
    printed, expected = run.printed, run.expected
    if run.failure:
        yield f"✗ {title}"
        yield f"      {run.failure.message}"
        for label, text in detail_fields(run.failure):
            if label not in ("call", "printed"):
                yield from labelled(label, text)
        if not printed.text:
            return
        yield ""
        yield "What it printed before that:"
    elif printed == expected:
        yield f"✓ {title}: exactly as expected"
        return
    else:
        yield f"✗ {title}"
        yield f"  {explain_output(expected, printed).splitlines()[0].rstrip(':.')}."
        if printed.prints_like(expected):
            yield from _compared_files(printed, expected, width)
            return
    yield ""
    yield from _comparisons(printed, expected, width)


def _compared_files(printed: Output, expected: Output, width: int) -> Iterator[str]:
    """Compare the first wrong one of the files that were written."""
    for name in sorted(expected.files.keys() & printed.files.keys()):
        ours, theirs = printed.files[name], expected.files[name]
        if ours != theirs:
            yield from ("", f"{name}:")
            yield from side_by_side(ours, theirs, width, "written").splitlines()
            return


def _comparisons(printed: Output, expected: Output, width: int) -> Iterator[str]:
    """Compare the counts apart from the solution if both have them."""
    if not expected.counts_line or not printed.counts.compared:
        yield from side_by_side(printed.text, expected.text, width).splitlines()
        return
    views = {"The solution": (printed.solution, expected.solution)}
    views["The counts"] = (printed.counts, expected.counts)
    for name, (ours, theirs) in views.items():
        if ours == theirs:
            yield f"✓ {name}: as expected"
        else:
            yield f"✗ {name}:"
            yield from side_by_side(ours.compared, theirs.compared, width).splitlines()
