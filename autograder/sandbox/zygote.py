"""The backend on Linux: workers are forked in jails, which are forked from a zygote."""

from __future__ import annotations

import atexit
import contextlib
import functools
import itertools
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, astuple, replace
from pathlib import Path

from autograder.sandbox import scratch
from autograder.sandbox.backend import CANNOT_START, SandboxError, Settings, UnconfinedError, Usage
from autograder.sandbox.linux import jail
from autograder.sandbox.linux.resource_limits import require_resources, stack_of_workers
from autograder.sandbox.linux.syscall import PR_SET_DUMPABLE, prctl
from autograder.sandbox.linux.usage import is_asleep, oom_kills, usage
from autograder.sandbox.temporary_folders import TemporaryFolder
from autograder.sandbox.values import Tree
from autograder.sandbox.zygote_main import MAX_REPORT, READY, READY_SIZE

START_SECONDS = 60
CLOSE_SECONDS = 1
MAX_MESSAGE = 65536
MAX_SAMPLER_BYTES = 256 << 10
_CHUNK = 1 << 18
GONE = "the process that starts workers is gone"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
_MAIN = Path(__file__).with_name("zygote_main.py")
_ROOT = Path(__file__).parents[2]


class Zygote:
    """The process that jails are forked from. Forks of this process may share it.

    It is in a session of its own, so that a signal to this process's group does not reach it.
    """

    def __init__(self, hash_seed: int = 0) -> None:
        self.owner = os.getpid()
        self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other, stack_of_workers():
            program = [str(_MAIN), str(_ROOT), str(other.fileno())]
            self.process = subprocess.Popen(
                [sys.executable, "-s", "-S", "-P", *program],
                env={**ENVIRONMENT, "PYTHONHASHSEED": str(hash_seed)},
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                start_new_session=True,
            )

    def close(self) -> None:
        """End it, when its jails have ended with their judges."""
        self.control.close()
        if self.owner == os.getpid():
            self.process.wait()


def fork_jail(judge: socket.socket, hash_seed: int = 0) -> None:
    """Let the shared zygote fork a jail that serves at this end of a socket.

    Raises:
        OSError: it cannot be started, or has ended; then the next call starts another.
    """
    try:
        zygote = shared_zygote(hash_seed) if hash_seed else shared_zygote()
        socket.send_fds(zygote.control, [b"jail"], [judge.fileno()])
    except OSError:
        shared_zygote.cache_clear()
        raise


@functools.cache
def shared_zygote(hash_seed: int = 0) -> Zygote:
    """Return the zygote of this process and its forks; another one for another hash seed.

    Raises:
        OSError: it cannot be started.
    """
    zygote = Zygote(hash_seed)
    atexit.register(zygote.close)
    return zygote


