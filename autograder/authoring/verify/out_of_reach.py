"""A check for what tests often do, but cannot do to a submission in another process."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.names_in_tests import NamesInTests
from autograder.authoring.verify.finding import AssignmentFinding, from_error
from autograder.authoring.verify.raises import is_raises
from autograder.authoring.verify.sources import trees_of_tests
from autograder.judge.modules.exceptions import NEVER_EXPECTED, TAKE_MORE_THAN_A_MESSAGE
from autograder.judge.modules.interface import ModuleInterface, read_interface
from autograder.report import GraderError

FORWARDED = {
    *("builtins.input", "builtins.print", "builtins.open"),
    *("sys.stdin", "sys.stdout", "sys.stderr", "sys.argv"),
}
"""What tests replace, and a submission uses then."""
SEEDED = ("Random", "SystemRandom", "seed", "getstate", "setstate")
"""Names in `random` that produce no numbers, or are never repeatable."""
ELSEWHERE = "in the submission, which runs in another process"

Fault = tuple[int, str, str]
"""A line, what is wrong there, and how to correct it."""


def check_reach(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that tests do not patch or inspect what they cannot reach in a submission.

    Nor may they use chaffs if they are public, or draw random numbers without a seed: each student
    would be asked something else.
    """
    try:
        interface = read_interface(assignment)
    except GraderError:
        return  # Other checks report the file.
    for path, tree in trees_of_tests(assignment, "conftest.py"):
        tests = _Tests(assignment, interface, path, tree)
        faults = {*tests.patches(), *tests.inspections(), *tests.exceptions(), *tests.seeds()}
        faults |= set(_without_seed(tree))
        is_public = path.parent == assignment.public_tests
        blocking = set(_uses_of_chaffs(tree)) if is_public else set()
        for found, advice in ((blocking, False), (faults, True)):
            for line, fault, remedy in sorted(found):
                error = AssignmentError(f"{path}, line {line}: {fault}")
                yield from_error(assignment, error, remedy, advice=advice)


