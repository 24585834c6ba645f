"""Read a folder with a solution and its tests, in pytest or unittest, to make an assignment of it.

The files stay as they are. Each file of tests is a part, and students write the modules that the
tests import, directly or not.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from textwrap import indent

from autograder.assignment import AssignmentError
from autograder.authoring.folder import template_files
from autograder.authoring.starter import first_line, is_removed
from autograder.authoring.toml_text import toml_value
from autograder.judge.python_source import Function, PythonSource, is_test
from autograder.left_behind import files_in

_TEST_FILE = re.compile(r"test_(.+)\.py|(.+)_test\.py")
_PART = """
[[part]]
name = {name}
points = {points}
file = {file}
"""
_DESCRIBE = "<!-- To change: say what students write. -->"


@dataclass(frozen=True)
class LeftOut:
    """A test that is not taken over, or without a name all tests of a file; and why."""

    file: Path
    test: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}{self.test and '::'}{self.test}: {self.why}"


@dataclass(frozen=True)
class Suite:
    """The files of a `folder`, by what they are in an assignment.

    `tests` are the files of tests by the names of their parts, `beside` the other files of the
    tests by their paths in the assignment's folder, `solution` the modules that students write and
    `data` the files that these read, by name. `unused` files may have answers in them. Of the
    tests, some are `left_out`.
    """

    folder: Path
    tests: dict[str, Path]
    beside: dict[str, Path]
    solution: dict[str, Path]
    data: dict[str, Path]
    unused: list[str]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def points(self) -> dict[str, int]:
        """The points of each part, spread evenly."""
        each, rest = divmod(100, len(self.tests))
        return {part: each + (number < rest) for number, part in enumerate(self.tests)}

    def places(self, name: str) -> dict[str, Path]:
        """Return the files by their paths in a kit, in an assignment of this name."""
        folder = f"autograder/assignments/{name}"
        places = {f"{folder}/tests/test_{part}.py": path for part, path in self.tests.items()}
        places |= {f"{folder}/{file}": path for file, path in self.beside.items()}
        own = {**self.solution, **self.data}
        return places | {f"reference/{name}/{file}": path for file, path in own.items()}

    def without(self, failing: Sequence[LeftOut]) -> Suite:
        """Return the suite with further tests left out, and with the parts that have some left."""
        left_out = sorted([*self.left_out, *failing], key=lambda each: each.file)
        rest = replace(self, left_out=tuple(left_out))
        empty = {each.file for each in failing if not each.test}
        empty |= {
            self.tests[part]
            for part in self.tests
            if not any(map(is_test, ast.walk(ast.parse(rest.code(part, keeps_lines=True)))))
        }
        tests = {part: path for part, path in self.tests.items() if path not in empty}
        return replace(rest, tests=tests)

    def code(self, part: str, *, keeps_lines: bool) -> bytes:
        """Return the file of a part without the tests that are left out.

        If it keeps its lines, they are blank, so that all others have the numbers of the author's.
        """
        path = self.tests[part]
        names = [each.test for each in self.left_out if each.file == path]
        return without_tests(path.read_bytes(), names, keeps_lines=keeps_lines)


def read_suite(folder: Path) -> Suite:
    """Find a solution in FOLDER/solution or else in FOLDER, its tests in FOLDER/tests or FOLDER.

    A data file belongs to the code that has its name in it. Files of tests that are not Python are
    left out.

    Raises:
        AssignmentError: there are none, or they do not fit each other.
    """
    home, source = (
        folder / name if (folder / name).is_dir() else folder for name in ("tests", "solution")
    )
    tests, left_out = _tests(home)
    beside = {}
    taken = {*tests.values(), *(each.file for each in left_out)}
    for path in files_in(home) if home != folder else []:
        if path not in taken and path.name != "__init__.py":
            is_module = path.parent == home and path.suffix == ".py" and path.stem != "conftest"
            place = Path() if is_module else Path("tests")
            beside[(place / path.relative_to(home)).as_posix()] = path
    if (folder / "conftest.py").is_file():
        beside.setdefault("tests/conftest.py", folder / "conftest.py")
    testing = [*tests.values(), *(path for path in beside.values() if path.suffix == ".py")]
    files = {
        path.relative_to(source).as_posix(): path
        for path in files_in(source)
        if path not in {*testing, *taken}
        and (path.parent == source or path.suffix != ".py")
        and (home == folder or home not in path.parents)
    }
    solution = _imported(files, testing)
    if not solution:
        raise AssignmentError(f"{folder}: {_why_no_solution(folder, files, testing)}")
    others = {name: path for name, path in files.items() if not name.endswith(".py")}
    data = {name: path for name, path in others.items() if _is_named(name, solution.values())}
    if home == folder:
        read = (name for name in others if _is_named(name, testing))
        beside |= {f"tests/{name}": others[name] for name in read}
    taken |= {*solution.values(), *data.values(), *beside.values()}
    unused = [name for name, path in files.items() if path not in taken]
    return Suite(folder, tests, beside, solution, data, unused, tuple(left_out))


def _why_no_solution(folder: Path, files: Iterable[str], testing: Iterable[Path]) -> str:
    imported = {name.partition(".")[0] for path in testing for name in _imports(path)}
    if packages := sorted(name for name in imported if [*(folder / name).glob("*.py")]):
        advice = f"let them import its files by their own names, from {folder} or its solution/"
        return f"the tests import from {packages[0]}/: {advice}"
    known = ", ".join(name for name in files if name.endswith(".py")) or "no Python file"
    return f"the tests import nothing of the solution by its name; it has {known}"


def _tests(home: Path) -> tuple[dict[str, Path], list[LeftOut]]:
    """Return the files of tests by the names of their parts, and those that are not Python."""
    tests: dict[str, Path] = {}
    left_out: list[LeftOut] = []
    for path in sorted(home.glob("*.py")):
        if match := _TEST_FILE.fullmatch(path.name):
            part = re.sub(r"\W", "_", match[1] or match[2])
            if part in tests:
                raise AssignmentError(f"{path}: {tests[part]} would be the same part; rename one")
            try:
                PythonSource.of_file(path)
                tests[part] = path
            except (SyntaxError, ValueError) as error:
                left_out.append(LeftOut(path, "", str(error)))
    if not tests:
        faults = [str(each) for each in left_out]
        none = f"{home}: no tests; they are files test_*.py or *_test.py"
        raise AssignmentError("; ".join(faults or [none]))
    return tests, left_out


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


def files_of_tests(suite: Suite, name: str, *, keeps_lines: bool) -> dict[str, bytes]:
    return {
        f"autograder/assignments/{name}/tests/test_{part}.py": suite.code(
            part, keeps_lines=keeps_lines
        )
        for part in suite.tests
    }


def files_from(suite: Suite, name: str) -> dict[str, bytes]:
    """Return the files of an assignment that is made of a suite, without generated ones."""
    contents = {file: path.read_bytes() for file, path in suite.places(name).items()}
    contents |= files_of_tests(suite, name, keeps_lines=True)
    parts, sections, described = [], [], set[str]()
    for part, points in suite.points.items():
        imported = _imports(suite.tests[part])
        files = [file for file in suite.solution if file.removesuffix(".py") in imported]
        file = [*files, *suite.solution][0]
        known = {"name": toml_value(part), "points": points, "file": toml_value(file)}
        parts.append(_PART.format(**known))
        new = [each for each in files if each not in described]
        described.update(new)
        texts = [names_with_docstrings(suite.solution[each]) for each in new]
        sections.append("\n\n".join([f"## `{part}`", _DESCRIBE, *filter(None, texts)]))
    others = [file for file in suite.solution if file not in described]
    texts = [names_with_docstrings(suite.solution[file]) or _DESCRIBE for file in others]
    sections += [f"## `{file}`\n\n{text}" for file, text in zip(others, texts, strict=True)]
    values = {
        "title": name.replace("_", " ").capitalize(),
        "files": toml_value([*suite.solution]),
        "provided": toml_value([*suite.data]),
        "parts": "".join(parts),
        "names": ", ".join(f"`{file}`" for file in suite.solution),
        "sections": "\n\n".join(sections),
        "rows": "\n".join(f"| `{part}` | {points} |" for part, points in suite.points.items()),
    }
    for file, template in template_files("from", name).items():
        contents[file] = Template(template.decode()).substitute(values).encode()
    return contents


def names_with_docstrings(path: Path) -> str:
    """Return a list in Markdown of what students write in a file, with the docstrings."""
    return "\n".join(_described(PythonSource.of_file(path).tree.body, ""))


def _described(body: Iterable[ast.stmt], owner: str) -> Iterator[str]:
    for node in body:
        if not isinstance(node, Function | ast.ClassDef) or is_removed(node):
            continue
        if isinstance(node, ast.ClassDef):
            head = f"class {owner and owner + '.'}{node.name}"
        elif "property" in ast.unparse(ast.Tuple(node.decorator_list)):
            head = node.name
        else:
            head = f"{node.name}({ast.unparse(node.args)})"
        indentation = "  " if owner else ""
        first, _, more = (ast.get_docstring(node) or "").partition("\n\n")
        yield f"{indentation}- `{head}`{first and ': '}{' '.join(_escaped(first).split())}"
        if more:
            yield indent(f"\n```text\n{more}\n```\n", f"{indentation}  ")
        if isinstance(node, ast.ClassDef):
            yield from _described(node.body, head.removeprefix("class "))


def _escaped(text: str) -> str:
    """Escape what Markdown would read as emphasis, a link or a tag, except in code."""
    return re.sub(r"(`[^`]*`)|([\\*_<\[])", lambda m: m[1] or f"\\{m[2]}", text)


def without_tests(code: bytes, names: Iterable[str], *, keeps_lines: bool) -> bytes:
    """Remove tests, such as `test_a` and `TestB::test_c`, from the code of a file.

    A class without tests is removed, too, unless something else uses it.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(code).readline)
    lines = io.StringIO(code.decode(encoding), newline="").readlines()
    tree = ast.parse(code)
    gone: set[Function | ast.ClassDef] = set()
    gone |= {found for name in names if (found := find_test(tree, name))}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for each in _classes(tree).values():
        tests = {node for node in each.body if is_test(node)}
        if each.name not in used and tests and tests <= gone:
            gone = {each, *gone} - tests
    emptied = {each.body[0] for each in _classes(tree).values() if gone.issuperset(each.body)}
    for node in sorted(gone, key=lambda node: node.lineno, reverse=True):
        first = first_line(node, lines) - 1
        blank = ["\n"] * ((node.end_lineno or 0) - first) if keeps_lines else []
        if node in emptied:
            blank[:1] = [f"{' ' * node.col_offset}pass\n"]
        lines[first : node.end_lineno] = blank
    return "".join(lines).encode(encoding)


def enclosing_test(code: bytes, line: int) -> str:
    """Return the test in a file whose code or decorators hold a line; "" if none does."""
    tree = ast.parse(code)
    places: dict[str, ast.Module | ast.ClassDef] = {"": tree}
    places |= {f"{name}::": owner for name, owner in _classes(tree).items()}
    for prefix, owner in places.items():
        for node in filter(is_test, owner.body):
            first = min(each.lineno for each in (node, *node.decorator_list))
            if first <= line <= (node.end_lineno or 0):
                return f"{prefix}{node.name}"
    return ""


def _classes(tree: ast.Module) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def find_test(tree: ast.Module, name: str) -> Function | None:
    """Return where a file defines a test; a class may inherit it from another one there."""
    *owners, test = name.split("::")
    classes = _classes(tree)
    waiting: list[ast.Module | ast.ClassDef] = [] if owners else [tree]
    waiting += [classes[name] for name in owners[-1:] if name in classes]
    while waiting:
        place = waiting.pop(0)
        for node in place.body:
            if isinstance(node, Function) and node.name == test:
                return node
        bases = place.bases if isinstance(place, ast.ClassDef) else []
        waiting += [classes[name] for name in map(ast.unparse, bases) if name in classes]
    return None
