"""Make an assignment from a folder with a solution and its tests, in pytest or unittest.

The files stay as they are. Each file of tests is a part, and students write the modules that the
tests import, directly or not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load
from autograder.authoring.folder import files_in, write
from autograder.authoring.limits import write_needs
from autograder.authoring.measuring import Meter
from autograder.authoring.starter import starter_files
from autograder.authoring.toml_text import toml_value
from autograder.authoring.verify.faulty_tests import faults_of_tests
from autograder.authoring.verify.finding import named
from autograder.authoring.verify.graded import measured_reference
from autograder.judge.python_source import Function
from autograder.report import GraderError, Outcome
from autograder.sandbox.temporary_folders import temporary_folder

_TEST_FILE = re.compile(r"test_(.+)\.py|(.+)_test\.py")
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
class Suite:
    """The files of a folder, by what they are in an assignment.

    `tests` are the files of tests by the names of their parts, `beside` the other files of the
    tests by their paths in the assignment's folder, `solution` the modules that students write and
    `data` the files that these read, by name. Files that are `left_out` may have answers in them.
    """

    tests: dict[str, Path]
    beside: dict[str, Path]
    solution: dict[str, Path]
    data: dict[str, Path]
    left_out: list[str]

    @property
    def points(self) -> dict[str, int]:
        """The points of each part, spread evenly."""
        each, rest = divmod(100, len(self.tests))
        return {part: each + (number < rest) for number, part in enumerate(self.tests)}


def read_suite(folder: Path) -> Suite:
    """Find a solution in FOLDER/solution or else in FOLDER, its tests in FOLDER/tests or FOLDER.

    A data file belongs to the code that has its name in it.

    Raises:
        AssignmentError: there are none, or they do not fit each other.
    """
    home, source = (
        folder / name if (folder / name).is_dir() else folder for name in ("tests", "solution")
    )
    tests = _tests(home)
    beside = _beside(home, tests.values()) if home != folder else {}
    if (folder / "conftest.py").is_file():
        beside.setdefault("tests/conftest.py", folder / "conftest.py")
    testing = [*tests.values(), *(path for path in beside.values() if path.suffix == ".py")]
    files = [path for path in files_in(source) if path.parent == source and path not in testing]
    modules = {path.name: path for path in files if path.suffix == ".py"}
    solution = _imported(modules, testing)
    if not solution:
        known = ", ".join(modules) or "no Python file"
        fault = f"the tests import nothing of the solution by its name; it has {known}"
        raise AssignmentError(f"{folder}: {fault}")
    others = [path for path in files if path.name not in modules]
    data = {path.name: path for path in others if _mention(solution.values(), path)}
    if home == folder:
        beside |= {f"tests/{path.name}": path for path in others if _mention(testing, path)}
    taken = {*solution.values(), *data.values(), *beside.values()}
    return Suite(tests, beside, solution, data, [p.name for p in files if p not in taken])


def _tests(home: Path) -> dict[str, Path]:
    tests: dict[str, Path] = {}
    for path in sorted(home.glob("*.py")):
        if match := _TEST_FILE.fullmatch(path.name):
            part = re.sub(r"\W", "_", match[1] or match[2])
            if part in tests:
                raise AssignmentError(f"{path}: {tests[part]} would be the same part; rename one")
            tests[part] = path
    if not tests:
        raise AssignmentError(f"{home}: no tests; they are files test_*.py or *_test.py")
    return tests


def _beside(home: Path, tests: Iterable[Path]) -> dict[str, Path]:
    """Return the other files of a folder of tests: modules go next to it, the rest stays in it."""
    paths = [path for path in files_in(home) if path not in tests and path.name != "__init__.py"]
    return {
        path.name
        if path.parent == home and path.suffix == ".py" and path.name != "conftest.py"
        else f"tests/{path.relative_to(home).as_posix()}": path
        for path in paths
    }


def _imported(modules: dict[str, Path], testing: Iterable[Path]) -> dict[str, Path]:
    """Return the modules that tests import, and those that these import."""
    waiting, used = [*testing], set[str]()
    for path in waiting:  # The list grows meanwhile.
        new = {f"{name}.py" for name in imports_of(path)} & modules.keys() - used
        used |= new
        waiting += [modules[name] for name in new]
    return {name: path for name, path in modules.items() if name in used}


def imports_of(path: Path) -> set[str]:
    """Return the names of the modules that a file imports.

    Raises:
        AssignmentError: it is not Python.
    """
    found = set()
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes())
    except SyntaxError as error:
        raise AssignmentError(f"{path}, line {error.lineno}: {error.msg}") from None
    except ValueError as error:
        raise AssignmentError(f"{path}: {error}") from None


def _mention(code: Iterable[Path], file: Path) -> bool:
    return any(file.name in path.read_text(encoding="utf-8", errors="replace") for path in code)


def take_over(folder: Path, name: str) -> tuple[dict[str, bytes], list[str]]:
    """Make an assignment of the files in a folder, and grade its solution.

    Return its files, and lines about what was made of the folder.

    Raises:
        AssignmentError: the folder has no solution with tests, or it does not pass them.
    """
    suite = read_suite(folder)
    place = f"autograder/assignments/{name}"
    paths = {f"{place}/tests/test_{part}.py": path for part, path in suite.tests.items()}
    paths |= {f"{place}/{file}": path for file, path in suite.beside.items()}
    own = {**suite.solution, **suite.data}
    paths |= {f"reference/{name}/{file}": path for file, path in own.items()}
    contents = {file: path.read_bytes() for file, path in paths.items()}
    contents[f"{place}/assignment.toml"] = settings(suite, name).encode()
    contents[f"handout/{name}.md"] = handout(suite, name).encode()
    with temporary_folder() as path:
        kit = Path(path).resolve()
        write(kit, contents)
        try:
            assignment = load(name, kit)
            starter = starter_files(assignment)
            write(assignment.starter, starter)
            count = grade_solution(assignment)
        except AssignmentError as error:
            raise AssignmentError(str(error).replace(f"{kit}/", "")) from None
        contents |= {f"starter/{name}/{file}": content for file, content in starter.items()}
        contents[f"{place}/assignment.toml"] = assignment.toml.read_bytes()
    return contents, summary(suite, count)


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
            reason = failed[0].detail.message if failed[0].detail else failed[0].outcome
            fault = f"the solution does not pass {named([test.name for test in failed])}"
            raise AssignmentError(f"{file}: {fault} ({reason})")
    write_needs(assignment, meter)
    return sum(part.total for part in report.parts)


def settings(suite: Suite, name: str) -> str:
    """Return the text of assignment.toml."""
    text = _TOML.format(
        name=name,
        title=toml_value(_title(name)),
        files=toml_value([*suite.solution]),
        provided=toml_value([*suite.data]),
    )
    for part, points in suite.points.items():
        imported = imports_of(suite.tests[part])
        own = [file for file in suite.solution if file.removesuffix(".py") in imported]
        file = [*own, *suite.solution][0]
        text += _PART.format(name=toml_value(part), points=points, file=toml_value(file))
    return text


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def handout(suite: Suite, name: str) -> str:
    """Return a handout that asks for what the solution's signatures and docstrings say."""
    sections = []
    for file, path in suite.solution.items():
        sections += [f"## `{file}`", *_descriptions(_parsed(path).body)]
    return _HANDOUT.format(
        title=_title(name),
        name=name,
        files=", ".join(f"`{file}`" for file in suite.solution),
        sections="\n\n".join(sections),
        rows="\n".join(f"| `{part}` | {points} |" for part, points in suite.points.items()),
    )


