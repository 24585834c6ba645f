"""The Python that grades, as a bundle records it, and what a student's Python knows beyond it."""

from __future__ import annotations

import ast
import functools
import io
import json
import pkgutil
import subprocess
import sys
import tokenize
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.judge.python_source import PythonSource

PYTHON = f"Python {sys.version_info.major}.{sys.version_info.minor}"
"""What runs this: on a student's machine not always what grades."""
RECORD = "grading_python.json"
"""The file in a bundle."""
_NEW_FSTRINGS = (3, 12)
"""Since then braces in an f-string may hold its own quotes, backslashes, comments and new lines."""
_LIST_LIBRARY = """
import contextlib, importlib, io, json, pkgutil, sys, warnings
warnings.simplefilter("ignore")
names = dict.fromkeys(("antigravity", "idlelib", "turtledemo"), [])  # They open windows.
waiting = [*sorted(sys.stdlib_module_names - names.keys()), "os.path"]
for name in waiting:  # The list grows meanwhile.
    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
        module = importlib.import_module(name)
        names[name] = [each for each in dir(module) if each[0] != "_"]
        inside = [each.name for each in pkgutil.iter_modules(getattr(module, "__path__", ()))]
        waiting += [f"{name}.{each}" for each in inside if each[0] != "_" and name != "test"]
json.dump(names, sys.stdout)
"""


@dataclass(frozen=True)
class GradingPython:
    """The version, and the public names of each module of the standard library."""

    version: tuple[int, int]
    library: Mapping[str, list[str]]

    @classmethod
    @functools.cache
    def here(cls) -> GradingPython:
        """Return what runs this."""
        command = [sys.executable, "-I", "-c", _LIST_LIBRARY]
        listed = subprocess.run(command, capture_output=True, check=True).stdout
        return cls(sys.version_info[:2], json.loads(listed))

    @classmethod
    def recorded(cls, bundle: Path) -> GradingPython | None:
        """Return what is recorded in the folder of a bundle; None if this is no bundle."""
        path = bundle / RECORD
        if not path.is_file():
            return None
        content = json.loads(path.read_bytes())
        return cls(tuple(content["version"]), content["library"])

    @property
    def record(self) -> bytes:
        return json.dumps(asdict(self), separators=(",", ":")).encode()

    def remarks(self, texts: Mapping[str, str], modules: Collection[str]) -> Iterator[str]:
        """Yield a line for each name and construct in these files that works only here.

        The `modules` are the assignment's own, which hide those of the library.
        """
        grading = "Python {}.{}".format(*self.version)
        for file, text in texts.items():
            python = PythonSource.of(text)
            found = self._names(python, modules) if python.is_python else {}
            if python.is_python and (line := self._line_of_syntax(text)):
                found["this syntax"] = line
            for what, line in sorted(found.items(), key=lambda item: item[1]):
                works = f"{file}, line {line}: {what} works here, in {PYTHON}"
                yield f"{works}, but not in the {grading} that grades your work"

    def _names(self, python: PythonSource, modules: Collection[str]) -> dict[str, int]:
        """Return the names that only the library here has, each with its first line."""
        found: dict[str, int] = {}
        imports = [node for node in python.nodes if isinstance(node, ast.Import)]
        bound = {each.asname or each.name: each.name for node in imports for each in node.names}
        for node in python.nodes:
            names: list[str] = []
            match node:
                case ast.Import(names=aliases):
                    names = [alias.name for alias in aliases]
                case ast.ImportFrom(module=str(module), names=aliases, level=0):
                    names = [f"{module}.{alias.name}" for alias in aliases if alias.name != "*"]
                case ast.Attribute(value=ast.Name(id=variable), attr=attribute):
                    module = bound.get(variable, "")
                    names = [f"{module}.{attribute}"] if module in self.library else []
            for name in names:
                if name.partition(".")[0] not in modules and self._works_only_here(name):
                    line = getattr(node, "lineno", 0)
                    found[f"`{name}`"] = min(line, found.get(f"`{name}`", line))
        return found

    def _works_only_here(self, name: str) -> bool:
        if name.partition(".")[0] not in sys.stdlib_module_names or self._has(name):
            return False
        try:
            pkgutil.resolve_name(name)
        except (AttributeError, ImportError, ValueError):
            return False
        return True

    def _has(self, name: str) -> bool:
        """Return whether its library may have this module, or name in a module."""
        parent, _, last = name.rpartition(".")
        if name in self.library or last.startswith("_"):
            return True
        if parent in self.library:
            return last in self.library[parent]
        return bool(parent) and self._has(parent)

    def _line_of_syntax(self, text: str) -> int:
        """Return the first line that its parser does not know, but the one here; 0 without one."""
        lines = [*_lines_of_new_fstrings(text)] if self.version < _NEW_FSTRINGS else []
        try:
            ast.parse(text, feature_version=self.version)
        except SyntaxError as error:
            lines.append(error.lineno or 0)
        return min(lines, default=0)


def _lines_of_new_fstrings(text: str) -> Iterator[int]:
    """Yield the lines of f-strings that no Python before 3.12 could parse."""
    around: list[str] = []
    """The opening quotes of the f-strings that have begun, and have not ended, before a token."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_END":
            around.pop()
        quotes = around[:-1] if kind == "FSTRING_MIDDLE" else around  # Text is not in braces.
        has_quotes = any(each in token.string for each in quotes)
        breaks_line = kind == "NL" and any(len(each) == 1 for each in quotes)
        if quotes and (kind == "COMMENT" or breaks_line or has_quotes or "\\" in token.string):
            yield token.start[0]
        if kind == "FSTRING_START":
            around.append(token.string.lstrip("fFrRbB"))
