"""Make an assignment from a folder with a solution and its tests, in pytest or unittest.

The tests stay as they are. Each file of tests is a part, unless there is only one, and each of its
tests is a function about one function or class of the solution: then each of these is a part.
"""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load
from autograder.authoring.folder import write
from autograder.authoring.limits import write_needs
from autograder.authoring.measuring import Meter
from autograder.authoring.starter import starter_files
from autograder.authoring.toml_text import toml_value
from autograder.authoring.verify.faulty_tests import faults_of_tests
from autograder.authoring.verify.finding import named
from autograder.authoring.verify.graded import measured_reference
from autograder.authoring.verify.uses import reachable
from autograder.judge.python_source import Function, bound_names
from autograder.report import GraderError, Outcome, TestResult
from autograder.sandbox.temporary_folders import temporary_folder

Topic = tuple[str, str]
"""A module of the solution, and a function or class that it defines."""

CONFTEST = "conftest.py"
_TEST_FILE = re.compile(r"test_(?P<end>.+)\.py|(?P<start>.+)_test\.py")
_EXCEPTION = re.compile(r"(Error|Exception|Warning)$")
_HOOK = re.compile(r"(pytest_|pytestmark|setup_|teardown_|setUpModule|tearDownModule|load_tests)")
"""Names in a file of tests that may concern all of them."""

_TOML = """\
# After a change to reference/, run autograder starter {name}
# The points of all parts and rubric items add up to 100.

title = {title}
files = {files}
provided = {provided}
arguments = "may change"                # or "may not change": then a call that changes one fails

[limits]
call_seconds = 2                        # CPU time of a call, at least five times what it needs
program_seconds = 5                     # CPU time of a program
memory_mib = 1024
"""
_PART = """
[[part]]
name = {name}
points = {points}
file = {file}
"""
_HANDOUT = """\
# {title}

<!-- To change: this is the page that students get. It was made from the solution's docstrings. -->

Complete {files}; you may add functions of your own.

## Start here

Unpack the zip and open a terminal in the folder `{name}`; `START.html` shows how. You need Python
3.11 or newer and nothing else. Run

```sh
python check.pyz
```

(on Windows, `py check.pyz`; on macOS and Linux, `python3 check.pyz`). It runs the tests and shows,
for each failure, what was called, what was returned and what was expected.

{sections}

## Marks

| part | points |
|---|---:|
{rows}

A part earns points in proportion to the number of its tests that pass.
"""


@dataclass(frozen=True)
class PythonFile:
    """A file's source; reading it raises an AssignmentError that names a faulty file."""

    path: Path

    @cached_property
    def text(self) -> str:
        try:
            return self.path.read_bytes().removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError:
            raise AssignmentError(f"{self.path}: not UTF-8 text; save it as UTF-8") from None

    @cached_property
    def tree(self) -> ast.Module:
        try:
            return ast.parse(self.text)
        except SyntaxError as error:
            raise AssignmentError(f"{self.path}, line {error.lineno}: {error.msg}") from None
        except ValueError as error:
            raise AssignmentError(f"{self.path}: {error}") from None

    @property
    def imports(self) -> set[str]:
        """The names of the modules that it imports."""
        found = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
        return found

    @cached_property
    def public(self) -> dict[str, Function | ast.ClassDef]:
        """Its functions and classes by name, without private ones and exceptions."""
        return {
            node.name: node
            for node in self.tree.body
            if isinstance(node, Function | ast.ClassDef)
            and not node.name.startswith("_")
            and not (isinstance(node, ast.ClassDef) and _is_exception(node))
        }


def _is_exception(node: ast.ClassDef) -> bool:
    return any(_EXCEPTION.search(ast.unparse(base)) for base in node.bases)


def _tests_in(body: Iterable[ast.AST]) -> list[Function]:
    return [n for n in body if isinstance(n, Function) and n.name.startswith("test")]