class _Tests:
    """A file of tests; `modules` maps its names of modules, and of what is in them, to both."""

    def __init__(
        self,
        assignment: Assignment,
        interface: dict[str, ModuleInterface],
        path: Path,
        tree: ast.Module,
    ) -> None:
        self.assignment, self.tree, self.interface = assignment, tree, interface
        self.names = NamesInTests(assignment, path, tree)
        self.modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.name if alias.asname else alias.name.partition(".")[0]
                    self.modules[alias.asname or name] = name
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    self.modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def path_of(self, node: ast.expr) -> str:
        """Return the dotted path of a name that is imported, such as `random.randint`."""
        first, dot, rest = ast.unparse(node).partition(".")
        return f"{self.modules[first]}{dot}{rest}" if first in self.modules else ""

    def patches(self) -> Iterator[Fault]:
        """Yield the patches of names that the student's modules do not see."""
        nodes = (node for node in ast.walk(self.tree) if isinstance(node, (ast.Call, ast.Assign)))
        for node in nodes:
            target = ""
            match node:
                case ast.Call(func=ast.Attribute(attr="setenv" | "delenv")):
                    target = "os.environ"
                case ast.Call(func=function, args=[first, *rest]):
                    target = self._patched(ast.unparse(function), first, rest)
                case ast.Assign(targets=[ast.Attribute() | ast.Subscript() as first]):
                    target = self.path_of(first).partition("[")[0]
            if target == "os.environ":
                fault = f"environment variables do not change {ELSEWHERE}"
                yield node.lineno, fault, "pass the values as arguments, or in a file"
            elif target and not self._is_seen(target):
                fault = f"{target} is not patched {ELSEWHERE}"
                yield node.lineno, fault, f'patch "{self._seen_as(target)}" instead'

    def _patched(self, function: str, first: ast.expr, rest: list[ast.expr]) -> str:
        """Return the path of what a call of `patch`, `patch.object` or `setattr` patches."""
        text = first.value if isinstance(first, ast.Constant) else None
        if function.endswith(("patch.dict", "setitem", "delitem")):
            path = text or self.path_of(first)
            return "os.environ" if path == "os.environ" else ""
        if not function.endswith(("patch", "patch.object", "monkeypatch.setattr")):
            return ""
        if isinstance(text, str):
            return text
        name = ast.literal_eval(rest[0]) if rest and isinstance(rest[0], ast.Constant) else ""
        if isinstance(name, str) and name and (owner := self.path_of(first)):
            return f"{owner}.{name}"
        return ""

    def _is_seen(self, target: str) -> bool:
        """Is a patched name one of the student's, of a helper module, or passed on?"""
        module = target.partition(".")[0]
        foreign = module in sys.stdlib_module_names or f"{module}.py" in self.assignment.provided
        return not foreign or target in FORWARDED

    def _seen_as(self, target: str) -> str:
        """Return how the reference sees what a test patches, as far as it imports it."""
        module, _, name = target.rpartition(".")
        own = next(iter(self.interface))
        for stem in (Path(file).stem for file in self.assignment.files):
            imported = self.interface[stem].imported if stem in self.interface else {}
            for alias, (place, original) in imported.items():
                if place == module and original in ("", name):
                    return f"{stem}.{alias}" if original else f"{stem}.{alias}.{name}"
        return f"{own}.{name if module == 'builtins' else target}"

    def seeds(self) -> Iterator[Fault]:
        """Yield the seeds of a generator that the tests themselves do not use."""
        if next(_draws(self.tree), None):
            return
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and self.path_of(node.func) == "random.seed":
                fault = f"random.seed changes nothing {ELSEWHERE}"
                yield node.lineno, fault, f'patch "{self._seen_as("random.randint")}" instead'

    def inspections(self) -> Iterator[Fault]:
        """Yield what would look at the source of the student's functions."""
        for node in ast.walk(self.tree):
            match node:
                case ast.Call(func=function, args=[value, *_]):
                    path = self.path_of(function)
                    looks = path.startswith("inspect.") and path != "inspect.isclass"
                    if looks and self.names.calls_submission(value):
                        shown = ast.unparse(value)
                        fault = f"{path} cannot see {shown}, whose code is in another process"
                        yield node.lineno, fault, "test what the code does"
                case ast.Attribute(value=ast.Name(id=name), attr="__file__"):
                    if name in self.names.imported:
                        fault = f"{name}.__file__ is a file of the starter, not the submission's"
                        yield node.lineno, fault, "test what the code does"

    def exceptions(self) -> Iterator[Fault]:
        """Yield the exceptions that tests expect, but that no submission can raise in them."""
        own = {node.name for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)}
        raised = [ast.unparse(n) for n in ast.walk(self.tree) if isinstance(n, ast.Raise)]
        for node in ast.walk(self.tree):
            if not (isinstance(node, ast.Call) and is_raises(node) and node.args):
                continue
            expected = node.args[0]
            for kind in expected.elts if isinstance(expected, ast.Tuple) else [expected]:
                text = ast.unparse(kind)
                what = f"{ast.unparse(node.func)}({text}) is impossible"
                if text in own and not any(text in each for each in raised):
                    fault = f"{what}: the submission does not know this class of the tests"
                    yield kind.lineno, fault, "expect an exception that the handout names"
                elif text in NEVER_EXPECTED - {"StopIteration"}:  # `next` may raise that.
                    fault = f"{what}: it can mean unfinished code or a limit of the sandbox"
                    yield kind.lineno, fault, "let the handout ask for another exception"
                elif text in TAKE_MORE_THAN_A_MESSAGE:
                    fault = f"{what}: it arrives as the class that it derives from"
                    yield kind.lineno, fault, "expect that class"


def _uses_of_chaffs(tree: ast.Module) -> Iterator[Fault]:
    """Yield what a public test cannot do, since students have neither reference nor chaffs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "must_catch":
            fault = "must_catch needs the reference and the chaffs, which students do not get"
            yield node.lineno, fault, "move the test to hidden/"


def _without_seed(tree: ast.Module) -> Iterator[Fault]:
    """Yield the first use of a generator without a seed, unless the file has a seed."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="seed") | ast.Attribute(attr="seed"), args=[_, *_]):
                return
    if first := min(_draws(tree), default=None):
        line, name = first
        fault = f"{name} has no seed, so each grading tests something else"
        yield line, fault, "use random.Random(1), or call random.seed(1) before"


def _draws(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that draw random numbers, and how they do it."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr="Random"), args=[]):
                yield node.lineno, "random.Random()"
            case ast.Attribute(value=ast.Name(id="random"), attr=name, ctx=ast.Load()) if (
                name not in SEEDED
            ):
                yield node.lineno, f"random.{name}"
            case ast.ImportFrom(module="random", names=names):
                free = [each.name for each in names if each.name not in SEEDED]
                yield from ((node.lineno, f"random.{name}") for name in free)
