"""Shared by the tests: kits, the command as a user runs it, and recorded texts."""

from __future__ import annotations

import contextlib
import functools
import gc
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings

from autograder.cli.check import latest_results
from autograder.cli.main import main
from autograder.judge.explain.rules import RAISES_FAULTS
from autograder.sandbox import pool
from autograder.sandbox.spawn import SpawnBackend

# No test may depend on how fast a busy machine makes examples.
settings.register_profile("kit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kit")

DEFAULTS: dict[str, Any] = {
    "SIGHUP": signal.SIG_DFL,
    "SIGQUIT": signal.SIG_DFL,
    "SIGINT": signal.default_int_handler,
}
for name, default in DEFAULTS.items():  # nohup and `&` ignore them, also in the commands of tests.
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, default)

os.environ[RAISES_FAULTS] = ""
for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):  # Tests run make, which is not part of this one.
    os.environ.pop(name, None)

ROOT = Path(__file__).parent.parent
KITS = ROOT / "tests" / "kits"
DOUBLE = (KITS / "double/reference/double/double.py").read_text(encoding="utf-8")
"""The reference of the kit `double`."""
BROWSER, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
SHARED_FOLDER = "CAGEWORK_TESTS"
"""The environment variable for the folder of what all processes of a test run share."""
KEPT_MODULES = (sys.prefix, sys.base_prefix, str(ROOT / "autograder"))


def copy_kit(name: str, folder: Path) -> Path:
    """Copy one of `tests/kits` into a folder, where a test can change it; return the folder."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(KITS / name, folder, ignore=ignored, dirs_exist_ok=True)
    return folder


def need(path: Path, remedy: str) -> None:
    """Skip the test where a file is missing; in CI, let it fail."""
    if not path.exists():
        (pytest.fail if "CI" in os.environ else pytest.skip)(f"{path} is missing; {remedy}")


def wait_for(condition: Callable[[], object], seconds: float = 120) -> None:
    """Wait until a condition holds; fail if that takes longer."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextlib.contextmanager
def running(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a process, and kill it at the end: `Popen` would wait for it, also after a failure."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def descendants(pid: int) -> set[int]:
    """Return the processes that one has started, and those that these have started."""
    records = Path(f"/proc/{pid}/task").glob("*/children")
    children = {int(child) for record in records for child in record.read_text().split()}
    return children.union(*map(descendants, children))


def runs(pid: int) -> bool:
    """Return whether a process runs; one that has ended may stay as a zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


@dataclass(frozen=True)
class Ran:
    """The output and the exit status of a command."""

    status: int
    out: str
    err: str


def run_autograder(*arguments: object, cwd: Path = ROOT, stdin: str | bytes = "") -> Ran:
    """Run a command in this process, which has loaded the grader already."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    given = io.TextIOWrapper(io.BytesIO(content), "utf-8")
    raw = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, "utf-8", newline="") for stream in raw)
    conftest = sys.modules.pop("tests.conftest")  # pytest gives that of a kit the same name.
    modules, code = set(sys.modules), 0
    latest_results.clear()
    try:
        with (
            contextlib.chdir(cwd),
            mock.patch("sys.stdin", given),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("default")  # They are errors here, but not for users.
            for unseen in (DeprecationWarning, ImportWarning, ResourceWarning):
                warnings.simplefilter("ignore", unseen)
            main(list(map(str, arguments)))
    except SystemExit as ended:
        code = int(str(ended.code))
    gc.unfreeze()  # A grading freezes what it leaves behind.
    for name in set(sys.modules) - modules:  # Other kits have test modules of the same names.
        file = str(getattr(sys.modules[name], "__file__", ""))
        if not file.startswith(KEPT_MODULES) or "assignments" in file:
            del sys.modules[name]
    sys.modules["tests.conftest"] = conftest
    for stream in (out, err):
        stream.flush()
    return Ran(code, *(stream.getvalue().decode() for stream in raw))


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """The folder for temporary folders of commands that `start` starts."""
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary"


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(temporary: Path) -> Iterator[Start]:
    """A function that starts a command in a session of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with contextlib.ExitStack() as stack:

        def run(*arguments: object, cwd: Path = ROOT) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", "autograder", *map(str, arguments)]
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
            options = {"cwd": cwd, "env": environment, "start_new_session": True, **pipes}
            return stack.enter_context(running(command, **options))

        yield run


def run_program(
    *command: object, cwd: Path = ROOT, typed: str = "", encoding: str = "utf-8", env: Any = None
) -> Ran:
    """Run a program, in the environment of this process unless `env` has another."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        input=typed,
        env=env,
        capture_output=True,
        encoding=encoding,
        timeout=300,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def run_unprotected(*arguments: object) -> Ran:
    """Run a command on the backend without confinement, which no option allows."""
    with mock.patch.object(pool, "default_backend", SpawnBackend):
        return run_autograder(*arguments)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: tests of time limits leave theirs idle."""
    return (os.cpu_count() or 1) + 2


def pytest_configure(config: pytest.Config) -> None:
    if SHARED_FOLDER not in os.environ:  # The processes of xdist inherit it.
        shared = tempfile.TemporaryDirectory(prefix="cagework-tests-")
        os.environ[SHARED_FOLDER] = shared.name
        config.add_cleanup(shared.cleanup)
        config.add_cleanup(functools.partial(os.environ.__delitem__, SHARED_FOLDER))
    config.addinivalue_line("markers", "long: takes many seconds, so it begins early")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long tests, so that no process is busy with one when the others have ended."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # Looking through thousands of tests took 2 % of the run.


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit `double`, as a course's own kit, with its generated folders."""
    kit = copy_kit("double", tmp_path_factory.mktemp("course"))
    for command in ("starter", "expected"):
        assert run_autograder(command, "--kit", kit).status == 0
    return kit


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser for pages: selenium's `Chrome`."""
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    for program in (BROWSER, DRIVER):
        need(program, "Debian has it in chromium and chromium-driver")
    options = ChromeOptions()
    options.binary_location = str(BROWSER)
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{argument}")
    options.add_argument("--window-size=1200,900")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """The npm package of Python for a browser, beside that of the editor."""
    path = ROOT / "node_modules/pyodide"
    need(path, "run: npm ci")
    return path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record", action="store_true", help="rewrite the recorded texts; review the changes"
    )


@pytest.fixture
def recorded(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a file; with --record, write the file first."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--record"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def most_memory() -> Iterator[Callable[[], int]]:
    """Return a function that measures the peak memory so far, in bytes."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