@dataclass
class Suite:
    """The files of a folder, by what they are in an assignment.

    `tests` are the files of tests by the names of their parts, `helpers` and `solution` modules by
    name, `data` the other files of the solution by name, `beside` the files next to the tests by
    their paths there. Files that are `left_out` may have answers in them.
    """

    tests: dict[str, PythonFile] = field(default_factory=dict)
    helpers: dict[str, PythonFile] = field(default_factory=dict)
    solution: dict[str, PythonFile] = field(default_factory=dict)
    data: dict[str, Path] = field(default_factory=dict)
    beside: dict[str, Path] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    @property
    def testing(self) -> list[PythonFile]:
        """All Python files of the tests."""
        fixtures = [PythonFile(path) for file, path in self.beside.items() if file == CONFTEST]
        return [*self.tests.values(), *self.helpers.values(), *fixtures]

    @cached_property
    def written(self) -> list[str]:
        """The modules that students write: those that tests import, and what these import."""
        graph = {name: module.imports for name, module in self.solution.items()}
        used = reachable(graph, (name for module in self.testing for name in module.imports))
        return [name for name in self.solution if name in used]

    @property
    def provided(self) -> list[str]:
        """The other modules of the solution that students get, and its data."""
        return [*(f"{name}.py" for name in self.solution if name not in self.written), *self.data]


def read_suite(folder: Path) -> Suite:
    """Find a solution in FOLDER or FOLDER/solution, and its tests in FOLDER or FOLDER/tests.

    Raises:
        AssignmentError: there are none, or they do not fit each other.
    """
    suite, others = Suite(), []
    tests, inner = folder / "tests", folder / "solution"
    source = inner if any(inner.glob("*.py")) else folder
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        home, match, module = path.parent, _TEST_FILE.fullmatch(path.name), PythonFile(path)
        if any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts):
            continue
        if path.suffix != ".py" or (path.name == CONFTEST and home in (folder, tests)):
            others.append(path)
        elif match and home in (folder, tests) and _tests_in(ast.walk(module.tree)):
            _add(suite.tests, re.sub(r"\W", "_", match["end"] or match["start"]), module)
        elif home == tests and path.name != "__init__.py":
            _add(suite.helpers, path.stem, module)
        elif home == source and path.name not in ("__init__.py", "setup.py"):
            _add(suite.solution, path.stem, module)
    if not suite.tests:
        places = f"{folder} or {tests}"
        raise AssignmentError(f"{folder}: no tests; they are test_*.py or *_test.py in {places}")
    _sort_others(suite, others, source, tests)
    dotted = {name.rpartition(".")[2]: name for file in suite.testing for name in file.imports}
    for stem, name in dotted.items():
        if stem in suite.solution and stem != name:
            raise AssignmentError(f"{folder}: the tests import {name}; let them import {stem}")
    if not suite.written:
        files = ", ".join(f"{name}.py" for name in suite.solution) or "no Python file"
        raise AssignmentError(f"{folder}: the tests import nothing of the solution; it has {files}")
    for name, module in [*suite.solution.items()]:
        if name not in suite.written and module.imports.isdisjoint(suite.written):
            suite.left_out.append(suite.solution.pop(name).path.name)
    return suite


def _add(modules: dict[str, PythonFile], name: str, module: PythonFile) -> None:
    if modules.setdefault(name, module) is not module:
        clash = f"{modules[name].path}: {module.path} would have the same name in the assignment"
        raise AssignmentError(f"{clash}; rename one of them")