class Jail:
    """The judge's end of a jail. With `files`, it limits access to files in that way only.

    Its folder has copies of the submission's files, and the scratch folders of workers. It ends
    when this end of the socket closes.
    """

    def __init__(self, settings: Settings, files: str = "") -> None:
        self.settings = settings
        self.first_message: dict[str, str] | UnconfinedError | None = None
        self.ended: list[str] = []
        """The folders of workers that are no longer needed: the next start ends them."""
        self.left: list[str] = []
        """Those of workers that have ended: the next wait removes them."""
        self.pid = 0
        self.oom_kills = oom_kills()
        require_resources(settings.memory)
        with contextlib.ExitStack() as failed:
            try:
                self.temporary = TemporaryFolder()
                failed.callback(self.temporary.remove)
                self.folder = os.path.realpath(self.temporary.path)
                self.plan = self.chosen_plan(files)
                self.make_folders(settings.box)
                self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                failed.callback(self.control.close)
                with other:
                    fork_jail(other, settings.hash_seed)
            except OSError as error:
                raise SandboxError(f"{CANNOT_START}: {error.strerror}") from None
            self.control.settimeout(START_SECONDS)
            prctl(PR_SET_DUMPABLE, 0)  # No worker of the same user may read the judge's memory.
            own = {"box": self.box, "folder": self.folder, "plan": astuple(self.plan)}
            self.send({**asdict(settings), **own})
            failed.pop_all()

    def chosen_plan(self, files: str) -> jail.Plan:
        """Return the best way to confine workers that works on this system."""
        needed = [os.__file__, self.folder, *self.settings.libraries.values()]
        try:
            return jail.choose(needed, files)
        except OSError as error:
            raise UnconfinedError({files or jail.LANDLOCK: error.strerror or str(error)}) from None

    def make_folders(self, box: str) -> None:
        """Copy the box into this jail's folder, and make the scratch folder of the first worker."""
        self.box = shutil.copytree(box, os.path.join(self.folder, "box"))
        self.scratch = os.path.join(self.folder, jail.SCRATCH)
        os.mkdir(self.scratch)
        os.chmod(self.scratch, 0o311)  # No worker may list it.
        if (user := self.plan.user) is not None:
            os.chmod(self.folder, 0o711)
            for path in (Path(self.box), *Path(self.box).rglob("*")):
                os.chown(path, -1, user)
                path.chmod(0o750 if path.is_dir() else 0o640)
        self.make_scratch(jail.FIRST)

    def make_scratch(self, name: str) -> str:
        folder = os.path.join(self.scratch, name)
        os.mkdir(folder, 0o700)
        if (user := self.plan.user) is not None:
            os.chown(folder, user, user)
        return folder

    @property
    def confinement(self) -> dict[str, str]:
        if self.first_message is None:
            message = self.receive()
            fault, self.pid = message.get("unconfined"), message["pid"]
            faulty = UnconfinedError({self.plan.files: fault}) if fault else None
            self.first_message = faulty or message["confinement"]
            scratch.remove(os.path.join(self.scratch, jail.FIRST))  # All workers might share it.
        if isinstance(self.first_message, UnconfinedError):
            raise self.first_message
        return self.first_message

    def start(self) -> JailedProcess:
        """Request a worker, and that those which are no longer needed end."""
        pipes: list[tuple[int, int]] = []
        try:
            folder = self.make_scratch(os.urandom(8).hex())
            while len(pipes) < 3:
                pipes.append(os.pipe())
        except OSError as error:
            for pipe in itertools.chain(*pipes):
                os.close(pipe)
            raise SandboxError(f"a worker cannot be started: {error.strerror}") from None
        (requests, to_it), (from_it, responses), (samples_from_it, samples) = pipes
        ended, self.ended = self.ended, []
        process = JailedProcess(self, (to_it, from_it, samples_from_it), folder, ended)
        worker_ends = requests, responses, samples
        try:
            self.send({"op": "spawn", "scratch": folder, "ended": ended}, worker_ends)
        except BaseException:
            process.close_pipes()
            raise
        finally:
            for pipe in worker_ends:
                os.close(pipe)
        return process

    def kill(self, process: JailedProcess) -> int:
        """End a process; return its status."""
        self.send({"op": "kill", "scratch": process.scratch})
        _ = self.confinement  # Its message comes before all replies.
        status = self.receive()["status"]
        scratch.remove(process.scratch)
        return int(status)

    def send(self, message: Tree, descriptors: Iterable[int] = ()) -> None:
        try:
            socket.send_fds(self.control, [json.dumps(message).encode()], list(descriptors))
        except OSError as error:
            raise SandboxError(f"{GONE}: {error}") from None

    def receive(self) -> Tree:
        try:
            message = json.loads(self.control.recv(MAX_MESSAGE) or b'{"error": "it ended"}')
        except OSError as error:
            message = {"error": str(error)}
            self.end()  # A late reply would be taken for the next one.
        if "error" in message:
            raise SandboxError(f"the process that starts workers: {message['error']}")
        return message

    def with_pytest(self) -> Jail:
        return Jail(replace(self.settings, preload=True), self.plan.files)

    def recording(self, files: tuple[str, ...]) -> Jail:
        return Jail(replace(self.settings, recorded=files), self.plan.files)

    def end(self) -> None:
        """Kill the jail's process; its workers end with it."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        self.control.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the jail and its workers, then remove its folder."""
        with contextlib.suppress(OSError):
            self.control.shutdown(socket.SHUT_WR)
            self.control.settimeout(CLOSE_SECONDS)
            try:
                while self.control.recv(MAX_MESSAGE):
                    pass
            except TimeoutError:
                self.end()
        self.control.close()
        with contextlib.suppress(FileNotFoundError):
            os.chmod(self.scratch, 0o700)
        self.temporary.remove()


