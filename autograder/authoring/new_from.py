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
from string import Template

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.folder import files_in, template_files
from autograder.authoring.limits import graded_and_measured, write_needs
from autograder.authoring.toml_text import toml_value
from autograder.authoring.verify.finding import named
from autograder.authoring.verify.graded import faults_of_tests
from autograder.report import GraderError, Outcome

_TEST_FILE = re.compile(r"test_(.+)\.py|(.+)_test\.py")
_PART = """
[[part]]
name = {name}
points = {points}
file = {file}
"""


_DESCRIBE = "<!-- To change: say what students write. -->"


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
    beside = {}
    for path in files_in(home) if home != folder else []:
        if path not in tests.values() and path.name != "__init__.py":
            is_module = path.parent == home and path.suffix == ".py" and path.stem != "conftest"
            place = Path() if is_module else Path("tests")
            beside[(place / path.relative_to(home)).as_posix()] = path
    if (folder / "conftest.py").is_file():
        beside.setdefault("tests/conftest.py", folder / "conftest.py")
    testing = [*tests.values(), *(path for path in beside.values() if path.suffix == ".py")]
    files = {p.name: p for p in files_in(source) if p.parent == source and p not in testing}
    solution = _imported(files, testing)
    if not solution:
        known = ", ".join(name for name in files if name.endswith(".py")) or "no Python file"
        fault = f"the tests import nothing of the solution by its name; it has {known}"
        raise AssignmentError(f"{folder}: {fault}")
    others = {name: path for name, path in files.items() if not name.endswith(".py")}
    data = {name: path for name, path in others.items() if _is_named(name, solution.values())}
    if home == folder:
        read = (name for name in others if _is_named(name, testing))
        beside |= {f"tests/{name}": others[name] for name in read}
    taken = {*solution.values(), *data.values(), *beside.values()}
    left_out = [name for name, path in files.items() if path not in taken]
    return Suite(tests, beside, solution, data, left_out)


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


def _imported(files: dict[str, Path], testing: Iterable[Path]) -> dict[str, Path]:
    """Return the modules that tests import, and those that these import."""
    waiting, used = [*testing], set[str]()
    for path in waiting:  # The list grows meanwhile.
        new = {f"{name}.py" for name in _imports(path)} & files.keys() - used
        used |= new
        waiting += [files[name] for name in new]
    return {name: path for name, path in files.items() if name in used}


def _imports(path: Path) -> set[str]:
    """Return the names of the modules that a file imports."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError) as error:
        raise AssignmentError(f"{path}: {error}") from None
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def _is_named(name: str, code: Iterable[Path]) -> bool:
    return any(name in path.read_text(encoding="utf-8", errors="replace") for path in code)


def files_from(suite: Suite, name: str) -> dict[str, bytes]:
    """Return the files of an assignment that is made of a suite, without generated ones."""
    place = f"autograder/assignments/{name}"
    paths = {f"{place}/tests/test_{part}.py": path for part, path in suite.tests.items()}
    paths |= {f"{place}/{file}": path for file, path in suite.beside.items()}
    own = {**suite.solution, **suite.data}
    paths |= {f"reference/{name}/{file}": path for file, path in own.items()}
    contents = {file: path.read_bytes() for file, path in paths.items()}
    parts = []
    for part, points in suite.points.items():
        imported = _imports(suite.tests[part])
        files = [file for file in suite.solution if file.removesuffix(".py") in imported]
        file = toml_value([*files, *suite.solution][0])
        parts.append(_PART.format(name=toml_value(part), points=points, file=file))
    texts = {
        "title": name.replace("_", " ").capitalize(),
        "files": toml_value([*suite.solution]),
        "provided": toml_value([*suite.data]),
        "parts": "".join(parts),
        "names": ", ".join(f"`{file}`" for file in suite.solution),
        "sections": "\n\n".join(f"## `{part}`\n\n{_DESCRIBE}" for part in suite.tests),
        "rows": "\n".join(f"| `{part}` | {points} |" for part, points in suite.points.items()),
    }
    for file, template in template_files("from", name).items():
        contents[file] = Template(template.decode()).substitute(texts).encode()
    return contents


def grade_solution(assignment: Assignment) -> int:
    """Grade the reference, and note what it needs. Return how many tests it passes.

    Raises:
        AssignmentError: it does not pass them all, or they cannot be run.
    """
    try:
        report, meter = graded_and_measured(assignment)
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
