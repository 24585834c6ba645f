"""Program: compare a mutant with the reference on the inputs of the assignment's fuzz.py.

Reads what to compare on standard input, as JSON, and prints a `Difference`.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, load
from autograder.authoring.mutants.comparison import SEARCH_SECONDS, Difference
from autograder.authoring.mutants.mutant import Mutant
from autograder.authoring.mutants.solution import Behaviour, Solution, differ, render_input
from autograder.judge.importable import importable
from autograder.judge.render.pairs import render_pair
from autograder.sandbox.temporary_folders import temporary_folder

EARLIER = 50
"""How many inputs before the one with a difference may be a reason for it."""


def smallest_difference(assignment: Assignment, mutant: Mutant, folder: Path) -> Difference:
    """Try inputs until one makes a difference, or the time is up.

    Modules stay loaded from one input to the next, for mutants that keep something. If an input
    alone makes no difference, then the input before it takes part.
    """
    folder.mkdir(exist_ok=True)
    reference, mutated = (_solution(assignment, mutant, folder / name) for name in ("one", "other"))
    (folder / "other" / mutant.file).write_text(mutant.text, encoding="utf-8")
    end = time.monotonic() + SEARCH_SECONDS
    earlier: list[Any] = []
    tried = 0
    for tried, given in enumerate(_inputs(assignment, mutant), 1):
        reference.require_functions(given)
        if _differing(reference, mutated, [given]):
            for before in ([], *([one] for one in reversed(earlier)), earlier):
                reference.reload()
                mutated.reload()
                if pair := _differing(reference, mutated, [*before, given]):
                    texts = [render_input(one) for one in [*before, given]]
                    return Difference(tried, "\nafter that, ".join(texts), *_rendered(pair))
        earlier = [*earlier, given][-EARLIER:]
        if time.monotonic() > end:
            break
    return Difference(tried)


def _solution(assignment: Assignment, mutant: Mutant, box: Path) -> Solution:
    box.mkdir()
    for file in assignment.files:
        shutil.copyfile(assignment.reference / file, box / file)
    parts = (assignment.part(name) for name in mutant.parts)
    program = next((found for part in parts if (found := assignment.program_of(part))), None)
    if program is None:
        return Solution(box, assignment.files, None)
    started = box if program.file in assignment.files else assignment.starter
    return Solution(box, assignment.files, started / program.file, program.args)


def _inputs(assignment: Assignment, mutant: Mutant) -> Iterator[Any]:
    """Yield the inputs for the mutant's parts in turn."""
    fuzz = importlib.import_module("fuzz")
    sources = []
    for name in mutant.parts:
        if assignment.part(name).file and hasattr(fuzz, "calls"):
            sources.append(fuzz.calls(name))
        elif hasattr(fuzz, "inputs") and fuzz.inputs not in sources:
            sources.append(fuzz.inputs)
    iterators = [iter(source() if callable(source) else source) for source in sources]
    nothing = object()
    for given in itertools.chain.from_iterable(
        itertools.zip_longest(*iterators, fillvalue=nothing)
    ):
        if given is not nothing:
            yield given


def _differing(
    reference: Solution, mutated: Solution, inputs: list[Any]
) -> tuple[Behaviour, Behaviour] | None:
    """Return the behaviours on the last of these inputs if they differ."""
    for given in inputs:
        pair = reference.run(given), mutated.run(given)
    return pair if differ(*pair) else None


def _rendered(pair: tuple[Behaviour, Behaviour]) -> tuple[str, str]:
    one, other = pair
    if one.kind == other.kind == "returned" and one.printed == other.printed:
        if one.shares != other.shares:
            texts = "a copy", "shares a mutable part with an argument"
            return texts[one.shares], texts[other.shares]
        if not differ(one, other, arguments=False):
            left, right = render_pair(one.arguments, other.arguments)
            return f"arguments afterwards {left}", f"arguments afterwards {right}"
        return render_pair(one.value, other.value)
    return str(one), str(other)


def main() -> None:
    request = json.load(sys.stdin)
    fields = request["mutant"]
    mutant = Mutant(**{**fields, "parts": tuple(fields["parts"])})
    assignment = load(request["name"], Path(request["kit"]))
    with (
        temporary_folder() as folder,
        importable(assignment),
        contextlib.redirect_stdout(sys.stderr),
    ):
        found = smallest_difference(assignment, mutant, Path(folder).resolve())
    print(json.dumps(asdict(found)))


if __name__ == "__main__":
    main()
