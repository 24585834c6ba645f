"""What this machine offers to confine a submission with, found out by trying."""

from __future__ import annotations

import errno
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.sandbox import scratch

MEMORY = 1 << 30
ADVICE = """\
Landlock is in Linux 5.13 and newer; where it is built in but off, add landlock to the lsm= list of
the kernel's command line. In a container, its seccomp profile has to let the landlock_* and seccomp
calls through: Docker's own does, from version 20.10.7 on. On macOS and Windows, grade in a Linux
container or virtual machine. seccomp is known here for x86-64 and aarch64."""


@dataclass(frozen=True)
class Finding:
    """One thing that was tried: `says` is what it offers, or why it is not there."""

    name: str
    works: bool
    says: str


def examine() -> tuple[list[Finding], dict[str, str]]:
    """What was tried, and what would be used; that is empty where nothing confines."""
    if sys.platform != "linux":
        none = Finding("confinement", False, f"{platform.system()} has nothing that is known here")
        return [none], {}
    place = tempfile.mkdtemp(prefix="cagework-")
    try:
        if os.geteuid() == 0:
            os.chmod(place, 0o711)
        return _examine_linux(place)
    finally:
        scratch.remove(place)


def _examine_linux(place: str) -> tuple[list[Finding], dict[str, str]]:
    from autograder.sandbox.linux import confinement, readable_paths

    findings = [_try("Landlock", _landlock), _try("seccomp", _seccomp)]
    user = confinement.unused_user()
    says = f"workers become user {user}" if user else "only root can have workers be another user"
    findings.append(Finding("another user", user is not None, says))
    ground = confinement.WorkerEnvironment(place, MEMORY, [place], readable_paths.readable([]))
    used: dict[str, str] = {}
    for plan in confinement.plans(user):
        ready, failed = confinement.choose([plan], ground)
        findings.append(Finding(str(plan), ready is not None, failed.get(plan.files, "holds")))
        if ready:
            ready.close()
            used = used or plan.told()
    return findings, used


def _try(name: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, attempt())
    except OSError as error:
        return Finding(name, False, error.strerror or str(error))


def _landlock() -> str:
    from autograder.sandbox.linux import landlock

    reasons = {
        errno.ENOSYS: "not in this kernel, or kept from it by a container's seccomp profile",
        errno.EOPNOTSUPP: "built into this kernel, but switched off",
        errno.EPERM: "kept from us by a container's seccomp profile",
    }
    try:
        return f"version {landlock.version()}"
    except OSError as error:
        raise OSError(error.errno, reasons.get(error.errno or 0, error.strerror)) from None


def _seccomp() -> str:
    """Install a filter, in a child, since that is for good."""
    from autograder.sandbox.linux import seccomp, syscall

    machine = syscall.architecture()
    if machine is None:
        raise OSError(0, f"the system calls of {platform.machine()} are not known here")
    pid = os.fork()
    if pid == 0:
        try:
            syscall.prctl(syscall.PR_SET_NO_NEW_PRIVS, 1)
            seccomp.install(seccomp.assemble(machine))
            os._exit(0)
        except OSError as error:
            os._exit(error.errno or 255)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status:
        raise OSError(status, os.strerror(status))
    return f"filters for {platform.machine()}"


def lines(findings: list[Finding], used: dict[str, str]) -> Iterator[str]:
    """All of it for a person to read."""
    yield "Tried on this machine:"
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        yield f"  {finding.name:<{width}}  {'yes' if finding.works else 'no '}  {finding.says}"
    yield ""
    if used:
        held = ", ".join(f"{what.replace('_', ' ')}: {how}" for what, how in used.items())
        yield f"Submissions are confined here. Used would be: {held}."
    else:
        yield "Submissions cannot be confined here: `autograder grade` refuses, `check` runs."
        yield ADVICE
