"""Create a new assignment, or a new kit, from the files in `templates/` or from a folder.

`templates/function`, `templates/program` and `templates/class` each hold an assignment as in a kit,
without its generated files; `templates/kit` holds what a kit has besides assignments.

A folder has a solution and its tests, in pytest or unittest; the files stay as they are. Each file
of tests is a part, and students write the modules that the tests import, directly or not.
"""

from __future__ import annotations

import ast
import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import Template

from packaging.utils import canonicalize_name

from autograder import __version__
from autograder.assignment import Assignment, AssignmentError, load
from autograder.authoring.expected import expected_files
from autograder.authoring.folder import template_files, write
from autograder.authoring.limits import graded_and_measured, write_needs
from autograder.authoring.release.check_pyz import DISTRIBUTION, distributions
from autograder.authoring.starter import starter_files
from autograder.authoring.toml_text import toml_value
from autograder.authoring.verify.finding import named
from autograder.authoring.verify.graded import check_starter, faults_of_tests
from autograder.judge.grading import grade
from autograder.judge.grading_server import own_tests
from autograder.judge.importable import IMPORTABLE
from autograder.judge.python_source import PythonSource
from autograder.left_behind import files_in
from autograder.report import GraderError, Outcome
from autograder.sandbox.temporary_folders import temporary_folder

ALLOWED_IN_NEW_KIT = {".git", ".venv"}
"""What a folder may hold before it becomes a kit."""
TAKEN = {"autograder", "conftest", "test", "tests", "sitecustomize", "usercustomize"}
"""Modules that `sys.stdlib_module_names` leaves out, and those of the grader and of its tests."""
PLAIN_SECONDS = 60
INSTEAD = "docs/testing.md says what to write instead"
_TEST_FILE = re.compile(r"test_(.+)\.py|(.+)_test\.py")
_PART = """
[[part]]
name = {name}
points = {points}
file = {file}
"""


_DESCRIBE = "<!-- To change: say what students write. -->"


def new_assignment(
    folder: Path, name: str, source: str | Path
) -> tuple[dict[str, bytes], list[str]]:
    """Make an assignment for a kit, or a kit with it for an empty folder.

    Args:
        source: The name of a template, or a folder with a solution and its tests.

    Returns:
        The new files by path, and lines about what was made of the source.

    Raises:
        AssignmentError: the place, the name or the source cannot be used.
    """
    check_name(name)
    is_kit = (folder / "autograder/assignments").is_dir()
    present = {path.name for path in folder.iterdir()} - ALLOWED_IN_NEW_KIT
    if is_kit:
        require_free(folder, name)
    elif present:
        raise AssignmentError(
            f"{folder}: neither a kit nor empty, it holds {min(present)}; run autograder new in a "
            "kit or in an empty folder, or add --kit DIR"
        )
    lines = []
    if isinstance(source, Path):
        suite = read_suite(source)
        contents, graded = completed(name, files_from(suite, name), is_graded=True)
        lines = summary(suite, graded)
    else:
        contents, _ = completed(name, template_files(source, name))
    return contents if is_kit else {**kit_files(name), **contents}, lines


def check_name(name: str) -> None:
    """Raise AssignmentError unless `name` can name an assignment and its Python file."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,49}", name):
        raise AssignmentError(
            f"{name!r} cannot name an assignment: "
            "use a letter from a to z, then up to 49 letters, digits and _, such as word_count"
        )
    if keyword.iskeyword(name) or name in {*TAKEN, *IMPORTABLE, *sys.stdlib_module_names}:
        raise AssignmentError(
            f"{name!r} cannot name an assignment: Python or the autograder has that name; "
            "choose another one"
        )


def require_free(kit: Path, name: str) -> None:
    """Raise AssignmentError if a kit has files of that name."""
    folders = ("autograder/assignments", "reference", "starter", "inputs", "expected")
    for path in [*(kit / folder / name for folder in folders), kit / "handout" / f"{name}.md"]:
        if path.exists():
            raise AssignmentError(f"{path}: already there; choose another name than {name!r}")


def completed(
    name: str, contents: Mapping[str, bytes], *, is_graded: bool = False
) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of an assignment with the generated ones, and what grading has shown.

    Raises:
        AssignmentError: they cannot be generated, or the reference does not pass its tests.
    """
    with temporary_folder() as path:
        kit, shown = Path(path).resolve(), list[str]()
        write(kit, contents)
        try:
            assignment = load(name, kit)
            write(assignment.starter, starter_files(assignment))
            write(assignment.expected, expected_files(assignment))
            shown = grade_solution(assignment) if is_graded else []
        except AssignmentError as error:
            raise AssignmentError(str(error).replace(f"{kit}/", "")) from None
        paths = {file.relative_to(kit).as_posix(): file for file in files_in(kit)}
        return {file: place.read_bytes() for file, place in paths.items()}, shown


