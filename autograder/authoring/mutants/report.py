"""What `autograder mutants` prints."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.authoring.mutants.comparison import Difference
from autograder.authoring.mutants.equivalents import FILE, as_toml
from autograder.authoring.mutants.run import MutantResults

PUBLIC_GOAL = 0.95
"""The share of mutants that public tests alone should catch."""


def survivor_lines(results: MutantResults) -> Iterator[str]:
    """Describe each mutant that no test catches, and what to do about it."""
    for mutant, fate in results.survivors:
        parts = " or ".join(mutant.parts)
        where = f"reference/{results.assignment.name}/{mutant.file}, line {mutant.line}"
        yield f"{where}: no test of {parts} catches this change to {mutant.function}"
        yield from _indented("\n".join(mutant.diff()))
        if fate.difference and not fate.difference.tried:
            advice = "add inputs for it, or a test"
            yield f"  nothing was compared: fuzz.py yields nothing for {parts}; {advice}"
        else:
            yield from _remedy(fate.difference)
            if not fate.difference or not fate.difference.input:
                yield from _indented(as_toml(mutant), 4)
        yield ""


def _remedy(difference: Difference | None) -> Iterator[str]:
    if difference is None:
        yield f"  there is no fuzz.py to find a difference; add a test, or list it in {FILE}:"
    elif not difference.input:
        yield (
            f"  no difference on any input of fuzz.py (tried: {difference.tried}); if the "
            f"mutant is equivalent, list it in {FILE} with the reason:"
        )
    else:
        yield "  add a test; they differ on"
        yield from _indented(difference.input, 4)
        for name, behaviour in (
            ("reference", difference.reference),
            ("mutant", difference.mutant),
        ):
            first, *rest = behaviour.split("\n")
            yield from _indented("\n".join([f"{name}: {first}", *rest]), 4)


def hidden_only_lines(results: MutantResults) -> Iterator[str]:
    """List the mutants that students cannot catch with public tests, if there are many."""
    hidden_only = [m for m, fate in results.fates.items() if fate.by_any and not fate.by_public]
    if results.share(public=True) >= PUBLIC_GOAL or not hidden_only:
        return
    name = results.assignment.name
    yield f"Only hidden tests catch these; public ones should catch {PUBLIC_GOAL:.0%}:"
    for mutant in hidden_only:
        yield f"  reference/{name}/{mutant.file}, line {mutant.line}: {mutant.function}"
        yield from _indented("\n".join(mutant.diff()), 4)


def unmatched_lines(results: MutantResults) -> Iterator[str]:
    for entry in results.unmatched:
        yield f"{results.assignment.name}: {FILE}: no mutant of {entry.function} is {entry.new!r}"


def summary(results: MutantResults) -> str:
    count = len(results.fates)
    mutants = "1 mutant" if count + results.noted == 1 else f"{count + results.noted} mutants"
    return (
        f"{results.assignment.name}: {mutants}, {results.noted} equivalent, "
        f"{results.share(public=False):.1%} of {count} caught by all tests, "
        f"{results.share(public=True):.1%} by public tests alone"
    )


def _indented(text: str, width: int = 2) -> Iterator[str]:
    yield from (f"{' ' * width}{line}" for line in text.split("\n"))
