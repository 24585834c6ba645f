"""Search bundles for what students must not have.

A secret is searched as text without whitespace, in every file, also inside zips and data: links;
functions as syntax trees, too, and as code objects in .pyc files, so that neither another layout
nor missing comments hide them. What students have anyway is not secret.
"""

from __future__ import annotations

import ast
import base64
import io
import marshal
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from autograder.assignment import Assignment
from autograder.authoring.folder import files_in
from autograder.authoring.release.grader_files import grader_files

MIN_CASE, LEAST_TEXT, MIN_TREE, MIN_CODE = 14, 24, 90, 40
"""Shorter ones are found by chance: a case whose output is one number, a body of `return x`."""
FOLDERS = {"secret": "secret case", "hidden": "hidden test", "reference": "reference"}
FOLDERS |= {"chaffs": "chaff", "wheats": "wheat"}
"""Of these there has to be none, whatever is in it."""
HEADER_OF_PYC = 16
DATA_LINK = re.compile(rb"base64,([A-Za-z0-9+/=]+)")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Code = tuple[bytes, tuple[str, ...], tuple[object, ...]]


@dataclass(frozen=True)
class Secrets:
    """Secrets by text without whitespace, by syntax tree and by code: each with its kind."""

    texts: dict[str, str]
    trees: dict[str, str]
    codes: dict[Code, str]


def leaks(files: Mapping[str, bytes], secrets: Secrets) -> set[str]:
    """Return where secrets are found, each as `PATH: KIND`.

    The distributions that the grader needs are left out where they are as installed.
    """
    installed = set(distribution_files())
    found = set()
    for name, content in unpacked(files):
        if content in installed:
            continue
        text = squeezed(content.decode("utf-8", "replace"))
        kinds = {FOLDERS[folder] for folder in name.split("/")[:-1] if folder in FOLDERS}
        kinds |= {kind for needle, kind in secrets.texts.items() if needle in text}
        if name.endswith(".py"):
            trees = {tree_of(function) for function in functions_in(content)}
            kinds |= {secrets.trees[tree] for tree in trees & set(secrets.trees)}
        if name.endswith(".pyc"):
            codes = set(codes_in(marshal.loads(content[HEADER_OF_PYC:])))
            kinds |= {secrets.codes[code] for code in codes & set(secrets.codes)}
        found |= {f"{name}: {kind}" for kind in kinds}
    return found


def distribution_files() -> Iterator[bytes]:
    files = grader_files().items()
    return (content for path, content in files if not path.startswith("autograder/"))


def unpacked(files: Mapping[str, bytes], place: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield all files, those in zips and in data: links as well."""
    for name, content in files.items():
        yield place + name, content
        if zipfile.is_zipfile(io.BytesIO(content)):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                inner = {entry: archive.read(entry) for entry in archive.namelist()}
            yield from unpacked(inner, f"{place}{name}/")
        for number, match in enumerate(DATA_LINK.finditer(content)):
            yield f"{place}{name}/{number}", base64.b64decode(match[1])


def secrets_of(assignment: Assignment) -> Secrets:
    found, trees, codes = dict[str, str](), dict[str, str](), dict[Code, str]()
    for kind, path in secret_files(assignment):
        if path.suffix != ".py":
            pieces = [path.read_text(encoding="utf-8")]
            found |= dict.fromkeys(pieces if kind == "secret case" else pieces[0].split("\n"), kind)
            continue
        source = path.read_bytes()
        found |= dict.fromkeys(texts_of(source, kind), kind)
        trees |= {tree_of(function): kind for function in functions_in(source)}
        codes |= dict.fromkeys(codes_in(compile(source, "", "exec")), kind)
    found |= dict.fromkeys(texts_for_hidden_tests(assignment), "hidden test")
    known = "".join(map(squeezed, public_texts(assignment)))
    texts = {squeezed(text): kind for text, kind in found.items()}
    least = {"secret case": MIN_CASE}
    for public in public_functions(assignment):
        trees.pop(tree_of(public), None)
    return Secrets(
        {
            text: kind
            for text, kind in texts.items()
            if len(text) > least.get(kind, LEAST_TEXT) and text not in known
        },
        {tree: kind for tree, kind in trees.items() if len(tree) > MIN_TREE},
        {code: kind for code, kind in codes.items() if len(code[0]) > MIN_CODE},
    )


def secret_files(assignment: Assignment) -> Iterator[tuple[str, Path]]:
    for name in assignment.files:
        yield "reference", assignment.reference / name
    folders = {
        "chaff": assignment.folder / "chaffs",
        "wheat": assignment.folder / "wheats",
        "hidden test": assignment.hidden_tests,
    }
    for kind, folder in folders.items():
        yield from ((kind, path) for path in files_in(folder))
    for case in assignment.cases("secret"):
        yield from (("secret case", path) for path in (case.input, case.output))


def texts_of(source: bytes, kind: str) -> Iterator[str]:
    """Yield what each function does; of tests, their tables and texts, too; docstrings of others.

    Docstrings of the reference are in the starter.
    """
    tree, text = ast.parse(source), source.decode()
    for function in functions_in(source):
        yield "".join(ast.get_source_segment(text, each) or "" for each in body_of(function))
    if kind == "hidden test":
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
        for function in functions_in(source):
            yield from (
                ast.get_source_segment(text, each) or "" for each in function.decorator_list
            )
    elif kind != "reference":
        yield ast.get_docstring(tree) or ""


def texts_for_hidden_tests(assignment: Assignment) -> Iterator[str]:
    """Yield what modules next to the tests define, and only hidden tests name."""
    helpers = [path.read_text(encoding="utf-8") for path in assignment.folder.glob("*.py")]
    hidden = [path.read_text(encoding="utf-8") for path in assignment.hidden_tests.glob("*.py")]
    public = [path.read_text(encoding="utf-8") for path in assignment.public_tests.glob("*.py")]
    for text in helpers:
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                word = re.compile(rf"\b{node.targets[0].id}\b")
                uses = len(word.findall("".join([*helpers, *public]))) - 1
                if not uses and any(map(word.search, hidden)):
                    yield ast.get_source_segment(text, node.value) or ""


def public_texts(assignment: Assignment) -> Iterator[str]:
    folders = [assignment.starter, assignment.public_tests]
    folders += [
        assignment.kit / each / assignment.name / "sample" for each in ("inputs", "expected")
    ]
    for folder in folders:
        yield from (path.read_text(encoding="utf-8") for path in files_in(folder))
    yield (assignment.kit / "handout" / f"{assignment.name}.md").read_text(encoding="utf-8")


def public_functions(assignment: Assignment) -> Iterator[Function]:
    for folder in (assignment.starter, assignment.public_tests):
        for path in folder.rglob("*.py"):
            yield from functions_in(path.read_bytes())


def squeezed(text: str) -> str:
    return "".join(text.split())


def functions_in(source: bytes) -> list[Function]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]


def body_of(function: Function) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) else function.body


def tree_of(function: Function) -> str:
    return "".join(map(ast.dump, body_of(function)))


def codes_in(code: CodeType) -> Iterator[Code]:
    """Yield what a module's functions do: bytecode, names, and plain constants but docstrings."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            plain = [each for each in constant.co_consts[1:] if not isinstance(each, CodeType)]
            yield constant.co_code, constant.co_names, tuple(plain)
            yield from codes_in(constant)
