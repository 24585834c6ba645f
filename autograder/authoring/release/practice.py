"""The practice page: a static folder with the grader, an editor, and Python for a browser."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from string import Template

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.folder import TEMPLATES
from autograder.authoring.release.check_pyz import contents_id, students_site
from autograder.authoring.release.kit_files import played_steps
from autograder.authoring.release.pages import handout_page
from autograder.intake.packing import packed
from autograder.left_behind import files_in
from autograder.text_files import kit_text

PAGE = TEMPLATES / "practice"
_ON_TERMINALS = re.compile(r"<p>(?:(?!</p>).)*START\.html.*?</p>\n?", re.DOTALL)
"""A paragraph that names the page on how to begin in a terminal, which this page replaces."""


@dataclass(frozen=True)
class NpmPackage:
    """The files of an npm package that the page needs, and the SHA-256 of their contents."""

    name: str
    version: str
    files: tuple[str, ...]
    sha256: str

    def read(self, folder: Path) -> dict[str, bytes]:
        """Return the files in the unpacked package, by the package's name and their own.

        Raises:
            AssignmentError: a file is missing, or is not that of the version.
        """
        try:
            contents = {file: (folder / file).read_bytes() for file in self.files}
        except OSError as error:
            raise AssignmentError(f"{error.filename}: {error.strerror}; {self.remedy}") from None
        if hashlib.sha256(b"".join(contents.values())).hexdigest() != self.sha256:
            raise AssignmentError(f"{folder}: not {self.name} {self.version}; {self.remedy}")
        return {f"{self.name}/{PurePosixPath(file).name}": contents[file] for file in self.files}

    @property
    def remedy(self) -> str:
        wanted = " ".join(f"{package.name}@{package.version}" for package in (PYODIDE, ACE))
        return f"run: npm install {wanted}, and name node_modules/pyodide"


PYODIDE = NpmPackage(
    "pyodide",
    "314.0.7",
    (
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "pyodide-lock.json",
    ),
    "16dd5f9ce0a4dcafea23c04fb7b3379fb6b5843113bd8b8872ef912b3ab90d59",
)
ACE = NpmPackage(
    "ace-builds",
    "1.45.2",
    (
        "src-min-noconflict/ace.js",
        "src-min-noconflict/mode-python.js",
        "src-min-noconflict/ext-searchbox.js",
        "src-min-noconflict/theme-textmate.js",
        "src-min-noconflict/theme-cloud9_night.js",
        "LICENSE",
    ),
    "a92e11e41d75c409767837711e309987286ecd6de349c610ac49aa17a05b6498",
)


def npm_files(pyodide: Path) -> dict[str, bytes]:
    """Return the files of the package `pyodide`, and of ace-builds, which is beside it.

    Raises:
        AssignmentError: a package is not there or has another version.
    """
    return PYODIDE.read(pyodide) | ACE.read(pyodide.parent / ACE.name)


def without_terminals(handout: str) -> str:
    """Return the page of a handout without the paragraphs that name START.html."""
    return _ON_TERMINALS.sub("", handout)


def practice_folder(assignment: Assignment, pyodide: Path) -> dict[str, bytes]:
    """Return the files of the page, by path; `pyodide` is the npm package, beside ace-builds.

    Raises:
        AssignmentError: a package is not there or has another version; or a file is missing.
    """
    handout, attachments = handout_page(assignment)
    handout = without_terminals(handout)
    files = npm_files(pyodide) | attachments
    files["handout.html"] = handout.encode()
    files["kit.zip"] = packed(students_site(assignment, played_steps(assignment)))
    about = {
        "name": assignment.name,
        "files": {name: kit_text(assignment.starter / name) for name in assignment.files},
        "provided": {
            name: kit_text(assignment.starter / name)
            for name in assignment.provided
            if name.endswith(".py")
        },
        "parts": [part.name for part in assignment.parts],
        "cases": list(assignment.played_cases),
        "inputs": [case.name for case in assignment.cases("sample") if assignment.programs],
    }
    files["kit.json"] = json.dumps(about, indent=2).encode()
    own = {path.name: kit_text(path) for path in files_in(PAGE)}
    own["index.html"] = Template(own["index.html"]).substitute(title=escape(assignment.title))
    files |= {name: text.encode() for name, text in own.items()}
    values = {
        "version": contents_id(assignment, files),
        "files": json.dumps(["./", *sorted(files)]),
    }
    return files | {"offline.js": Template(own["offline.js"]).safe_substitute(values).encode()}
