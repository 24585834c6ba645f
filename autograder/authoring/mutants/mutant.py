"""The mutants of a reference, and the parts whose tests should catch each."""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.mutants.edits import Edit, SourceText
from autograder.authoring.mutants.expressions import EXPRESSION_OPERATORS
from autograder.authoring.mutants.statements import statement_edits
from autograder.authoring.mutants.units import Unit, parts_with, units_of


@dataclass(frozen=True)
class Mutant:
    """A file of the reference with one change in a function, and the parts that should catch it.

    `removed` and `added` are the lines that differ, `line` is the first of them in the reference.
    """

    file: str
    function: str
    line: int
    removed: str
    added: str
    text: str
    parts: tuple[str, ...] = ()

    def diff(self) -> list[str]:
        """Return the lines that differ, each with a `-` or a `+` before it."""
        lines = [("-", line) for line in self.removed.split("\n") if self.removed]
        lines += [("+", line) for line in self.added.split("\n") if self.added]
        return [f"{sign} {line}" for sign, line in lines]


def mutants_of(assignment: Assignment, part: str = "") -> list[Mutant]:
    """Make all mutants of an assignment's reference, or those that one part should catch.

    Raises:
        AssignmentError: there is no reference, or a file of it is not Python.
    """
    if part:
        assignment.part(part)
    if not assignment.has_reference:
        raise AssignmentError(f"{assignment.reference}: it lacks a file of `files`")
    found: list[Mutant] = []
    for file in (file for file in assignment.files if file.endswith(".py")):
        path = assignment.reference / file
        try:
            made = mutants_of_text(file, path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            raise AssignmentError(f"{path}: not Python: {error}") from None
        units = units_of(ast.parse(path.read_text(encoding="utf-8")))
        parts = {unit.name: parts_with(assignment, file, unit, units) for unit in units}
        found += [replace(mutant, parts=parts[mutant.function]) for mutant in made]
    return [mutant for mutant in found if not part or part in mutant.parts]


def mutants_of_text(file: str, text: str) -> list[Mutant]:
    """Make the mutants of one file, without parts; a suite of tests has none.

    Raises:
        SyntaxError: it is not Python.
    """
    tree, source = ast.parse(text), SourceText(text)
    found: list[Mutant] = []
    seen = {ast.dump(tree)}
    for unit in [] if _is_test_suite(tree) else units_of(tree):
        for edit in _edits(unit, source):
            mutated = source.apply(edit)
            try:
                dump = ast.dump(ast.parse(mutated))
                compile(mutated, file, "exec")  # Refuses more, such as `return` outside a function.
            except SyntaxError:
                continue
            if dump not in seen:
                seen.add(dump)
                found.append(_mutant(file, unit, text, mutated))
    return found


def sample(mutants: Sequence[Mutant], count: int) -> list[Mutant]:
    """Return this many of the mutants, the same ones as long as they do not change."""

    def order(mutant: Mutant) -> str:
        key = f"{mutant.file}\n{mutant.function}\n{mutant.removed}\n{mutant.added}"
        return hashlib.sha256(key.encode()).hexdigest()

    chosen = set(sorted(mutants, key=order)[:count])
    return [mutant for mutant in mutants if mutant in chosen]


def _is_test_suite(tree: ast.Module) -> bool:
    """Is it a student's test file? Changes to tests are judged by the chaffs instead.

    It may hold helpers, too, but no function or class of it uses its tests.
    """
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    tests = {node.name for node in defined if node.name.startswith(("test_", "Test"))}
    nodes = (node for outer in defined for node in ast.walk(outer))
    return bool(tests) and tests.isdisjoint(n.id for n in nodes if isinstance(n, ast.Name))


def _edits(unit: Unit, source: SourceText) -> Iterator[Edit]:
    for node in unit.nodes():
        for operator in EXPRESSION_OPERATORS:
            yield from (edit for edit in operator(node, source) if edit)
        if isinstance(node, ast.FunctionDef):
            yield from statement_edits(node, source)


def _mutant(file: str, unit: Unit, text: str, mutated: str) -> Mutant:
    old, new = text.split("\n"), mutated.split("\n")
    opcodes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [opcode for opcode in opcodes if opcode[0] != "equal"]
    (_, first, _, first_new, _), (_, _, last, _, last_new) = changed[0], changed[-1]
    if first == last:  # Lines are only added: the line before says where.
        first, first_new = first - 1, first_new - 1
    removed, added = "\n".join(old[first:last]), "\n".join(new[first_new:last_new])
    return Mutant(file, unit.name, first + 1, removed, added, mutated)
