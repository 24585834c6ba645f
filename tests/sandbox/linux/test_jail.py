"""Jails, their trial, scratch folders and the doctor."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.sandbox import doctor, zygote
from autograder.sandbox.backend import SandboxError, Settings, UnconfinedError
from autograder.sandbox.linux import jail, landlock
from autograder.sandbox.pool import default_backend
from autograder.sandbox.spawn import SpawnBackend
from autograder.sandbox.zygote import Jail, Zygote
from tests.conftest import Ran, run_program

MAIN = str(zygote._MAIN)
PATCHED_MAIN = """
import errno, os, runpy, sys

sys.path.insert(0, sys.argv[1])
from autograder.sandbox.linux import jail, landlock, seccomp

{patch}
sys.path.pop(0)
runpy.run_path({main!r}, run_name="__main__")
"""


@pytest.fixture
def patched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """A function that makes a jail in whose process a patch is executed, and returns its fault."""
    with contextlib.ExitStack() as opened:

        def fault(patch: str, files: str = "", **settings: object) -> str:
            main = tmp_path / "main.py"
            main.write_text(PATCHED_MAIN.format(patch=patch, main=MAIN))
            monkeypatch.setattr(zygote, "_MAIN", main)
            patched = Zygote()
            opened.callback(patched.close)
            monkeypatch.setattr(zygote, "shared_zygote", lambda: patched)
            box = tmp_path / "box"
            box.mkdir(exist_ok=True)
            one = Jail(Settings(str(box), "", 1 << 30, **settings), files)  # type: ignore[arg-type]
            with contextlib.closing(one):
                try:
                    return str(one.confinement and "")
                except UnconfinedError as error:
                    return str(error).removeprefix(f"{files or jail.LANDLOCK}: ")

        yield fault


@pytest.mark.parametrize("abi", [1, 2, 3, 5])
def test_every_version_of_landlock_confines(patched: Callable[..., str], abi: int) -> None:
    if abi > landlock.version():
        pytest.skip("newer than this kernel's")
    assert patched(f"landlock.version = lambda: {abi}") == ""


AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change its root folder")


@pytest.mark.parametrize(
    "files", [jail.LANDLOCK, pytest.param(jail.CHROOT, marks=AS_ROOT, id="chroot")]
)
def test_trial_finds_missing_seccomp(patched: Callable[..., str], files: str) -> None:
    faults = patched("seccomp.install = lambda _: None", files)
    assert "it could open a socket" in faults
    assert "it could start a process" in faults
    assert "write outside" not in faults


def test_trial_finds_missing_landlock(patched: Callable[..., str]) -> None:
    faults = patched("landlock.restrict = lambda *_, **__: None")
    assert "it could read a private file; it could write outside its folder" in faults


def test_secret_in_a_readable_folder_is_left_out(patched: Callable[..., str]) -> None:
    """For example, a grader that is installed among Python's packages."""
    secret = os.path.dirname(os.path.realpath(os.__file__)) + "/json"
    assert patched("", secret=(secret,)) == ""
    faults = patched("jail.without = lambda path, _: [path]", secret=(secret,))
    assert faults == "it could read the grader's files"


def test_shortage_is_the_machines_fault(patched: Callable[..., str]) -> None:
    """Advice on confinement would not help."""
    short = "def restrict(*_, **__): raise OSError(errno.ENOMEM, 'Cannot allocate memory')\n"
    with pytest.raises(SandboxError, match="Cannot allocate memory"):
        patched(f"{short}landlock.restrict = restrict")


def refused(number: int) -> Callable[[], int]:
    def version() -> int:
        raise OSError(number, os.strerror(number))

    return version


def test_without_landlock_only_root_can_confine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landlock, "version", refused(errno.ENOSYS))
    monkeypatch.setattr(jail, "unused_user", lambda: 60600)
    assert jail.choose([]) == jail.Plan(jail.CHROOT, 60600)
    monkeypatch.setattr(jail, "unused_user", lambda: None)
    with pytest.raises(UnconfinedError, match="landlock: Function not implemented"):
        default_backend(Settings(str(tmp_path), "", 1 << 30))
    free = default_backend(Settings(str(tmp_path), "", 1 << 30, required=False))
    assert isinstance(free, SpawnBackend)


def test_workers_are_another_user_only_where_that_user_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jail, "unused_user", lambda: 60600)
    assert jail.choose(["/usr/lib/x"]) == jail.Plan(jail.LANDLOCK, 60600)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert jail.choose([str(closed / "x")]) == jail.Plan(jail.LANDLOCK)


WITHOUT = """
import os, sys
from autograder.sandbox.linux.syscall import prctl
prctl(24, int(sys.argv[1]))  # PR_CAPBSET_DROP
os.execv(sys.executable, [sys.executable, "-c", *sys.argv[2:]])
"""
GRADES = """
import sys
from pathlib import Path
from autograder.sandbox import doctor
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.values import Parts
with Sandbox(Path(sys.argv[1])) as sandbox:
    worker = sandbox.worker("own", 5)
    worker.load()
    response = worker.apply("call", {"$": "ref", "v": "f", "t": "own"}, [3], Parts(), 5)
    print(response.value, sandbox.confinement["user"])
    worker.close()
print(doctor.examine()[0]["user"])
"""


@AS_ROOT
@pytest.mark.parametrize("capability", [0, 7], ids=lambda number: f"capability {number}")
def test_root_of_a_container_may_lack_what_another_user_needs(
    tmp_path: Path, capability: int
) -> None:
    """Without CAP_CHOWN or CAP_SETUID, its workers are users like itself."""
    (tmp_path / "own.py").write_text("def f(value): return value\n", encoding="utf-8")
    command = [sys.executable, "-c", WITHOUT, str(capability), GRADES, str(tmp_path)]
    assert run_program(*command) == Ran(0, "3 same\nsame\n", "")


def examined() -> tuple[bool, str]:
    used, reason = doctor.examine()
    return bool(used), "\n".join(doctor.report_lines(used, reason))


def test_doctor_here() -> None:
    confines, text = examined()
    assert confines
    user = "same" if jail.choose([os.__file__]).user is None else "another"
    files = f"files: landlock {landlock.version()}"
    held = f"Submissions are confined here, by {files}, system calls: seccomp, user: {user}."
    assert text.partition("\n")[0] == held


def test_doctor_without_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.uname", lambda: SimpleNamespace(machine="riscv64"))
    confines, text = examined()
    assert not confines
    says = "cannot be confined here: landlock: seccomp is not supported on riscv64 processors\n"
    assert says in text
    assert "`autograder grade` refuses, `check` runs" in text
    assert doctor.ADVICE in text
