"""Recorded submissions: ASSIGNMENT-NAME is a change to the assignment's reference.

Its `case.toml` has `about`, a line on the mistake, and may have

    quick = 0.2                         time limits in seconds, for one that hangs
    missing = ["solver.py"]             files that are not handed in
    starter = ["solver.py"]             files that are handed in as the starter has them
    encoding = "latin-1"                of all files; UTF-8 unless given
    renamed = { "a.py" = "b.py" }       files that are handed in under another name
    [[edit]]                            one change after another:
    file = "kenken.py"                    in this file
    old = "..."                           replace this text, which must occur exactly once,
    function = "find_blank"               or this whole function,
    new = "..."                           by this

Files in a case's `files/` are handed in as they are. TOML literals (three apostrophes) keep
backslashes; the first line break after the apostrophes is not part of the text.
"""

from __future__ import annotations

import ast
import shutil
import tomllib
from pathlib import Path
from typing import Any

from autograder.assignment import KIT, Assignment, load

FOLDER = Path(__file__).parent
CASES = sorted(path.parent.name for path in FOLDER.glob("*/case.toml"))
BUILD = Path("build/submissions")
"""Where submissions are built, relative to the current folder; reports print it."""


def read_case(case: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / case / "case.toml").read_text(encoding="utf-8"))


def assignment_of(case: str) -> Assignment:
    return load(case.partition("-")[0], KIT)


def build(case: str, folder: Path = BUILD) -> Path:
    """Write the submission of a case into `folder`/`case`; return that path."""
    target = folder / case
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    change = read_case(case)
    for name, source in _edited(case, change).items():
        new_name = change.get("renamed", {}).get(name, name)
        encoding = change.get("encoding", "utf-8")
        (target / new_name).write_bytes(source.encode(encoding))
    whole = FOLDER / case / "files"
    if whole.exists():
        shutil.copytree(whole, target, dirs_exist_ok=True)
    return target


def _edited(case: str, change: dict[str, Any]) -> dict[str, str]:
    assignment = assignment_of(case)
    sources = {}
    for name in assignment.files:
        if name not in change.get("missing", ()):
            starter = name in change.get("starter", ())
            folder = assignment.starter if starter else assignment.reference
            sources[name] = (folder / name).read_text(encoding="utf-8")
    for edit in change.get("edit", ()):
        name = edit["file"]
        old = edit["old"] if "old" in edit else _function(sources[name], edit["function"])
        assert sources[name].count(old) == 1, f"{case}: an edit does not fit {name}: {edit}"
        sources[name] = sources[name].replace(old, edit["new"])
    return sources


def _function(source: str, name: str) -> str:
    """The text of a top-level function."""
    [node] = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == name
    ]
    return "".join(source.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno])