def _sort_others(suite: Suite, paths: Sequence[Path], source: Path, tests: Path) -> None:
    """Sort data files: those of the solution, those next to tests, and what nothing mentions.

    Raises:
        AssignmentError: the solution mentions one in another folder, which students would not have.
    """
    solution = "".join(module.text for module in suite.solution.values())
    testing = "".join(module.text for module in suite.testing)
    is_flat = any(module.path.parent != tests for module in suite.tests.values())
    for path in paths:
        of_solution = path.parent == source and _mentions(solution, path)
        of_tests = path.is_relative_to(tests) or path.name == CONFTEST
        of_tests = of_tests or (is_flat and _mentions(testing, path))
        if of_solution:
            suite.data[path.name] = path
        if of_tests:
            home = tests if path.is_relative_to(tests) else tests.parent
            suite.beside[path.relative_to(home).as_posix()] = path
        if of_solution or of_tests:
            continue
        if path.suffix and path.name in solution:
            remedy = f"move it to {source}; otherwise, out of {tests.parent}"
            raise AssignmentError(f"{path}: if the solution reads it, {remedy}")
        if path.parent in (source, tests.parent):
            suite.left_out.append(path.name)


def _mentions(code: str, path: Path) -> bool:
    """Does code mention a file, or all files of its kind, as in `glob("*.csv")`?"""
    return path.name in code or bool(path.suffix and f"*{path.suffix}" in code)


@dataclass(frozen=True)
class NewPart:
    """A part with the `text` of its tests, which are from a `file`, and what they test."""

    name: str
    file: PythonFile
    text: str
    topics: tuple[Topic, ...]


def parts_of(suite: Suite) -> list[NewPart]:
    """Return a part for each function or class if that is safe, else for each file of tests."""
    if len(suite.tests) == 1:
        [file] = suite.tests.values()
        if parts := split(file, suite):
            return parts
    return [
        NewPart(name, file, file.text, topics_of([file.tree], file, suite))
        for name, file in suite.tests.items()
    ]


def split(file: PythonFile, suite: Suite) -> list[NewPart]:
    """Split a file into the tests of each function or class; return nothing if in doubt.

    Each of its tests has to be a function that uses one of them, or that is named after one of
    those that it uses. A part's text has all imports, and whatever else its tests use.
    """
    body = file.tree.body
    ends = [node.end_lineno or 0 for node in body]
    if any(map(_concerns_all_tests, body)) or len({*ends}) < len(ends):
        return []  # With two statements on one line, they cannot be moved.
    uses: dict[str, set[str]] = {}
    for node in body:
        for name in bound_names(node):
            uses[name] = uses.get(name, set()) | _mentioned(node)
    kept = [n for n in body if isinstance(n, ast.Import | ast.ImportFrom) or not bound_names(n)]
    shared = reachable(uses, set[str]().union(*map(_mentioned, kept)))
    needed: dict[Topic, set[str]] = {}
    for test in _tests_in(body):
        names = reachable(uses, [test.name])
        topics = topics_of([node for node in body if bound_names(node) & names], file, suite)
        if len(topics) > 1:
            topics = tuple(topic for topic in topics if f"_{topic[1]}_" in f"{test.name}_")
        if len(topics) != 1:
            return []
        needed.setdefault(*topics, {*shared}).update(names)
    if len(needed) < 2 or len({name for _, name in needed}) < len(needed):
        return []
    lines = [f"{line}\n" for line in file.text.split("\n")]
    pieces = {n: "".join(lines[i:j]) for n, i, j in zip(body, [0, *ends], ends, strict=False)}
    parts = []
    for topic, names in needed.items():
        own = [text for n, text in pieces.items() if n in kept or bound_names(n) & names]
        parts.append(NewPart(topic[1], file, "".join(own), (topic,)))
    return parts


def _concerns_all_tests(node: ast.stmt) -> bool:
    """Is it a class with tests, a hook, or a fixture that no test has to name?"""
    if isinstance(node, ast.ClassDef):
        return bool(_tests_in(node.body))
    decorators = node.decorator_list if isinstance(node, Function) else []
    is_automatic = any("autouse" in ast.unparse(decorator) for decorator in decorators)
    return is_automatic or any(map(_HOOK.match, bound_names(node)))


def _mentioned(node: ast.AST) -> set[str]:
    """Return the names that a statement uses: variables, fixtures, and texts that may be names."""
    found = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Constant(value=str(name)):
                found.add(name)
    return found