def _descriptions(body: Iterable[ast.stmt]) -> list[str]:
    """Return the signature and the docstring of each public function, class and method."""
    found = []
    for node in body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node) or ""
            if isinstance(node, ast.ClassDef):
                found += [f"Class `{node.name}`\n\n{text}".rstrip(), *_descriptions(node.body)]
            else:
                arguments = ast.unparse(node.args).removeprefix("self").removeprefix(", ")
                found.append(f"`{node.name}({arguments})`\n\n{text}".rstrip())
    return found


def summary(suite: Suite, count: int) -> list[str]:
    """Say what was made of the files, and how to decide otherwise."""
    provided = f" and get {', '.join(suite.data)}" if suite.data else ""
    points = ", ".join(f"{part} ({points})" for part, points in suite.points.items())
    lines = [
        f"Students write {', '.join(suite.solution)}{provided}.",
        f"A part for each file of tests, with its points: {points}. For more parts, move tests "
        "into files test_PART.py and add a [[part]] for each to assignment.toml.",
        f"The solution passes all tests ({count}).",
        "Calls may change their arguments, as under plain pytest; to forbid it, write "
        'arguments = "may not change" in assignment.toml.',
    ]
    if suite.left_out:
        lines.append(
            f"Left out, since the tests do not use them: {', '.join(suite.left_out)}. To give one "
            "to students, add it to reference/ and to `provided` in assignment.toml."
        )
    return lines
