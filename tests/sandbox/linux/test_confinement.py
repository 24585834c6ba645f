"""Confinement plans, their trial, readable paths, scratch folders and the doctor."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.sandbox import doctor, scratch
from autograder.sandbox.linux import confinement, landlock, seccomp, trial
from autograder.sandbox.linux.confinement import (
    CHROOT,
    LANDLOCK,
    NO_FILES,
    Confinement,
    Plan,
    WorkerEnvironment,
)
from autograder.sandbox.linux.scratch_folders import ScratchFolders
from autograder.sandbox.linux.syscall import make_calls
from tests.conftest import ROOT

MEMORY = 1 << 30


@pytest.mark.parametrize("abi", [1, 2, 3, 4, 5, 6, 7])
def test_every_version_of_landlock_confines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abi: int
) -> None:
    if abi > landlock.version():
        pytest.skip("newer than this kernel's")
    monkeypatch.setattr(landlock, "version", lambda: abi)
    ready = Confinement(Plan(LANDLOCK), environment(tmp_path))
    assert trial.find_faults(ready) == ""


def environment(folder: Path, box: Path | None = None) -> WorkerEnvironment:
    return WorkerEnvironment(str(folder), MEMORY, str(box or folder))


def plan_for(files: str) -> Plan:
    root = files == CHROOT
    return Plan(files, confinement.unused_user() if root else None, own_root=root)


@pytest.mark.parametrize("files", [LANDLOCK, CHROOT, NO_FILES])
def test_trial_finds_missing_seccomp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: str
) -> None:
    if files == CHROOT and os.geteuid() != 0:
        pytest.skip("only root can change its root folder")
    (tmp_path / "box").mkdir()
    tmp_path.chmod(0o711)
    monkeypatch.chdir(tmp_path / "box")  # A worker without a folder of its own stays here.
    monkeypatch.setattr(seccomp.Filter, "steps", [])
    ready = Confinement(plan_for(files), environment(tmp_path, tmp_path / "box"))
    faults = trial.find_faults(ready)
    assert "it could open a socket" in faults
    assert ("it could write outside its folder" in faults) == (files == NO_FILES)
    assert not any(path.is_file() for path in tmp_path.iterdir())


def test_trial_finds_missing_landlock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock.Ruleset, "restrict", (os.getpid, ()))
    ready = Confinement(Plan(LANDLOCK), environment(tmp_path))
    faults = trial.find_faults(ready)
    assert faults.split("; ")[:3] == [
        "it could read a private file",
        "it could read Python's library",
        "it could write outside its folder",
    ]


def test_trial_finds_an_unreadable_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "READING", landlock.WRITE_FILE)
    (tmp_path / "box").mkdir()
    ready = Confinement(Plan(LANDLOCK), environment(tmp_path, tmp_path / "box"))
    assert trial.find_faults(ready) == "it could not read the submission"


def test_trial_finds_readable_secrets(tmp_path: Path) -> None:
    """For example, a box in the grader's own folder."""
    box, secret = tmp_path / "box", tmp_path / "box" / "hidden"
    secret.mkdir(parents=True)
    ready = Confinement(Plan(LANDLOCK), environment(tmp_path, box))
    assert trial.find_faults(ready, [str(tmp_path)]) == ""
    assert trial.find_faults(ready, [str(secret)]) == "it could read the grader's files"


def test_trial_finds_a_readable_library(tmp_path: Path) -> None:
    ready = Confinement(Plan(LANDLOCK), environment(tmp_path, Path(os.__file__).parent))
    assert trial.find_faults(ready) == "it could read Python's library"


AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change its root folder")


@AS_ROOT
def test_a_worker_with_its_own_root_cannot_name_other_files(tmp_path: Path) -> None:
    """Their access times would carry messages: resolving a link changes its own."""
    box = tmp_path / "box"
    box.mkdir()
    tmp_path.chmod(0o711)
    plan = confinement.plans(confinement.unused_user())[0]
    ready = Confinement(plan, environment(tmp_path, box))
    folder = ScratchFolders(ready).take()
    steps = ready.steps(folder)
    pid = os.fork()
    if pid == 0:
        try:
            make_calls(steps)
            found = [path for path in ("/usr", "/etc", "/proc", str(ROOT)) if os.path.exists(path)]
            os._exit(0 if found == [] and os.path.exists(box) else 1)
        finally:
            os._exit(2)
    assert os.waitpid(pid, 0)[1] == 0


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
with Sandbox(Path(sys.argv[1])) as sandbox:
    worker = sandbox.worker("own", 5)
    worker.load()
    print(worker.call("f", [3], 5).value, sandbox.confinement["user"])
    worker.close()