def topics_of(nodes: Iterable[ast.AST], file: PythonFile, suite: Suite) -> tuple[Topic, ...]:
    """Return what code in a file of tests uses of the solution, in the order of its files."""
    modules: dict[str, str] = {}
    imported: dict[str, Topic] = {}
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            modules |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module in suite.solution:
            names = {alias.asname or alias.name: alias.name for alias in node.names}
            names = (
                names if "*" not in names else {n: n for n in suite.solution[node.module].public}
            )
            imported |= {name: (node.module, other) for name, other in names.items()}
    found = {}
    for inner in (inner for node in nodes for inner in ast.walk(node)):
        match inner:
            case ast.Name(id=name) if name in imported:
                found[imported[name]] = True
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in modules:
                found[modules[name], attribute] = True
    modules_used = dict.fromkeys(module for module, _ in found if module in suite.solution)
    topics = ((module, name) for module in modules_used for name in suite.solution[module].public)
    return tuple(topic for topic in topics if topic in found)


@dataclass(frozen=True)
class TakenOver:
    """The files of a new assignment, and lines about what was made of the folder."""

    contents: dict[str, bytes]
    summary: list[str]


def take_over(folder: Path, name: str) -> TakenOver:
    """Make an assignment of the files in a folder, and grade its solution.

    Raises:
        AssignmentError: the folder has no solution with tests, or it does not pass them.
    """
    suite = read_suite(folder)
    parts = parts_of(suite)
    place, reference = f"autograder/assignments/{name}", f"reference/{name}"
    texts = {f"{place}/tests/test_{part.name}.py": part.text for part in parts}
    texts |= {f"{place}/{helper}.py": file.text for helper, file in suite.helpers.items()}
    texts |= {f"{reference}/{module}.py": file.text for module, file in suite.solution.items()}
    texts[f"{place}/assignment.toml"] = settings(suite, parts, name)
    texts[f"handout/{name}.md"] = handout(suite, parts, name)
    data = {f"{place}/tests/{file}": path for file, path in suite.beside.items()}
    data |= {f"{reference}/{file}": path for file, path in suite.data.items()}
    contents = {file: text.encode() for file, text in texts.items()}
    contents |= {file: path.read_bytes() for file, path in data.items()}
    with temporary_folder() as path:
        kit = Path(path).resolve()
        write(kit, contents)
        try:
            assignment = load(name, kit)
            starter = starter_files(assignment)
            write(assignment.starter, starter)
            count = grade_solution(assignment)
        except AssignmentError as error:
            raise AssignmentError(_with_own_paths(str(error), kit, suite, parts)) from None
        contents |= {f"starter/{name}/{file}": content for file, content in starter.items()}
        contents[f"{place}/assignment.toml"] = assignment.toml.read_bytes()
    return TakenOver(contents, summary(suite, parts, count))


def _with_own_paths(message: str, kit: Path, suite: Suite, parts: Sequence[NewPart]) -> str:
    """Name the files that the author knows instead of their copies in the kit."""
    own = {f"test_{part.name}.py": part.file.path for part in parts}
    own |= {f"{name}.py": file.path for name, file in {**suite.helpers, **suite.solution}.items()}
    path = rf"(?:{re.escape(str(kit))}/)?(?:autograder/assignments|reference)/[\w/]*/([\w.-]+)"
    return re.sub(path, lambda match: str(own.get(match[1], match[0])), message)


def grade_solution(assignment: Assignment) -> int:
    """Grade the reference, and note what it needs. Return how many tests it passes.

    Raises:
        AssignmentError: it does not pass them all, or they cannot be run.
    """
    meter = Meter()
    try:
        report = measured_reference(assignment, meter, None)
    except GraderError as error:
        raise AssignmentError(str(faults_of_tests(assignment, error)[0])) from None
    for part in report.parts:
        if failed := [test for test in part.tests if test.outcome is not Outcome.PASS]:
            file = assignment.public_tests / f"test_{part.name}.py"
            fault = f"the solution does not pass {named([test.name for test in failed])}"
            raise AssignmentError(f"{file}: {fault} ({_reason(failed[0])})")
    write_needs(assignment, meter)
    return sum(part.total for part in report.parts)


