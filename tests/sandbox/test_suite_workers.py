"""Workers that run a student's own tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.judge.anonymous_code import compiled
from autograder.judge.libraries import libraries
from autograder.sandbox.client import Worker
from autograder.sandbox.file_requests import run_program
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.protocol import ResponseKind
from autograder.sandbox.suite_requests import compile_suite, run_suite
from autograder.sandbox.zygote import Jail
from tests.conftest import wait_for
from tests.sandbox.conftest import has_ended

PLAIN = (
    "import pytest\n\n"
    "def test_right(): assert [1, 2] == [1, 2]\n"
    "def test_wrong():\n    assert [1] == [2], 'not two'\n"
    "def test_failed(): pytest.fail('given up')\n"
    "def test_skipped(): pytest.skip('not today')\n"
    "def test_expected(): pytest.xfail('known')\n"
    "def test_raises(): {}['key']\n"
    "def test_exits(): raise SystemExit(3)\n"
    "class TestMethods:\n    def test_right(self): assert self\n"
    "    def test_wrong(self):\n        assert not self, 'false'\n"
)
SET_UP = (
    "@pytest.fixture(scope='module')\ndef closed_later():\n    yield\n    assert False, 'late'\n"
    "def test_set_up(closed_later): pass\n"
)
LOADED = "import sys\nprint('_pytest.assertion.rewrite' in sys.modules, 'pytest' in sys.modules)\n"
SUITE = (
    "import pytest\nfrom own import double\n\n"
    "def test_right(): assert double(1) == 2\n"
    "def test_wrong():\n    assert double([1]) == [1, 2]\n"
    "@pytest.mark.parametrize('n', [1, 2])\ndef test_two(n, tmp_path): assert n == 1\n"
    "def test_helper(): check(3)\ndef check(n):\n    assert n == 4, 'no four'\n"
    "def test_fixture(no_such): pass\n"
    "def test_failed(): pytest.fail('given up')\n"
)
RESULTS = [
    ["test_right", "", 0],
    ["test_wrong", "assert [1, 1] == [1, 2]", 6],
    ["test_two[1]", "", 0],
    ["test_two[2]", "assert 2 == 1", 8],
    ["test_helper", "AssertionError: no four", 11],
    ["test_failed", "Failed: given up", 13],
]


@pytest.fixture
def open_box(backend: Any, tmp_path: Path) -> Callable[..., Sandbox]:
    """A function that opens a sandbox for files with these sources; the suite is tests.py."""

    def opened(**sources: str) -> Sandbox:
        files = {"own": "def double(n): return n + n\n", "tests": SUITE, **sources}
        for name, source in files.items():
            (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        confined = backend is Jail
        return Sandbox(tmp_path, libraries=libraries(), required=confined, backend=backend)

    return opened


def results(worker: Worker, code: str = "") -> Any:
    response = run_suite(worker, "tests.py", 20, {}, code)
    assert response.kind is ResponseKind.VALUE
    return response.value


def test_pytest_is_loaded_before_the_fork_for_suites_only(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(LOADED, encoding="utf-8")
    with Sandbox(tmp_path, libraries=libraries()) as sandbox:
        assert run_program(sandbox.suite_worker(), "own.py", 5).printed == "True True\n"
        assert run_program(sandbox.worker(), "own.py", 5).printed == "False False\n"


def test_results(open_box: Callable[..., Sandbox]) -> None:
    with open_box() as sandbox:
        found = results(sandbox.suite_worker())
        assert [test for test in found["tests"] if test[0] != "test_fixture"] == RESULTS
        assert found["broken"] == []
        names = [name for name, _, _ in found["tests"]]
        assert names.index("test_fixture") == names.index("test_helper") + 1


def test_what_needs_no_set_up_has_the_same_results(open_box: Callable[..., Sandbox]) -> None:
    """Such tests are called without it, but only if the file has no others."""
    with open_box(tests=PLAIN) as sandbox:
        found = results(sandbox.suite_worker())["tests"]
    assert [failure.partition("\n")[0] for _, failure, _ in found] == [
        *("", "AssertionError: not two", "Failed: given up", "KeyError: 'key'", "SystemExit: 3"),
        *("", "AssertionError: false"),
    ]
    with open_box(tests=PLAIN + SET_UP) as sandbox:
        assert results(sandbox.suite_worker())["tests"] == [
            *found,
            ["test_set_up", "", 0],
            ["test_set_up", "AssertionError: late", 18],
        ]


HOOK = "def pytest_runtest_setup(item): assert item.name == 'test_set_up', 'no set-up'\n"
OWN_TESTS = "def test_set_up(): assert True\ndef test_other(): assert True\n"
PLUGINS = {
    "a conftest.py": {"conftest": HOOK, "tests": OWN_TESTS},
    "a plugin": {"hooks": HOOK, "tests": f"pytest_plugins = ['hooks']\n{OWN_TESTS}"},
}


@pytest.mark.parametrize("files", PLUGINS.values(), ids=PLUGINS)
def test_hooks_are_called_where_no_test_needs_set_up(
    open_box: Callable[..., Sandbox], files: dict[str, str]
) -> None:
    with open_box(**files) as sandbox:
        found = results(sandbox.suite_worker())["tests"]
    assert [failure for _, failure, _ in found] == ["", "AssertionError: no set-up"]


def test_pytest_names_the_current_test(open_box: Callable[..., Sandbox]) -> None:
    named = "import os\ndef test_it(): assert 'test_it' in os.environ['PYTEST_CURRENT_TEST']\n"
    with open_box(tests=named) as sandbox:
        assert results(sandbox.suite_worker())["tests"] == [["test_it", "", 0]]


@pytest.mark.skipif(sys.platform == "win32", reason="names of files have no colons there")
@pytest.mark.parametrize("name", ["temporary [1]", "a::b"])
def test_temporary_folder_whose_path_pytest_reads_otherwise(
    backend: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It ran no test, and the suite earned no points."""
    box = tmp_path / name / "box"
    box.mkdir(parents=True)
    (box / "tests.py").write_text("def test_right(): pass\n")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / name))
    confined = backend is Jail
    with Sandbox(box, libraries=libraries(), required=confined, backend=backend) as sandbox:
        assert results(sandbox.suite_worker())["tests"] == [["test_right", "", 0]]


