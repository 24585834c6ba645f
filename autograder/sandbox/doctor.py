"""What can confine submissions on this machine, determined by trying."""

from __future__ import annotations

import errno
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.sandbox.temporary_folders import temporary_folder

_MEMORY = 1 << 30
ADVICE = """\
Landlock needs Linux 5.13 or newer; if it is built in but disabled, add landlock to the lsm= list of
the kernel's command line. In a container, the seccomp profile has to allow the landlock_* and
seccomp system calls, as Docker's default profile does from version 20.10.7 on. Only x86-64 and
aarch64 processors are supported. On macOS and Windows, grade in a Linux container or virtual
machine."""


@dataclass(frozen=True)
class Finding:
    """The result of one trial; `detail` is what works, or why it does not."""

    name: str
    works: bool
    detail: str


def examine() -> tuple[list[Finding], dict[str, str]]:
    """Return all findings, and the mechanisms that would be used: none if nothing works."""
    if sys.platform != "linux":
        detail = f"confinement is not supported on {platform.system()}"
        return [Finding("confinement", False, detail)], {}
    with (
        temporary_folder() as folder,
        temporary_folder() as box,
    ):
        if os.geteuid() == 0:
            os.chmod(folder, 0o711)
        return _examine_linux(folder, box)


def _examine_linux(folder: str, box: str) -> tuple[list[Finding], dict[str, str]]:
    from autograder.sandbox.linux import confinement, trial

    findings = [_try("Landlock", _landlock), _try("seccomp", _seccomp)]
    user = confinement.unused_user()
    detail = f"workers run as user {user}" if user else "only root can run workers as another user"
    findings.append(Finding("another user", user is not None, detail))
    environment = confinement.WorkerEnvironment(folder, _MEMORY, box)
    used: dict[str, str] = {}
    for plan in confinement.plans(user):
        ready, faults = trial.choose([plan], environment)
        findings.append(Finding(str(plan), ready is not None, faults.get(plan.files, "works")))
        if ready:
            ready.close()
            used = used or plan.mechanisms()
    return findings, used


def _try(name: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, attempt())
    except OSError as error:
        return Finding(name, False, error.strerror or str(error))


def _landlock() -> str:
    from autograder.sandbox.linux import landlock

    reasons = {
        errno.ENOSYS: "not in this kernel, or blocked by a container's seccomp profile",
        errno.EOPNOTSUPP: "built into this kernel, but disabled",
        errno.EPERM: "blocked by a container's seccomp profile",
    }
    try:
        return f"version {landlock.version()}"
    except OSError as error:
        raise OSError(error.errno, reasons.get(error.errno or 0, error.strerror)) from None


def _seccomp() -> str:
    """Install a filter in a child process, since it cannot be removed."""
    from autograder.sandbox.linux import seccomp, syscall

    machine = syscall.architecture()
    if machine is None:
        raise OSError(0, f"not supported on {os.uname().machine} processors")
    pid = os.fork()
    if pid == 0:
        try:
            syscall.prctl(syscall.PR_SET_NO_NEW_PRIVS, 1)
            syscall.make_calls(seccomp.Filter(seccomp.assemble(machine)).steps)
            os._exit(0)
        except OSError as error:
            os._exit(error.errno or 255)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status:
        raise OSError(status, os.strerror(status))
    return f"filters for {os.uname().machine}"


def report_lines(findings: list[Finding], used: dict[str, str]) -> Iterator[str]:
    """Render the findings, a line at a time."""
    yield "Tried on this machine:"
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        yield f"  {finding.name:<{width}}  {'yes' if finding.works else 'no '}  {finding.detail}"
    yield ""
    if used:
        mechanisms = ", ".join(f"{name.replace('_', ' ')}: {how}" for name, how in used.items())
        yield f"Submissions are confined here, by {mechanisms}."
    else:
        yield "Submissions cannot be confined here: `autograder grade` refuses, `check` runs."
        yield ADVICE
