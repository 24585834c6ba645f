"""What the parts of an assignment use, by name: read from the reference and from the tests.

A part needs the parts that its code in the reference calls, directly or through functions that are
not parts, and those that its own tests call: they fail, too, when one of these is wrong.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Set
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path

from autograder.assignment import Assignment, Part
from autograder.judge.python_source import PythonSource, reachable

Graph = Mapping[str, Iterable[str]]


def source_of(path: Path) -> PythonSource:
    """Read a file of an assignment; one that is missing, or not Python, is like an empty one."""
    return _parsed(path.read_text("utf-8-sig", "replace") if path.is_file() else "")


@lru_cache(maxsize=200)
def _parsed(text: str) -> PythonSource:
    return PythonSource.of(text)


class NamesUsed:
    """The names that the parts of an assignment use."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment

    @cached_property
    def sources(self) -> dict[str, PythonSource]:
        """The student's files, of the reference, and the provided ones."""
        own = self.assignment
        folders = dict.fromkeys(own.files, own.reference) | dict.fromkeys(own.provided, own.starter)
        return {file: source_of(folder / file) for file, folder in folders.items()}

    @cached_property
    def _helper_paths(self) -> list[Path]:
        own = self.assignment
        folders = (own.folder, own.public_tests, own.hidden_tests)
        paths = [path for folder in folders for path in folder.glob("*.py")]
        return [path for path in paths if not path.match("test_*.py")]

    @cached_property
    def modules(self) -> set[str]:
        """The modules that names may be imported from; "" for a name that is not imported."""
        paths = [*map(Path, self.sources), *self._helper_paths]
        return {"", *(path.stem for path in paths)}

    @cached_property
    def code(self) -> Graph:
        """What the definitions in these files use; a file's own name stands for the rest of it."""
        return self._joined(self.sources)

    @cached_property
    def helpers(self) -> Graph:
        """What the definitions in the modules next to the tests use, fixtures included."""
        return self._joined({str(path): source_of(path) for path in self._helper_paths})

    def of_part(self, part: Part) -> set[str]:
        """Return the part's function; of one that has none, all of its file or its program.

        A method has all of its file, too: objects keep what other methods do.
        """
        program = self.assignment.program_of(part)
        file = part.file or (program.file if program else "")
        if part.file and part.name in self.sources[file].bindings:
            return {part.name}
        return {file, *self.sources[file].uses} - {""} if file in self.sources else set()

    def in_tests(self, part: Part, files: Iterable[Path] = ()) -> set[str]:
        """Return what a part's tests, or some files of them, use; also through helpers."""
        files = files or self.assignment.tests_of(part)
        own = self._joined({str(path): source_of(path) for path in files})
        graph = {**self.helpers, **own}
        names = reachable(graph | {f"({name})": [name] for name in graph}, own)
        program = self.assignment.program_of(part)
        return names | ({program.file, "main"} if program and "(program)" in names else set())

    def others_in(self, part: Part, names: Set[str]) -> list[str]:
        """Return the other parts that names are of: functions, or files that parts are named after.

        A part may have another name, such as one for several functions. That of a file is used by
        parts about other files only.
        """
        found = []
        for other in (each for each in self.assignment.parts if each.file and each != part):
            source, own = self.sources[other.file], {other.name}
            if other.name == Path(other.file).stem and other.file != part.file:
                own = own & source.bindings.keys() or {*source.bindings}
            found += [other.name] if names & own & source.uses.keys() else []
        return found

    def first_reached(self, start: Iterable[str], others: Container[str]) -> set[str]:
        """Return the names that code uses, directly or not, but nothing that `others` use."""
        return reachable({name: self.code[name] for name in self.code if name not in others}, start)

    def _joined(self, sources: Mapping[str, PythonSource]) -> dict[str, frozenset[str]]:
        """Join what several files use; a file's own name stands for its other statements.

        Of the names that they import, those of other modules than the assignment's are left out.
        """
        found: dict[str, frozenset[str]] = {}
        for file, source in sources.items():
            for name, used in source.uses.items():
                split = [each.rpartition(".") for each in used]
                known = {own for module, _, own in split if module in self.modules}
                found[name or file] = found.get(name or file, frozenset()) | known
        return found


def with_needs(assignment: Assignment) -> Assignment:
    """Fill in the `needs` that are not written, if the kit has the reference."""
    if not assignment.has_reference or all(part.needs is not None for part in assignment.parts):
        return assignment
    found = needs_found(assignment)
    parts = (
        replace(part, needs=found[part.name]) if part.needs is None else part
        for part in assignment.parts
    )
    return replace(assignment, parts=tuple(parts))


def needs_found(assignment: Assignment) -> dict[str, tuple[str, ...]]:
    """Return the parts that each part needs, in the order of the parts.

    Of two parts that call each other, the later one needs the earlier one.
    """
    used, parts = NamesUsed(assignment), assignment.parts
    calls: dict[str, list[str]] = {}
    for part in parts:
        others = [other.name for other in parts if other.file and other != part]
        start = used.in_tests(part) | ({part.name} if part.file else set())
        reached = used.first_reached(start, others)
        calls[part.name] = used.others_in(part, reached)
    order = [part.name for part in parts]
    return {
        name: tuple(
            other
            for other in called
            if order.index(other) < order.index(name) or name not in reachable(calls, calls[other])
        )
        for name, called in calls.items()
    }