print(doctor.examine()[1]["user"])
"""


@AS_ROOT
@pytest.mark.parametrize("capability", [0, 5, 6, 7], ids=lambda number: f"capability {number}")
def test_root_of_a_container_may_lack_what_another_user_needs(
    tmp_path: Path, capability: int
) -> None:
    """Without CAP_CHOWN, CAP_KILL, CAP_SETGID or CAP_SETUID, its workers are users like itself."""
    (tmp_path / "own.py").write_text("def f(value): return value\n", encoding="utf-8")
    command = [sys.executable, "-c", WITHOUT, str(capability), GRADES, str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("3 same\nsame\n", "")


def refused(number: int) -> Callable[[], int]:
    def version() -> int:
        raise OSError(number, os.strerror(number))

    return version


def test_plans_are_tried_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", refused(errno.ENOSYS))
    box = tmp_path / "box"
    box.mkdir()
    user = confinement.unused_user()
    folder = tmp_path / "folder"
    folder.mkdir(mode=0o711)
    ready, failed = trial.choose(confinement.plans(user), environment(folder, box))
    assert ready
    assert ready.plan.files == (NO_FILES if user is None else CHROOT)
    assert set(failed) == {LANDLOCK}
    assert "Function not implemented" in failed[LANDLOCK]


def test_plans_with_and_without_another_user() -> None:
    assert confinement.plans(None) == [Plan(LANDLOCK), Plan(NO_FILES)]
    assert [str(plan) for plan in confinement.plans(60600)] == [
        "landlock and chroot, as another user",
        "landlock, as another user",
        "chroot, as another user",
        "landlock",
        "no files",
    ]


def test_unsupported_processor_confines_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.uname", lambda: SimpleNamespace(machine="riscv64"))
    ready, failed = trial.choose(confinement.plans(None), environment(tmp_path))
    assert ready is None
    fault = "seccomp: not supported on this processor"
    assert failed == {LANDLOCK: fault, NO_FILES: fault}


def examined() -> tuple[bool, str]:
    findings, used = doctor.examine()
    return bool(used), "\n".join(doctor.report_lines(findings, used))


def test_examining_leaves_no_descriptor_open() -> None:
    before = os.listdir("/proc/self/fd")
    doctor.examine()
    assert os.listdir("/proc/self/fd") == before


def test_doctor_here() -> None:
    confines, text = examined()
    assert confines
    assert re.search(r"^  Landlock +yes  version \d+$", text, re.MULTILINE)
    assert re.search(r"^  seccomp +yes  filters for \w+$", text, re.MULTILINE)
    assert re.search(r"^  no files +yes  works$", text, re.MULTILINE)
    user = "same" if os.geteuid() else "another"
    files = f"files: landlock {landlock.version()}"
    assert text.endswith(f"confined here, by {files}, system calls: seccomp, user: {user}.")


DIAGNOSES = {
    errno.ENOSYS: "not in this kernel, or blocked by a container's seccomp profile",
    errno.EOPNOTSUPP: "built into this kernel, but disabled",
    errno.EPERM: "blocked by a container's seccomp profile",
}


@pytest.mark.parametrize(("number", "reason"), DIAGNOSES.items())
def test_doctor_explains_missing_landlock(
    monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    monkeypatch.setattr(landlock, "version", refused(number))
    confines, text = examined()
    assert confines  # By other plans.
    assert re.search(rf"^  Landlock +no   {reason}$", text, re.MULTILINE)
    assert re.search(rf"^  landlock +no   {os.strerror(number)}$", text, re.MULTILINE)


def test_doctor_without_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.uname", lambda: SimpleNamespace(machine="riscv64"))
    confines, text = examined()
    assert not confines
    assert re.search(r"^  seccomp +no   not supported on riscv64 processors$", text, re.MULTILINE)
    assert "`autograder grade` refuses, `check` runs" in text
    assert doctor.ADVICE in text


def test_doctor_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    confines, text = examined()
    assert not confines
    assert "confinement  no   confinement is not supported on Darwin" in text


def test_scratch_folder_over_its_limits(tmp_path: Path) -> None:
    assert scratch.excess(str(tmp_path)) == ""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(scratch.MAX_BYTES + 1)
    assert scratch.excess(str(tmp_path)) == "its files hold more than 64 MiB"
    for number in range(scratch.MAX_FILES):
        (tmp_path / str(number)).touch()
    assert scratch.excess(str(tmp_path)) == "it created more than 1,000 files"


def test_scratch_folder_is_removed_whatever_is_in_it(tmp_path: Path) -> None:
    """Nested too deep for Python, and without read permission."""
    folder = tmp_path / "scratch"
    script = (
        f"import os; os.mkdir({str(folder)!r}); os.chdir({str(folder)!r})\n"
        "for _ in range(3000): os.mkdir('d' * 200); os.chdir('d' * 200)\n"
        "os.mkdir('closed', 0)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    scratch.remove(str(folder))
    assert not folder.exists()
    scratch.remove(str(folder))


@pytest.mark.parametrize("left", ["", "work/deep/file.txt", "box/own.py", "dev/file"])
def test_folder_of_scratch_folders_is_removed_but_not_those_above(
    tmp_path: Path, left: str
) -> None:
    """Whatever workers leave; what has been put there is a copy."""
    box, folder = tmp_path / "box", tmp_path / "above" / "folder"
    (box / "inner").mkdir(parents=True)
    for file in ("own.py", "inner/other.py"):
        (box / file).write_text("x = 1\n", encoding="utf-8")
    folder.mkdir(parents=True)
    confinement.make_root(str(folder), str(box), None)
    if left:
        (folder / left).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / left).write_text("left", encoding="utf-8")
        (folder / left).parent.chmod(0)
    code = "import sys; from autograder.sandbox.linux.confinement import remove_folder as remove"
    command = [sys.executable, "-c", f"{code}; remove(*sys.argv[1:])", str(folder), str(box)]
    assert subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stderr == b""
    assert list((tmp_path / "above").iterdir()) == []
    assert (box / "inner/other.py").read_text(encoding="utf-8") == "x = 1\n"


@pytest.mark.parametrize(("owner", "name"), [(Confinement, "rules"), (trial, "make_calls")])
def test_shortage_does_not_lead_to_a_weaker_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, name: str
) -> None:
    """A grading under load would be confined less, and could fail for it."""

    def short(*_: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(owner, name, short)
    with pytest.raises(OSError, match="Cannot allocate memory"):
        trial.choose(confinement.plans(None), environment(tmp_path))
