"""`autograder verify` notices what is taken away from the assignments of this repository.

Hidden tests that are deleted or loosened, and expected files that are edited.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from autograder.assignment import KINDS, KIT, load, names
from autograder.authoring.verify import files
from autograder.authoring.verify.checks import check_files
from autograder.authoring.verify.documents import check_parts
from autograder.authoring.verify.files import check_expected_is_generated
from autograder.authoring.verify.finding import AssignmentFinding
from autograder.authoring.verify.graded import check_chaff
from autograder.authoring.verify.run import run_check
from autograder.authoring.verify.sources import check_tests, files_of_tests
from tests.authoring.sound_kit import put

each_assignment = pytest.mark.parametrize("name", names(KIT))


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """This repository's kit; its tests and expected files are copies, to change."""
    for linked in ("reference", "starter", "inputs", "handout"):
        (tmp_path / linked).symlink_to(KIT / linked)
    shutil.copytree(KIT / "expected", tmp_path / "expected")
    ignored = shutil.ignore_patterns("chaffs", "wheats", "__pycache__")
    folder = Path("autograder/assignments")
    shutil.copytree(KIT / folder, tmp_path / folder, ignore=ignored)
    for name in names(KIT):
        for kind in ("chaffs", "wheats"):
            (tmp_path / folder / name / kind).symlink_to(KIT / folder / name / kind)
    return tmp_path


def lines(findings: Iterable[AssignmentFinding]) -> list[str]:
    return [str(finding) for finding in findings]


@each_assignment
def test_its_files_are_sound(name: str) -> None:
    assert lines(check_files(load(name))) == []


@each_assignment
def test_any_hidden_test_file_deleted(name: str, kit: Path) -> None:
    for part in load(name).parts:
        path = load(name, kit).hidden_tests / f"test_{part.name}.py"
        text = path.read_text(encoding="utf-8")
        path.unlink()
        assert lines(check_parts(load(name, kit))) == [
            f"{path.parent.relative_to(kit)}: no hidden tests for {part.name}, so students have "
            "every test; write test_PART.py"
        ]
        put(path, text)


@each_assignment
def test_any_expected_file_edited(name: str, kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the reference prints is in the committed files, as `expected --check` says."""
    assignment = load(name, kit)
    outputs = [case.output for kind in KINDS for case in assignment.cases(kind)]
    folder = kit / "expected" / name
    printed = {path.relative_to(folder).as_posix(): path.read_bytes() for path in outputs}
    monkeypatch.setattr(files, "expected_files", lambda *_, **__: printed)
    for path in outputs:
        content = path.read_bytes()
        path.write_bytes(content[:-1])
        assert lines(check_expected_is_generated(assignment)) == [
            f"{path.relative_to(kit)}: differs from what would be written; run autograder expected "
            f"{name} --kit {kit} and read what changed"
        ]
        path.write_bytes(content)


class Loosen(ast.NodeTransformer):
    """Replaces each comparison that is asserted by a condition that hardly any answer fails."""

    def __init__(self, to_constant: bool) -> None:
        self.to_constant = to_constant
        self.loosened: list[str] = []

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        if isinstance(node.test, ast.Compare):
            left = "True" if self.to_constant else f"{ast.unparse(node.test.left)} is not None"
            node.test = ast.parse(left, mode="eval").body
            self.loosened.append(f"`{ast.unparse(node)}` passes for almost any answer")
        return node


@each_assignment
@pytest.mark.parametrize("to_constant", [True, False])
def test_any_comparison_loosened(name: str, kit: Path, to_constant: bool) -> None:
    """Each is seen without grading: as many findings in each file as comparisons in it."""
    assignment, expected = load(name, kit), {}
    for path in files_of_tests(assignment):
        loosen = Loosen(to_constant)
        tree = loosen.visit(ast.parse(path.read_text(encoding="utf-8")))
        path.write_text(ast.unparse(tree), encoding="utf-8")
        expected[path.relative_to(kit).as_posix()] = loosen.loosened
    found = [each for each in check_tests(assignment) if "passes for" in each.fault]
    for file, faults in expected.items():
        in_file = [finding.fault for finding in found if finding.file == file]
        assert sorted(fault.partition(": ")[2] for fault in in_file) == sorted(faults)
    assert sum(map(len, expected.values())) > 20


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Another process, because pytest sessions do not nest."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


ONLY_CATCHER = {
    "ac3": ("create_product_arcs", "test_equal_targets", "one_for_equal_targets"),
    "cages": ("check_cages", "test_rows_and_columns_play_no_part", "checks_rows_too"),
    "calcudoku": ("get_cages", "test_second_call", "keeps_cages"),
    "kenken": ("place_guess", "test_what_a_cell_shows", "keeps_old_letter"),
    "mathdoku": ("print", "test_any_character", "dots_for_punctuation"),
}
"""For each assignment a part, one of its hidden tests, and a chaff that no other test catches.

That the chaff is caught as long as the test is as it is, test_chaffs.py says.
"""


@each_assignment
def test_chaffs_notice_a_loosened_test(name: str, kit: Path, pool: ProcessPoolExecutor) -> None:
    """To a comparison that only compares types."""
    part, test, misconception = ONLY_CATCHER[name]
    assignment = load(name, kit)
    path = assignment.hidden_tests / f"test_{part}.py"
    compare_types(path, test)
    chaff = assignment.folder / "chaffs" / f"{part}_{misconception}.py"
    check = partial(check_chaff, chaff=chaff)
    assert lines(pool.submit(run_check, check, assignment).result()) == [
        f"{chaff.relative_to(kit)}: all tests of {part} pass; if its answers are right, "
        f"correct it; if not, add a test to hidden/test_{part}.py"
    ]


def compare_types(path: Path, test: str) -> None:
    """Compare only the types of the values in a test's comparisons."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (function,) = (n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == test)
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare):
            sides = node.test.left, node.test.comparators[0]
            left, right = (f"type({ast.unparse(side)})" for side in sides)
            node.test = ast.parse(f"{left} is {right}", mode="eval").body
    path.write_text(ast.unparse(tree), encoding="utf-8")


def test_assignments_with_a_loosened_test() -> None:
    """A new assignment needs an entry, too."""
    assert sorted(ONLY_CATCHER) == names(KIT)
