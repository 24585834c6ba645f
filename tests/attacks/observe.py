"""Grade attacks, then an honest submission, in one process, and report the harm done.

    python observe.py FOLDER METHODS ATTACK...

Runs in its own process as the user that grades, and prints JSON: a list with what was observed of
each attack. FOLDER is an empty folder for the attacks. METHODS are how jails limit access to files;
without, nothing is confined, and no honest submission is graded.
"""

from __future__ import annotations

import ast
import contextlib
import ctypes
import functools
import json
import os
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
PR_SET_CHILD_SUBREAPER = 36
PR_SET_DUMPABLE = 4
HONEST_SCORE = 55.0
HONEST = {
    "double": "def double(value):\n    return value * 2\n",
    "secret": "def secret():\n    return None\n",
    "program": 'if __name__ == "__main__":\n    print(double(int(input())))\n',
}
LONGEST_SECONDS = 60
MAX_MEMORY_KIB = 300 << 10
MOST_TEXT = 100_000
TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/")

State = dict[str, Any]


class Listeners:
    """Sockets of every kind that a submission might try to reach."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "socket")
        self.tcp = socket.socket()
        self.unix = socket.socket(socket.AF_UNIX)
        self.datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.tcp.bind(("127.0.0.1", 0))
        self.unix.bind(self.path)
        self.datagrams.bind(f"{self.path}.datagrams")
        for path in (self.path, f"{self.path}.datagrams"):
            os.chmod(path, 0o777)
        for listening in (self.tcp, self.unix):
            listening.listen()

    def reached(self) -> list[str]:
        harms = []
        for name, listener in vars(self).items():
            if isinstance(listener, socket.socket):
                listener.setblocking(False)
                datagrams = listener.type == socket.SOCK_DGRAM
                with contextlib.suppress(BlockingIOError):
                    listener.recv(1) if datagrams else listener.accept()
                    harms.append(f"reached the listener {name}")
        return harms


class Stage:
    """The surroundings of an attack, with everything that it might harm."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.token = folder, f"cagework{secrets.token_hex(8)}"
        self.secret = secrets.token_hex(20)
        self.canary, self.neighbour = folder / "canary", folder / "neighbour" / "work.py"
        self.temporary = folder / "temporary"
        for path in (self.canary, self.neighbour.parent, self.temporary):
            path.mkdir(parents=True)
        (self.canary / "keep.txt").write_text(self.secret, encoding="utf-8")
        self.neighbour.write_text(f"SECRET = {self.secret!r}\n", encoding="utf-8")
        self.listeners = Listeners(folder)
        os.environ["CAGEWORK_SECRET"] = self.secret
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.temporary)
        self.victim = subprocess.Popen(
            ["sleep", "999"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.kit = folder / "kit"
        shutil.copytree(HERE / "kit", self.kit)
        for path in self.kit.rglob("*"):
            if path.is_file():
                text = path.read_text("utf-8").replace("@SECRET@", self.secret)
                path.write_text(text.replace("@PUBLIC@", secrets.token_hex(20)), "utf-8")
        for path in self.kit.glob("starter/*/stage.py"):
            path.write_text(path.read_text("utf-8") + self.described(), "utf-8")
        for path in (folder, *folder.rglob("*")):  # Nothing but the confinement protects it.
            if not path.is_socket():
                path.chmod(0o777 if path.is_dir() else 0o666)
        if os.geteuid() == 0:
            self.temporary.chmod(0o711)

    def described(self) -> str:
        """Return the source of the module `stage`, which attacks import."""
        names = {
            "KIT": str(self.kit),
            "CANARY": str(self.canary),
            "NEIGHBOUR": str(self.neighbour),
            "TEMPORARY": str(self.temporary),
            "TOKEN": self.token,
            "TCP": self.listeners.tcp.getsockname(),
            "UNIX": self.listeners.path,
            "DATAGRAMS": f"{self.listeners.path}.datagrams",
            "VICTIM": self.victim.pid,
            "JUDGE": os.getpid(),
        }
        return "".join(f"{name} = {value!r}\n" for name, value in names.items())

    def state(self) -> State:
        """Return the state that no attack may change."""
        watched = [self.canary, self.kit, self.neighbour.parent]
        files: State = {}
        paths = [path for folder in watched for path in (folder, *sorted(folder.rglob("*")))]
        for path in filter(os.path.lexists, paths):
            about = path.lstat()
            content = (about.st_mtime_ns, path.read_bytes()) if path.is_file() else ()
            files[str(path)] = (about.st_mode, about.st_uid, *content)
        processes = {
            name: (
                os.getpriority(os.PRIO_PROCESS, pid),
                sorted(os.sched_getaffinity(pid)),
                resource.prlimit(pid, resource.RLIMIT_NOFILE),
            )
            for name, pid in {"victim": self.victim.pid, "judge": os.getpid()}.items()
            if Path(f"/proc/{pid}").exists()
        }
        return {"files": files, "processes": processes}

    def harms(self, before: State) -> list[str]:
        """Return the harm done since that state."""
        harms = self.listeners.reached()
        after = self.state()
        for path in sorted(set(before["files"]) | set(after["files"])):
            if before["files"].get(path) != after["files"].get(path):
                harms.append(f"changed {os.path.relpath(path, self.folder)}")
        state = Path(f"/proc/{self.victim.pid}/stat").read_text().rpartition(")")[2].split()[0]
        if state in "ZTt":
            harms.append("stopped or killed another process")
        elif before["processes"] != after["processes"]:
            change = f"{before['processes']} became {after['processes']}"
            harms.append(f"changed another process's limits: {change}")
        left = [path for path in self.temporary.iterdir() if path.name != "attack"]
        for folder in map(Path, TEMPORARY):
            with contextlib.suppress(OSError):
                left += [path for path in folder.iterdir() if self.token in path.name]
        for path in left:
            with contextlib.suppress(OSError):
                path.unlink()
        return harms + [f"left {path}" for path in left]

    def close(self, kept: set[int]) -> list[str]:
        """End the victim process; return the harm of processes left over but for those kept."""
        self.victim.send_signal(signal.SIGCONT)
        self.victim.kill()
        self.victim.wait()
        deadline = time.monotonic() + 2
        while (left := children() - kept) and time.monotonic() < deadline:
            ended = [os.waitpid(pid, os.WNOHANG)[0] for pid in left]
            if not any(ended):
                time.sleep(0.05)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return ["left a process"] * len(left)


def largest_memory() -> int:
    """Return the most memory that this program has held, in KiB.

    Not ru_maxrss, which a process inherits from the one that started it.
    """
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


def children() -> set[int]:
    """Return the child processes of this one, and what they have left, by number."""
    return set(map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()))


def stated_outcomes(attack: Path) -> dict[str, str]:
    """Return the outcomes and the harm that an attack's docstring states."""
    doc = ast.get_docstring(ast.parse(attack.read_text(encoding="utf-8"))) or ""
    _, stated, outcomes = doc.rpartition("\n\n")
    lines = [line.partition(":") for line in outcomes.splitlines() if stated]
    return {key: rest.strip() for key, _, rest in lines}


def whole(attack: Path) -> str:
    """Return an attack's text, with an honest submission's code for parts that it does not name."""
    text = attack.read_text(encoding="utf-8")
    if target_of(attack) == "target":
        stated = stated_outcomes(attack)
        text += "".join(f"\n\n{code}" for part, code in HONEST.items() if part not in stated)
    return text


def target_of(attack: Path) -> str:
    """Return the assignment that an attack is handed in to."""
    return "interface" if attack.parent.name == "interface" else "target"


def grade_file(stage: Stage, source: str, target: str, confined: bool) -> Any:
    from autograder.assignment import load
    from autograder.intake.box import receive
    from autograder.judge.grading import grade
    from autograder.judge.request import ChosenTests, GradingRequest

    assignment = load(target, stage.kit)
    handed_in = stage.folder / "handed_in"
    handed_in.mkdir(exist_ok=True)
    (handed_in / "work.py").write_text(source, encoding="utf-8")
    with receive(assignment, handed_in) as received:
        request = GradingRequest(received.box, received.unusable)
        tests = ChosenTests(assignment, secret=assignment.cases("secret"), confined=confined)
        return grade(tests, request, submission="attack")


def outcomes(report: Any) -> dict[str, str]:
    """Return the distinct outcomes of each part's tests, sorted."""
    return {
        part.name: " ".join(sorted({test.outcome.value for test in part.tests}))
        for part in report.parts
    }


def unsafe(report: Any, secret: str) -> Iterator[str]:
    """Yield the harm that showing the report would do."""
    from autograder.reports import json as as_json
    from autograder.reports import text

    printed, data = text.render(report, ""), as_json.render(report)
    if any(not (char.isprintable() or char == "\n") for char in printed):
        yield "put control characters into the report"
    if len(printed) > MOST_TEXT or len(data) > 10 * MOST_TEXT:
        yield "made the report huge"
    if sum(line.startswith("Score:") for line in printed.split("\n")) != 1:
        yield "put a score of its own into the report"
    ElementTree.fromstring(f"<report>{escape(printed)}</report>")
    students = report.for_students()
    if secret in text.render(students, "") + as_json.render(students):
        yield "put a secret into the student's report"


def observe(stage: Stage, attack: Path, confined: bool) -> dict[str, Any]:
    before, started = stage.state(), time.monotonic()
    report = grade_file(stage, whole(attack), target_of(attack), confined)
    harms = stage.harms(before)
    if time.monotonic() - started > LONGEST_SECONDS:
        harms.append("kept the judge busy")
    if largest_memory() > MAX_MEMORY_KIB:
        harms.append("filled the judge's memory")
    if report.grader_errors:
        harms.append(f"broke the grader: {report.grader_errors[0].detail}")
    if report.score > HONEST_SCORE:
        harms.append(f"gained {report.score - HONEST_SCORE} points")
    harms += unsafe(report, stage.secret)
    return {"harms": harms, "outcomes": outcomes(report), "held": report.confinement}


def harms_to_the_next(stage: Stage, target: str) -> list[str]:
    """Grade an honest submission; return the harm that attacks before it have done to it."""
    honest = (stage.kit / f"reference/{target}/work.py").read_text(encoding="utf-8")
    following = grade_file(stage, honest, target, confined=True)
    if following.score == HONEST_SCORE and not following.grader_errors:
        return []
    return [f"had the next submission graded {following.score}"]


def observe_all(folder: Path, confined: bool, attacks: Sequence[Path]) -> list[dict[str, Any]]:
    """Observe one attack after another; harm to the next submission counts for all of them."""
    folder.chmod(0o777)
    kept = children()
    observed: list[dict[str, Any]] = []
    to_the_next: list[str] = []
    for attack in attacks:
        stage = Stage(folder / attack.stem)
        try:
            observed.append(observe(stage, attack, confined))
            if confined and len(observed) == len(attacks):
                to_the_next = harms_to_the_next(stage, target_of(attack))
        finally:
            left = stage.close(kept)
        observed[-1]["harms"] += left
    for one in observed:
        one["harms"] += to_the_next
    return observed


def main() -> None:
    folder, methods, *attacks = sys.argv[1:]
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if not methods:
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # An attack is to harm another process than the judge.

    from autograder.sandbox import pool
    from autograder.sandbox.spawn import SpawnBackend
    from autograder.sandbox.zygote import Jail, shared_zygote

    shared_zygote()  # Not one that an attack has left.
    pool.default_backend = functools.partial(Jail, files=methods) if methods else SpawnBackend
    print(json.dumps(observe_all(Path(folder), bool(methods), list(map(Path, attacks)))))


if __name__ == "__main__":
    main()
