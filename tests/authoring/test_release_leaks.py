"""What is handed out holds no hidden test, secret case, reference, chaff or wheat."""

from __future__ import annotations

import ast
import importlib.util
import io
import marshal
import zipfile
from base64 import b64encode

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.classroom50_bundle import classroom50_bundle
from autograder.authoring.release.handout_page import handout_page
from autograder.authoring.release.kit_files import student_kit, whole_kit
from autograder.authoring.release.public_tests import public_tests
from autograder.intake.packing import packed
from tests.authoring.leak_search import HEADER_OF_PYC, Secrets, leaks, secret_files, secrets_of
from tests.conftest import ROOT

NAME = names(ROOT)[-2]


@pytest.fixture(scope="module")
def assignment() -> Assignment:
    return load(NAME, ROOT)


@pytest.fixture(scope="module")
def secrets(assignment: Assignment) -> Secrets:
    return secrets_of(assignment)


@pytest.mark.parametrize("name", names(ROOT))
def test_kit_and_handout(name: str) -> None:
    assignment = load(name, ROOT)
    page = handout_page(assignment)
    files = {**student_kit(assignment), **public_tests(assignment), **page.attachments}
    files["handout.html"] = page.html.encode()
    assert leaks(files, secrets_of(assignment)) == set()


def test_bundles_that_anybody_can_read(assignment: Assignment, secrets: Secrets) -> None:
    """check.pyz is in the students' zip, too."""
    assert leaks(classroom50_bundle(check_pyz(assignment)), secrets) == set()


def test_every_secret_file_that_is_long_enough_is_found(
    assignment: Assignment, secrets: Secrets
) -> None:
    """By what is in it: its folder is renamed."""
    files = {path.replace("/", "-"): content for path, content in whole_kit(assignment).items()}
    found = {leak.partition(":")[0] for leak in leaks(files, secrets)}
    marks = ("-hidden-", "-chaffs-", "-wheats-", f"reference-{NAME}-{assignment.files[0]}")
    secret = {path for path in files if any(mark in path for mark in marks)}
    assert len(secret - found) <= len(secret) // 50
    assert len(secret) > 60
    cases = {path for path in files if path.startswith(f"inputs-{NAME}-secret")}
    assert len(cases & found) > len(cases) / 2


@pytest.mark.parametrize("kind", ["hidden test", "secret case", "reference", "chaff", "wheat"])
def test_planted_secret_is_found(kind: str, secrets: Secrets) -> None:
    """In text, also with other line ends, in a zip in a zip, and in a data: link."""
    text = max((text for text, each in secrets.texts.items() if each == kind), key=len)
    wrapped = "\r\n".join(text[i : i + 40] for i in range(0, len(text), 40)).encode()
    link = b'<img src="data:text/plain;base64,%s">' % b64encode(wrapped)
    twice = packed({"inner.zip": packed({"a.txt": wrapped})})
    files = {"a.txt": wrapped, "a.html": link, "a.zip": twice}
    found = {leak for leak in leaks(files, secrets) if leak.endswith(kind)}
    places = {"a.txt", "a.html/0", "a.zip/inner.zip/a.txt"}
    assert found == {f"{place}: {kind}" for place in places}


@pytest.mark.parametrize("kind", ["reference", "chaff", "wheat", "hidden test"])
def test_planted_function_is_found(kind: str, assignment: Assignment, secrets: Secrets) -> None:
    """Without comments and in another layout, and compiled."""
    paths = [path for each, path in secret_files(assignment) if each == kind]
    source = max((path.read_text("utf-8") for path in paths if path.suffix == ".py"), key=len)
    tree = ast.parse(source)
    for node in ast.walk(tree):  # Without docstrings, which are searched as text.
        if isinstance(node, ast.FunctionDef | ast.Module) and ast.get_docstring(node):
            node.body[0] = ast.Expr(ast.Constant("Changed."))
    rewritten = ast.unparse(ast.fix_missing_locations(tree)).replace("    ", "\t")
    code = marshal.dumps(compile(rewritten, "x.py", "exec"))
    pyc = importlib.util.MAGIC_NUMBER.ljust(HEADER_OF_PYC, b"\0") + code
    found = leaks({"x.py": rewritten.encode(), "x.pyc": pyc}, secrets)
    assert {f"x.py: {kind}", f"x.pyc: {kind}"} <= found


def test_zip_with_a_folder_for_secrets_is_found(secrets: Secrets) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("kit/secret/one.in", "1\n")
    found = leaks({"a.zip": b"prefix" + buffer.getvalue()}, secrets)
    assert found == {"a.zip/kit/secret/one.in: secret case"}