def kit_files(name: str) -> dict[str, bytes]:
    """Return what a new kit has besides its assignment.

    Its requirements are this package and what it needs, in the versions in use.
    """
    installed = distributions(DISTRIBUTION)
    versions = {str(canonicalize_name(each.name)): each.version for each in installed}
    versions[DISTRIBUTION] = __version__
    lines = [f"{needed}=={version}" for needed, version in sorted(versions.items())]
    lock = "\n".join(["# The versions that this kit was made with.", *lines, ""])
    return {**template_files("kit", name), "requirements.lock": lock.encode()}


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
    files = {
        path.relative_to(source).as_posix(): path
        for path in files_in(source)
        if path not in testing
        and (path.parent == source or path.suffix != ".py")
        and (home == folder or home not in path.parents)
    }
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
    """Return the names of the modules that a file imports, `import_module("name")` included."""
    try:
        source = PythonSource.of_file(path)
        named = (
            node.args[0].value
            for node in ast.walk(source.tree)
            if isinstance(node, ast.Call)
            and ast.unparse(node.func).endswith("import_module")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        )
        return source.modules | {str(name) for name in named}
    except (SyntaxError, ValueError) as error:
        raise AssignmentError(f"{path}: {error}") from None


def _is_named(name: str, code: Iterable[Path]) -> bool:
    name = name.rpartition("/")[2]
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


def grade_solution(assignment: Assignment) -> list[str]:
    """Grade the reference, and note what it needs. Say which tests pass without it, too.

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
            fault = f"the solution does not pass {named([test.name for test in failed])} ({reason})"
            if passes_plainly(assignment, f"{file}::{failed[0].name.partition('[')[0]}"):
                fault += f", although it does under plain pytest; {INSTEAD}"
            raise AssignmentError(f"{file}: {fault}")
    write_needs(assignment, meter)
    count = sum(part.total for part in report.parts)
    found = check_starter(assignment, partial(grade, own_tests(assignment)))
    return [f"The solution passes all tests ({count}).", *map(str, found)]


def passes_plainly(assignment: Assignment, test: str) -> bool:
    """Does the solution pass a test, all its rows, in the same process?"""
    options = ["-p", "no:cacheprovider", f"--timeout={PLAIN_SECONDS}"]
    command = [sys.executable, "-B", "-m", "pytest", *options, test]
    places = [str(assignment.reference), str(assignment.folder), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    folder = assignment.reference
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return ran.returncode == 0


def summary(suite: Suite, graded: Sequence[str]) -> list[str]:
    """Say what was made of the files, what grading has shown, and how to decide otherwise."""
    provided = f" and get {', '.join(suite.data)}" if suite.data else ""
    points = ", ".join(f"{part} ({points})" for part, points in suite.points.items())
    lines = [
        f"Students write {', '.join(suite.solution)}{provided}.",
        f"A part for each file of tests, with its points: {points}. For more parts, move tests "
        "into files test_PART.py and add a [[part]] for each to assignment.toml.",
        *graded,
        "Calls may change their arguments, as under plain pytest; to forbid it, write "
        'arguments = "may not change" in assignment.toml.',
    ]
    if suite.left_out:
        lines.append(
            f"Left out, since the tests do not use them: {', '.join(suite.left_out)}. To give one "
            "to students, add it to reference/ and to `provided` in assignment.toml."
        )
    return lines
