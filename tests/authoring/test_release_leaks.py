"""What is handed out holds no hidden test, secret case, reference, algorithm, chaff or wheat.

A secret is searched as text without whitespace, in every file, also inside zips. What students have
anyway is not secret.
"""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.release import kit_files, public_tests, release_files
from autograder.authoring.release.check_pyz import grader_files
from autograder.authoring.release.kit_files import student_kit
from autograder.authoring.release.pages import handout_page
from autograder.authoring.release.practice import practice_folder
from autograder.judge.python_source import Function
from autograder.left_behind import files_in
from autograder.reports.played import player, steps_file
from tests.conftest import ROOT

LEAST_CASE, LEAST_CODE = 14, 24
"""Shorter texts are found by chance: a case whose output is one number, a body of `return x`."""
FOLDERS = {"secret", "hidden", "reference", "chaffs", "wheats"}
"""Of these there has to be none, whatever is in it."""
NAME = names(ROOT)[-2]


def leaks(files: Mapping[str, bytes], secrets: Mapping[str, str]) -> set[str]:
    """Return where secrets are found; not in distributions, where they are as installed."""
    installed = {data for path, data in grader_files().items() if path[:10] != "autograder"}
    found = set()
    for name, content in unpacked(files):
        if content not in installed:
            text = squeezed(content.decode("utf-8", "replace"))
            kinds = {kind for needle, kind in secrets.items() if needle in text}
            kinds |= FOLDERS.intersection(name.split("/")[:-1])
            found |= {f"{name}: {kind}" for kind in kinds}
    return found


def unpacked(files: Mapping[str, bytes], place: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield all files, those in zips as well."""
    for name, content in files.items():
        yield place + name, content
        if zipfile.is_zipfile(io.BytesIO(content)):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                inner = {entry: archive.read(entry) for entry in archive.namelist()}
            yield from unpacked(inner, f"{place}{name}/")


def secrets_of(assignment: Assignment) -> dict[str, str]:
    """Return the secret texts, each with its kind."""
    found = dict[str, str]()
    for kind, path in secret_files(assignment):
        text = path.read_text(encoding="utf-8")
        found |= dict.fromkeys(map(squeezed, [text] if kind == "secret" else pieces(text)), kind)
    public = {**student_files(assignment), "handout": assignment.handout.read_bytes()}
    known = "".join(squeezed(content.decode()) for content in public.values())
    least = {"secret": LEAST_CASE}
    return {
        text: kind
        for text, kind in found.items()
        if len(text) > least.get(kind, LEAST_CODE) and text not in known
    }


def student_files(assignment: Assignment) -> dict[str, bytes]:
    samples = assignment.inputs / "sample", assignment.expected / "sample"
    folders = (assignment.starter, assignment.public_tests, *samples)
    return {str(path): path.read_bytes() for folder in folders for path in files_in(folder)}


def secret_files(assignment: Assignment) -> Iterator[tuple[str, Path]]:
    yield from (("reference", assignment.reference / name) for name in assignment.files)
    for kind in ("chaffs", "wheats", "hidden"):
        yield from ((kind, path) for path in (assignment.folder / kind).rglob("*.py"))
    yield "algorithm", assignment.folder / "trace.py"
    for case in assignment.cases("secret"):
        yield from (("secret", path) for path in (case.input, case.output))


def pieces(source: str) -> Iterator[str]:
    """Yield what each function does, and its table of cases."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield "".join(ast.get_source_segment(source, each) or "" for each in body)
            yield from (ast.get_source_segment(source, each) or "" for each in node.decorator_list)


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", names(ROOT))
def test_kit_and_handout(name: str) -> None:
    """Also the steps of the case that the handout shows; all are recorded in the same way."""
    assignment = load(name, ROOT)
    page, attachments = handout_page(assignment)
    files = {**student_kit(assignment), **attachments, **public_tests(assignment)}
    if player(assignment):
        samples = {case.name: case for case in assignment.cases("sample")}
        files["steps"] = steps_file(assignment, samples[assignment.figures[0].case])
    secrets = secrets_of(assignment)
    assert leaks({**files, "handout.html": page.encode()}, secrets) == set()
    hidden = {path.name: path.read_bytes() for path in assignment.hidden_tests.glob("test_*.py")}
    assert len(leaks(hidden, secrets)) > len(hidden) / 2


def test_check_pyz(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a release has it, in the students' zip and in the folder for Classroom 50."""
    monkeypatch.setattr(kit_files, "steps_file", lambda *_: b"[]")
    assignment = load(NAME, ROOT)
    pyz = release_files(assignment)[f"{NAME}-classroom50/check.pyz"]
    assert leaks({"check.pyz": pyz}, secrets_of(assignment)) == set()
    with zipfile.ZipFile(io.BytesIO(pyz)) as bundle:
        played = {Path(path).stem for path in bundle.namelist() if "/steps/" in path}
    assert played == {case.name for case in assignment.cases("sample")}


def test_practice_page(pyodide: Path) -> None:
    """Its Python included, in which zips are looked into as everywhere. It is soon loaded."""
    assignment = load(NAME, ROOT)
    files = practice_folder(assignment, pyodide)
    places = [place for place, _ in unpacked(files)]
    assert "kit.zip/autograder/judge/grading.py" in places
    assert "pyodide/python_stdlib.zip/json/__init__.py" in places
    assert leaks(files, secrets_of(assignment)) == set()
    assert sum(map(len, files.values())) <= 20_000_000
