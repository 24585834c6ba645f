"""The pytest session: which files it loads, in which order, and what ends it without a report."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from autograder.assignment import Part, load
from autograder.judge.grading import grade
from autograder.judge.importable import importable
from autograder.judge.request import ChosenTests, GradingRequest
from tests.conftest import copy_kit, run_autograder
from tests.judge.own_kit import write_kit, write_one_part

FOLDER = "autograder/assignments/functions"
TEST = (
    'from functions import add\n\n\ndef test_first():\n    """first"""\n    assert add(1, 2) == 3\n'
)
FILES = {
    "exit where tests are loaded": (
        "tests/test_functions.py",
        f"{TEST}\n\nraise SystemExit(0)\n",
        "tests/test_functions.py: SystemExit: 0",
    ),
    "conftest.py that raises": (
        "tests/conftest.py",
        "1 / 0\n",
        "tests/conftest.py: ZeroDivisionError: division by zero",
    ),
    "hook that raises": (
        "tests/conftest.py",
        "def pytest_collection_modifyitems(items):\n    items[0].no_such\n",
        "tests/conftest.py: AttributeError: 'Function' object has no attribute 'no_such'",
    ),
}


@pytest.mark.parametrize(("file", "source", "says"), FILES.values(), ids=FILES)
def test_file_that_ends_the_session(tmp_path: Path, file: str, source: str, says: str) -> None:
    """As a status of pytest's, an exit would be that of the grader: 0, without a report."""
    kit = copy_kit("functions", tmp_path / "kit")
    (kit / FOLDER / file).write_text(source, encoding="utf-8")
    command = ("grade", "functions", "kit/reference/functions", "--kit", "kit")
    ran = run_autograder(*command, cwd=tmp_path)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == f"autograder: the grader failed, not the submission: {says}\n"


def test_modules_of_an_assignment_are_unloaded(tmp_path: Path) -> None:
    """Those of a folder whose name only begins in the same way are somebody else's."""
    assignment = load("functions", copy_kit("functions", tmp_path / "kit"))
    (assignment.folder / "helper_one.py").touch()
    other = assignment.folder.with_name("functions2") / "helper_two.py"
    other.parent.mkdir()
    other.touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(other.parent)
        with importable(assignment):
            modules = [importlib.import_module(name) for name in ("helper_one", "helper_two")]
        kept = [module.__name__ for module in modules if module.__name__ in sys.modules]
        sys.modules.pop("helper_two", None)
    assert kept == ["helper_two"]


def test_file_of_types_that_cannot_be_loaded(tmp_path: Path) -> None:
    kit = copy_kit("functions", tmp_path / "kit")
    settings = kit / FOLDER / "assignment.toml"
    provided = 'provided = ["kinds.py"]\ntypes = "kinds.py"\n'
    settings.write_text(provided + settings.read_text(encoding="utf-8"), encoding="utf-8")
    types = kit / "starter/functions/kinds.py"
    types.write_text("import functions\n\nfunctions.nothing\n", encoding="utf-8")
    says = "AttributeError: module 'functions' has no attribute 'nothing'"
    ran = run_autograder("grade", "functions", kit / "reference/functions", "--kit", kit)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {types}: cannot be loaded: {says}\n"


def test_only_the_files_of_parts_are_run_in_the_order_of_parts(tmp_path: Path) -> None:
    copy_kit("functions", tmp_path)
    folder = tmp_path / FOLDER
    text = (folder / "assignment.toml").read_text(encoding="utf-8")
    before, style, after = text.partition("[[by_hand]]")
    part = '[[part]]\nname = "add"\nfile = "functions.py"\npoints = 10\n\n'
    changed = before.replace("60", "50") + part + style + after
    (folder / "assignment.toml").write_text(changed, encoding="utf-8")
    tests = {
        "test_add.py": "from functions import add\ndef test_add():\n    assert add(1, 2) == 3\n",
        "more/conftest.py": "raise RuntimeError('these are not the tests of a part')\n",
        "more/test_add.py": "raise RuntimeError('these, too')\n",
    }
    for name, source in tests.items():
        path = folder / "tests" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source, encoding="utf-8")
    assignment = load("functions", tmp_path)
    begun: list[tuple[str, str]] = []
    box = shutil.copytree(assignment.reference, tmp_path / "box")
    wrong = (box / "functions.py").read_text(encoding="utf-8") + "\ndef add(*_): return -1\n"
    (box / "functions.py").write_text(wrong, encoding="utf-8")

    def begins(part: Part, failure: str) -> None:
        begun.append((part.name, failure))

    report = grade(ChosenTests(assignment), GradingRequest(box), begins=begins)
    assert [len(part.tests) for part in report.parts] == [60, 1]
    assert [name for name, _ in begun] == ["functions", "add"]
    assert [failure[:24] for _, failure in begun] == ["", "add returned -1 instead "]


ROWS = """\
import pytest
from own import same

@pytest.mark.parametrize("text", ["größer, ≤ 😀", "a\\\\xe9 stays", "\\x1b[2J\\u202e\\n"])
def test_row(text): assert same(text) == text
"""


def test_names_of_rows_can_be_read_and_printed(tmp_path: Path) -> None:
    own = "def same(text): return text\n"
    assignment = load("own", write_one_part(tmp_path / "kit", ROWS, own))
    report = grade(
        ChosenTests(assignment), GradingRequest(write_kit(tmp_path / "box", {"own.py": own}))
    )
    shown = ["größer, ≤ 😀", r"a\xe9 stays", r"\x1b[2J\u202e\n"]
    assert [test.name for test in report.parts[0].tests] == [f"test_row[{each}]" for each in shown]
    assert [test.says for test in report.parts[0].tests] == [f"test_row: {each}" for each in shown]
