"""Confined programs can do what honest programs do; what is forbidden has a clear message."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain.raising import FORBIDDEN, MODULES
from autograder.judge.failure import failure_of
from autograder.judge.sources import Sources
from autograder.sandbox.linux import landlock
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.values import Remote
from autograder.sandbox.worker.audit_hook import THREADS
from autograder.sandbox.zygote import Jail
from tests.sandbox.conftest import call

Run = Callable[[str], Response]
PLANS = ["landlock", "chroot"] if os.geteuid() == 0 else ["landlock"]


@pytest.fixture(params=PLANS)
def plan(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def run(tmp_path: Path, plan: str) -> Iterator[Run]:
    """A function that runs a function with this body in a worker and returns the response."""
    opened: list[Sandbox] = []

    def answer(body: str) -> Response:
        source = "def f():\n" + textwrap.indent(textwrap.dedent(body), "    ")
        (tmp_path / "own.py").write_text(source, encoding="utf-8")
        opened.append(Sandbox(tmp_path, backend=partial(Jail, files=plan)))
        assert opened[-1].confinement["files"].removesuffix(f" {landlock.version()}") == plan
        worker = opened[-1].worker("own", 5)
        worker.codec = worker.codec.with_remote(Remote())
        assert worker.load().kind is ResponseKind.VALUE
        return call(worker, "f", [], 5)

    yield answer
    for sandbox in opened:
        sandbox.__exit__(None, None, None)


WORKS = {
    "files in its folder": (
        """
        import os
        os.mkdir("notes")
        with open("notes/a.txt", "w") as file: file.write("ä\\n")
        os.rename("notes/a.txt", "b.txt")
        with open("b.txt", "a") as file: file.write("b")
        with open("b.txt") as file: text = file.read()
        os.remove("b.txt"); os.rmdir("notes")
        return text, os.listdir(".")
        """,
        ("ä\nb", []),
    ),
    "tempfile": (
        """
        import os, tempfile
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x"); file.seek(0)
            return file.read(), os.path.isdir(folder)
        """,
        (b"x", True),
    ),
    "shutil": (
        """
        import shutil
        from pathlib import Path
        Path("a").write_text("1"); shutil.copy("a", "b"); shutil.copy2("b", "c")
        shutil.copytree(".", "d", dirs_exist_ok=True, ignore=lambda *_: ["d"])
        shutil.rmtree("d")
        return Path("c").read_text()
        """,
        "1",
    ),
    "copying as `Path.copy` of Python 3.14 does": (
        """
        import errno, fcntl, os
        from pathlib import Path
        Path("a").write_text("1")
        with open("a", "rb") as source, open("b", "wb") as target:
            try:
                fcntl.ioctl(target, 0x40049409, source.fileno())  # FICLONE
            except OSError as error:
                if error.errno != errno.EOPNOTSUPP:
                    raise
                os.copy_file_range(source.fileno(), target.fileno(), 1 << 23, offset_dst=0)
        if hasattr(Path, "copy"):
            Path("b").copy("c", preserve_metadata=True).rename("b")
        return Path("b").read_text()
        """,
        "1",
    ),
    "deep recursion": (
        "def depth(n): return 0 if n == 0 else 1 + depth(n - 1)\nreturn depth(900)",
        900,
    ),
    "asyncio": (
        "import asyncio\nasync def g(): await asyncio.sleep(0); return 3\nreturn asyncio.run(g())",
        3,
    ),
}


@pytest.mark.parametrize(("body", "value"), WORKS.values(), ids=WORKS)
def test_works(run: Run, body: str, value: object) -> None:
    reply = run(body)
    assert (reply.kind, reply.value) == (ResponseKind.VALUE, value), reply


def test_locale_of_the_environment(run: Run) -> None:
    reply = run("import locale\nreturn locale.setlocale(locale.LC_ALL, '').count('=')")
    assert reply.kind is ResponseKind.VALUE, reply
    reply = run("import locale\nreturn locale.getlocale(locale.LC_NUMERIC), 2.5 .__format__('n')")
    assert reply.value == ((None, None), "2.5")


NOT_TO_BE_IMPORTED = ("antigravity", "idlelib", "this")
"""They open a browser or a window, or print a poem."""


def test_the_whole_library_can_be_imported(run: Run) -> None:
    """As far as this machine has it, and its data files."""
    names = sorted(sys.stdlib_module_names - {*NOT_TO_BE_IMPORTED})
    trying = """
    import importlib
    missing = []
    for name in NAMES:
        try: importlib.import_module(name)
        except ImportError: missing.append(name)
    import zoneinfo
    zoneinfo.ZoneInfo("Europe/Berlin")
    return missing
    """
    body = textwrap.dedent(trying).strip().replace("NAMES", repr(names))
    here = f"def f():\n{textwrap.indent(body, '    ')}\nprint(f())"
    ran = subprocess.run([sys.executable, "-c", here], capture_output=True, text=True, check=True)
    reply = run(body)
    assert reply.value == ast.literal_eval(ran.stdout.splitlines()[-1])


def test_modules_that_the_machine_lacks_are_reported(run: Run, tmp_path: Path) -> None:
    reply = run("import winreg")
    detail = failure_of(reply, Invocation("f"), Sources.of(tmp_path, ["own.py"], [])).detail
    assert detail.message.endswith(f"ModuleNotFoundError: No module named 'winreg' ({MODULES})")


PROCESSES = "graded programs may not start other programs or processes"
NETWORK = "graded programs may not use the network"
REFUSED = {
    "subprocess": ("import subprocess\nsubprocess.run(['ls'])", PROCESSES),
    "thread": ("import threading\nthreading.Thread(target=f).start()", THREADS),
    "socket": ("import socket\nsocket.create_connection(('127.0.0.1', 80))", NETWORK),
    "web": (
        "import urllib.request\nurllib.request.urlopen('http://localhost/')",
        f"<urlopen error {NETWORK}>",
    ),
}


@pytest.mark.parametrize("plan", ["landlock"])
@pytest.mark.parametrize(("body", "why"), REFUSED.values(), ids=REFUSED)
def test_forbidden_actions_are_reported_at_their_line(
    run: Run, tmp_path: Path, body: str, why: str
) -> None:
    reply = run(body)
    failure = failure_of(reply, Invocation("f"), Sources.of(tmp_path, ["own.py"], []))
    kind, _, text = failure.detail.message.removeprefix("f raised ").partition(": ")
    place, lines = failure.detail.place, body.split("\n")
    assert place
    assert (kind == "URLError") == ("urlopen" in why)
    assert why in text
    assert (place.line, place.source) == (3, lines[1])


def test_writing_elsewhere_says_where_writing_is_allowed(run: Run, tmp_path: Path) -> None:
    reply = run("open('/tmp/elsewhere.txt', 'w')")
    detail = failure_of(reply, Invocation("f"), Sources.of(tmp_path, ["own.py"], [])).detail
    assert detail.message.endswith(f"'/tmp/elsewhere.txt' ({FORBIDDEN})")
    assert not Path("/tmp/elsewhere.txt").exists()


def test_reading_an_own_file_says_that_it_is_not_there(run: Run, tmp_path: Path) -> None:
    """It is there when students run their program themselves."""
    reply = run("open('words.txt')")
    detail = failure_of(reply, Invocation("f"), Sources.of(tmp_path, ["own.py"], [])).detail
    says = "graded programs start in a folder without your own files"
    assert detail.message.endswith(f"'words.txt'; {says}")