def test_compiled_tests_have_the_same_results(open_box: Callable[..., Sandbox]) -> None:
    with open_box() as sandbox:
        code = compile_suite(sandbox.suite_worker(), "tests.py", 20).value
        (Path(sandbox.box) / "tests.py").write_text("not to be read again", encoding="utf-8")
        found = results(sandbox.suite_worker(), str(code))
        assert [test for test in found["tests"] if test[0] != "test_fixture"] == RESULTS


def test_run_ends_at_the_first_failure_that_counts(open_box: Callable[..., Sandbox]) -> None:
    """A failure of a test that the starter has does not: one of the student's may follow."""
    ends = {(): 2, ("test_wrong",): 4, ("test_wrong", "test_two[2]"): 5}
    with open_box() as sandbox:
        for ignored, count in ends.items():
            worker = sandbox.suite_worker()
            found = run_suite(worker, "tests.py", 20, {}, "", ignored).value
            assert found["tests"] == RESULTS[:count]


def test_compiling_runs_nothing(tmp_path: Path) -> None:
    (tmp_path / "tests.py").write_text("print('ran')\n", encoding="utf-8")
    with Sandbox(tmp_path, libraries=libraries()) as sandbox:
        response = compile_suite(sandbox.suite_worker(), "tests.py", 20)
        assert (response.kind, response.printed) == (ResponseKind.VALUE, "")


def test_loading_pytest_imports_nothing_from_the_box(tmp_path: Path) -> None:
    """Neither a module that pytest needs, nor a conftest.py; the tests then get the student's."""
    for name in ("pluggy", "iniconfig", "shlex", "unittest"):
        (tmp_path / f"{name}.py").write_text("whose = 'student'\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        "import os, pytest\nloaded_by = os.getpid()\n"
        "@pytest.fixture\ndef loaded(): return loaded_by\n",
        encoding="utf-8",
    )
    (tmp_path / "tests.py").write_text(
        "import os, shlex, pluggy\n"
        "def test_own(): assert shlex.whose == pluggy.whose == 'student'\n"
        "def test_conftest(loaded): assert loaded == os.getpid()\n",
        encoding="utf-8",
    )
    with Sandbox(tmp_path, libraries=libraries()) as sandbox:
        found = results(sandbox.suite_worker())
        assert found["tests"] == [["test_own", "", 0], ["test_conftest", "", 0]]


CALLING = {
    "in a test": "def test_it(): own.double(1)\n",
    "in a method of unittest": "import unittest\nclass Test(unittest.TestCase):\n"
    "    def test_it(self): own.double(1)\n",
    "in a fixture": "@pytest.fixture\ndef two(): return own.double(1)\n"
    "def test_it(two): assert two\n",
    "after a test": "@pytest.fixture\ndef two():\n    yield\n    own.double(1)\n"
    "def test_it(two): pass\n",
    "at import": "TWO = own.double(1)\ndef test_it(): assert TWO\n",
}


@pytest.mark.parametrize("calling", CALLING.values(), ids=CALLING)
def test_calls_of_replaced_functions_are_recorded(tmp_path: Path, calling: str) -> None:
    (tmp_path / "own.py").write_text("def double(n): pass\ndef half(n): pass\n", encoding="utf-8")
    (tmp_path / "tests.py").write_text(f"import own, pytest\n{calling}", encoding="utf-8")
    functions = ["double", "half"]
    source = "def double(n): return 2 * n\ndef half(n): return n / 2\n"
    code = compiled(source, functions, "own").hex()
    replacement = {"module": "own", "functions": functions, "traced": functions, "code": code}
    with Sandbox(tmp_path, libraries=libraries()) as sandbox:
        tests = str(compile_suite(sandbox.suite_worker(), "tests.py", 20).value)
        response = run_suite(sandbox.suite_worker(), "tests.py", 20, replacement, tests)
    assert [failure for _, failure, _ in response.value["tests"]] == [""]
    assert response.value["called"] == ["double"]


def test_each_run_has_a_worker_of_its_own(tmp_path: Path) -> None:
    suite = "import sys\ndef test_first():\n    assert 'left' not in vars(sys)\n    sys.left = 1\n"
    (tmp_path / "tests.py").write_text(suite, encoding="utf-8")
    with Sandbox(tmp_path, libraries=libraries()) as sandbox:
        for _ in range(2):
            assert results(sandbox.suite_worker())["tests"] == [["test_first", "", 0]]


def test_second_jail_ends_with_the_sandbox(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("import os\nprint(os.getppid())\n", encoding="utf-8")
    with Sandbox(tmp_path, libraries=libraries()) as sandbox:
        second = int(run_program(sandbox.suite_worker(), "own.py", 5).printed)
        first = int(run_program(sandbox.worker(), "own.py", 5).printed)
        assert second != first
        os.kill(second, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)
    wait_for(lambda: has_ended(first))
