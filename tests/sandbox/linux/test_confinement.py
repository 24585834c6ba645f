"""The mechanisms of confinement, each by itself: tables, filters, plans and the doctor."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.sandbox import doctor, scratch
from autograder.sandbox.linux import confinement, landlock, readable_paths, seccomp
from autograder.sandbox.linux.confinement import (
    CHROOT,
    LANDLOCK,
    NO_FILES,
    Confinement,
    Plan,
    WorkerEnvironment,
)

MEMORY = 1 << 30


@pytest.mark.parametrize("abi", [1, 2, 3, 4, 5, 6, 7])
def test_every_version_of_landlock_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abi: int
) -> None:
    if abi > landlock.version():
        pytest.skip("newer than this kernel's")
    monkeypatch.setattr(landlock, "version", lambda: abi)
    ready = Confinement(Plan(LANDLOCK), ground(tmp_path))
    assert confinement.works(ready) == ""


def ground(place: Path, box: Path | None = None) -> WorkerEnvironment:
    return WorkerEnvironment(str(place), MEMORY, [str(box or place)], readable_paths.readable([]))


def plan_for(files: str) -> Plan:
    return Plan(files, confinement.unused_user() if files == CHROOT else None)


@pytest.mark.parametrize("files", [LANDLOCK, CHROOT, NO_FILES])
def test_plan_without_seccomp_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: str
) -> None:
    if files == CHROOT and os.geteuid() != 0:
        pytest.skip("only root can change its root folder")
    (tmp_path / "box").mkdir()
    tmp_path.chmod(0o711)
    monkeypatch.setattr(seccomp, "install", lambda _program: None)
    ready = Confinement(plan_for(files), ground(tmp_path, tmp_path / "box"))
    assert "it could open a socket" in confinement.works(ready)


def test_plan_without_landlock_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landlock.Ruleset, "restrict", lambda _rules: None)
    ready = Confinement(Plan(LANDLOCK), ground(tmp_path))
    told = confinement.works(ready)
    assert told.startswith("it could read a private file; it could write outside of its folder")


def test_plan_that_hides_the_library_is_not_believed(tmp_path: Path) -> None:
    ready = Confinement(Plan(LANDLOCK), replace(ground(tmp_path), readable=[]))
    assert confinement.works(ready) == "it could not read Python's library"


def refused(number: int) -> Callable[[], int]:
    def version() -> int:
        raise OSError(number, os.strerror(number))

    return version


def test_plans_are_tried_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", refused(errno.ENOSYS))
    box = tmp_path / "box"
    box.mkdir()
    user = confinement.unused_user()
    place = tmp_path / "place"
    place.mkdir(mode=0o711)
    for folder in tmp_path.resolve().parents:
        folder.stat()
    ready, failed = confinement.choose(confinement.plans(user), ground(place, box))
    assert ready
    assert ready.plan.files == (NO_FILES if user is None else CHROOT)
    assert set(failed) == {LANDLOCK}
    assert "Function not implemented" in failed[LANDLOCK]


def test_plans_for_whom() -> None:
    assert confinement.plans(None) == [Plan(LANDLOCK), Plan(NO_FILES)]
    assert [plan.files for plan in confinement.plans(60600)] == [
        *(LANDLOCK, LANDLOCK, CHROOT, LANDLOCK, NO_FILES)
    ]


def test_processor_that_is_not_known_confines_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    ready, failed = confinement.choose(confinement.plans(None), ground(tmp_path))
    assert ready is None
    why = "seccomp: the system calls of this processor are not known here"
    assert failed == {LANDLOCK: why, NO_FILES: why}


def test_secrets_are_cut_out_of_what_may_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the kit is installed among Python's own packages."""
    kit = tmp_path / "python" / "site-packages" / "autograder"
    other = tmp_path / "python" / "site-packages" / "other"
    for folder in (kit, other, tmp_path / "python" / "json"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(readable_paths, "folders", lambda: [str(tmp_path / "python")])
    found = {path for path in readable_paths.readable([str(kit)]) if path.startswith(str(tmp_path))}
    assert found == {str(tmp_path / "python" / "json"), str(other)}
    assert str(tmp_path / "python") in readable_paths.readable([])


def examined() -> tuple[bool, str]:
    found, used = doctor.examine()
    return bool(used), "\n".join(doctor.lines(found, used))


def test_examining_leaves_no_descriptor_open() -> None:
    before = os.listdir("/proc/self/fd")
    doctor.examine()
    assert os.listdir("/proc/self/fd") == before


def test_doctor_here() -> None:
    confines, told = examined()
    assert confines
    assert re.search(r"^  Landlock +yes  version \d+$", told, re.MULTILINE)
    assert re.search(r"^  seccomp +yes  filters for \w+$", told, re.MULTILINE)
    assert re.search(r"^  no files +yes  holds$", told, re.MULTILINE)
    user = "same" if os.geteuid() else "another"
    held = f"files: landlock {landlock.version()}, system calls: seccomp, user: {user}."
    assert told.endswith(f"Used would be: {held}")


DIAGNOSES = {
    errno.ENOSYS: "not in this kernel, or kept from it by a container's seccomp profile",
    errno.EOPNOTSUPP: "built into this kernel, but switched off",
    errno.EPERM: "kept from us by a container's seccomp profile",
}


@pytest.mark.parametrize(("number", "why"), DIAGNOSES.items())
def test_doctor_tells_why_there_is_no_landlock(
    monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    monkeypatch.setattr(landlock, "version", refused(number))
    confines, told = examined()
    assert confines  # By what is left.
    assert re.search(rf"^  Landlock +no   {why}$", told, re.MULTILINE)
    assert re.search(rf"^  landlock +no   {os.strerror(number)}$", told, re.MULTILINE)


def test_doctor_without_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    confines, told = examined()
    assert not confines
    assert "  seccomp                                      no   the system calls of riscv64" in told
    assert "`autograder grade` refuses, `check` runs" in told
    assert doctor.ADVICE in told


def test_doctor_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    confines, told = examined()
    assert not confines
    assert "confinement  no   Darwin has nothing that is known here" in told


def test_scratch_folder_that_holds_too_much(tmp_path: Path) -> None:
    assert scratch.overfull(str(tmp_path)) == ""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(scratch.MAX_BYTES + 1)
    assert scratch.overfull(str(tmp_path)) == "its files hold more than 64 MiB"
    for number in range(scratch.MAX_ENTRIES):
        (tmp_path / str(number)).touch()
    assert scratch.overfull(str(tmp_path)) == "it made more than 1,000 files"


def test_scratch_folder_is_removed_whatever_is_in_it(tmp_path: Path) -> None:
    """Too deep for Python, and not to be listed by an ordinary user."""
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