def _reason(test: TestResult) -> str:
    """Return why a test failed, on one line."""
    if not test.detail:
        return test.outcome
    values = {"returned": test.detail.returned, "expected": test.detail.expected}
    shown = [f"{label} {value}" for label, value in values.items() if value and "\n" not in value]
    return "; ".join([f"{test.outcome}: {test.detail.message}", *shown])


def settings(suite: Suite, parts: Sequence[NewPart], name: str) -> str:
    """Return the text of assignment.toml, with points spread evenly."""
    text = _TOML.format(
        name=name,
        title=toml_value(_title(name)),
        files=toml_value([f"{module}.py" for module in suite.written]),
        provided=toml_value(suite.provided),
    )
    for part, points in _points(parts):
        modules = [*(module for module, _ in part.topics), *suite.written]
        file = next(f"{module}.py" for module in modules if module in suite.written)
        text += _PART.format(name=toml_value(part.name), points=points, file=toml_value(file))
    return text


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _points(parts: Sequence[NewPart]) -> list[tuple[NewPart, int]]:
    each, rest = divmod(100, len(parts))
    return [(part, each + (number < rest)) for number, part in enumerate(parts)]


def handout(suite: Suite, parts: Sequence[NewPart], name: str) -> str:
    """Return a handout that asks for what the solution's signatures and docstrings say."""
    sections = []
    for part in parts:
        nodes = [suite.solution[module].public[topic] for module, topic in part.topics]
        sections.append("\n\n".join([f"## `{part.name}`", *map(_description, nodes)]))
    return _HANDOUT.format(
        title=_title(name),
        name=name,
        files=", ".join(f"`{module}.py`" for module in suite.written),
        sections="\n\n".join(sections),
        rows="\n".join(f"| `{part.name}` | {points} |" for part, points in _points(parts)),
    )


def _description(node: Function | ast.ClassDef) -> str:
    """Return the signature and the docstring of a function, or of a class and its methods."""
    text = ast.get_docstring(node) or ""
    if isinstance(node, Function):
        arguments = ast.unparse(node.args).removeprefix("self").removeprefix(", ")
        return f"`{node.name}({arguments})`\n\n{text}".rstrip()
    methods = [n for n in node.body if isinstance(n, Function) and n.name[:1] != "_"]
    return "\n\n".join([f"Class `{node.name}`", *filter(None, [text]), *map(_description, methods)])


def summary(suite: Suite, parts: Sequence[NewPart], count: int) -> list[str]:
    """Say what was made of the files, what was decided, and how to decide otherwise."""
    files = ", ".join(f"{module}.py" for module in suite.written)
    provided = ", ".join(suite.provided)
    points = ", ".join(f"{part.name} ({points})" for part, points in _points(parts))
    is_split = len(parts) > len(suite.tests)
    kind = "function or class" if is_split else "file of tests"
    lines = [
        f"Students write {files}{f' and get {provided}' if provided else ''}.",
        f"A part for each {kind}, with its points: {points}.",
    ]
    if len(suite.tests) == 1 and not is_split:
        lines.append(
            "For more parts, move tests into files test_PART.py and add a [[part]] for each to "
            "assignment.toml."
        )
    lines += [
        f"The solution passes {'all ' if count > 1 else ''}{count} test{'s' if count > 1 else ''}.",
        "Calls may change their arguments, as under plain pytest; to forbid it, write "
        'arguments = "may not change" in assignment.toml.',
    ]
    left_out = f"Left out, since solution and tests do not use them: {', '.join(suite.left_out)}."
    return [*lines, left_out] if suite.left_out else lines