class JailedProcess:
    """A worker process in a jail, and three pipes to it: requests, responses, samples.

    When it is ready, the workers of the folders in `ended` have ended.
    """

    def __init__(
        self, jail: Jail, pipes: tuple[int, int, int], folder: str, ended: list[str]
    ) -> None:
        self.jail, self.scratch, self.ended = jail, folder, ended
        self.known_pid = 0
        self.sampled = b""
        self.has_ended = False
        """Whether it had ended before it was killed."""
        self.is_full = False
        """Whether the pipe has had no room for the rest of a request."""
        self.pipes: tuple[int, ...] = pipes
        self.requests, self.responses, self.samples = pipes
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
        self.poll = select.poll()
        self.poll.register(self.responses, select.POLLIN)
        self.poll.register(self.samples, select.POLLIN)
        self.poll.register(jail.control, 0)

    @property
    def pid(self) -> int:
        deadline = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if time.monotonic() > deadline:
                self.jail.end()
                raise SandboxError("the process that starts workers: it took too long")
            self.wait(START_SECONDS)
        return self.known_pid

    def is_ready(self) -> bool:
        """Return whether the worker has said that it is confined and serves."""
        if not self.known_pid:
            try:
                line = os.read(self.responses, READY_SIZE)
            except BlockingIOError:
                return False
            _ = self.jail.confinement  # Or why there is none.
            if not line.startswith(READY):
                with contextlib.suppress(BlockingIOError):
                    line += os.read(self.responses, MAX_REPORT)
                reason = line.decode("utf-8", "replace").strip() or "it ended before it was ready"
                raise SandboxError(f"a worker could not be started: {reason}")
            self.known_pid = int(line[len(READY) :])
            self.jail.left += self.ended
        return True

    def send(self, data: bytes) -> bytes:
        with contextlib.suppress(BlockingIOError):
            data = data[os.write(self.requests, data) :]
        if data:
            self.poll.register(self.requests, select.POLLOUT)  # A wait ends when it has room.
        elif self.is_full:
            self.poll.unregister(self.requests)
        self.is_full = bool(data)
        return data

    def receive(self) -> bytes | None:
        try:
            data = (os.read(self.responses, _CHUNK) or None) if self.is_ready() else b""
        except BlockingIOError:
            return b""
        self.has_ended = data is None
        return data

    def sampler_output(self) -> bytes:
        if not self.pipes:
            return self.sampled
        try:
            data = os.read(self.samples, _CHUNK)  # A full pipe at most: a loop might never end.
        except BlockingIOError:
            return self.sampled
        self.sampled = (self.sampled + data)[:MAX_SAMPLER_BYTES]
        if not data or len(self.sampled) == MAX_SAMPLER_BYTES:
            # A flood is still emptied, but no longer waited for: that would cost as much as it.
            with contextlib.suppress(KeyError):
                self.poll.unregister(self.samples)
        return self.sampled

    def wait(self, seconds: float) -> None:
        while self.jail.left:  # Meanwhile, the worker computes.
            scratch.remove(self.jail.left.pop())
        if self.jail.control.fileno() in dict(self.poll.poll(1 + 1000 * seconds)):
            raise SandboxError("the process that starts workers has ended")

    def usage(self) -> Usage:
        return usage(self.pid)

    def is_asleep(self) -> bool:
        return is_asleep(self.pid)

    def scratch_excess(self) -> str:
        return scratch.excess(self.scratch)

    def kill(self) -> int:
        try:
            status = self.jail.kill(self)
            self.sampler_output()
            if status != -signal.SIGKILL:
                self.is_ready()  # Else it never ran the submission.
        finally:
            self.close_pipes()
        killed = self.has_ended and status == -signal.SIGKILL  # Not by this process.
        if killed and oom_kills() != self.jail.oom_kills:
            raise SandboxError("this machine has run out of memory and ended a process")
        return status

    def close(self) -> None:
        self.jail.ended.append(self.scratch)
        self.close_pipes()

    def close_pipes(self) -> None:
        for pipe in self.pipes:
            os.close(pipe)
        self.pipes = ()
