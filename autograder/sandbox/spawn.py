"""The backend on other systems: each worker is a newly started Python, and nothing confines it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import asdict, replace
from pathlib import Path
from queue import SimpleQueue
from typing import IO

from autograder.sandbox import scratch
from autograder.sandbox.backend import SandboxError, Settings, UnconfinedError, Usage
from autograder.sandbox.temporary_folders import TemporaryFolder

_CHUNK = 1 << 16
MAX_UNREAD = 8 << 20
_MAIN = Path(__file__).with_name("spawn_main.py")
_ROOT = _MAIN.parent.parent.parent
INHERITED = ("SYSTEMROOT", "TEMP", "TMP")
"""The environment variables without which Python does not start on Windows."""


class SpawnBackend:
    """Starts a Python for each worker."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.box = settings, settings.box

    @property
    def confinement(self) -> dict[str, str]:
        if self.settings.required:
            raise UnconfinedError({sys.platform: "submissions can be confined only on Linux"})
        return {"files": "none", "system_calls": "none", "user": "none"}

    def start(self) -> SpawnedProcess:
        _ = self.confinement
        seed = str(self.settings.hash_seed)
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        command = [sys.executable, "-s", "-S", "-P", str(_MAIN), str(_ROOT)]
        with contextlib.ExitStack() as failed:
            try:
                folder = TemporaryFolder()
                failed.callback(folder.remove)
                python = subprocess.Popen(
                    [*command, json.dumps(asdict(self.settings))],
                    env={"PYTHONHASHSEED": seed, "PYTHONUTF8": "1", **inherited},
                    cwd=folder.path,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
                failed.callback(python.kill)
                process = SpawnedProcess(python, folder)
            except (OSError, RuntimeError) as error:  # No thread can be started.
                raise SandboxError(f"a worker cannot be started: {error}") from None
            failed.pop_all()
        return process

    def with_pytest(self) -> SpawnBackend:
        return self

    def recording(self, files: tuple[str, ...]) -> SpawnBackend:
        return SpawnBackend(replace(self.settings, recorded=files))

    def close(self) -> None:
        """Do nothing: there are no processes but the workers'."""


class SpawnedProcess:
    """A worker's Python: requests on standard input, responses on output, samples on error.

    Threads read and write, since not every system can wait for several pipes.
    """

    def __init__(self, python: subprocess.Popen[bytes], folder: TemporaryFolder) -> None:
        self.python = python
        self.folder, self.scratch = folder, folder.path
        self.changed = threading.Condition()
        self.responses, self.sampled = bytearray(), bytearray()
        self.open = True
        self.requests: SimpleQueue[bytes] = SimpleQueue()
        self.threads = [
            threading.Thread(target=self.write, daemon=True),
            threading.Thread(target=self.drain, args=(python.stdout, self.responses), daemon=True),
            threading.Thread(target=self.drain, args=(python.stderr, self.sampled), daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def drain(self, pipe: IO[bytes], into: bytearray) -> None:
        while data := os.read(pipe.fileno(), _CHUNK):
            with self.changed:
                into += data[: MAX_UNREAD - len(into)]
                self.changed.notify()
        with self.changed:
            self.open = self.open and into is not self.responses
            self.changed.notify()

    def write(self) -> None:
        pipe = self.python.stdin
        assert pipe
        with contextlib.suppress(OSError):
            while data := self.requests.get():
                pipe.write(data)
                pipe.flush()

    def send(self, data: bytes) -> bytes:
        """Leave all of it to the thread that writes."""
        self.requests.put(data)
        return b""

    def receive(self) -> bytes | None:
        with self.changed:
            data = bytes(self.responses)
            self.responses.clear()
            return data or (b"" if self.open else None)

    def sampler_output(self) -> bytes:
        with self.changed:
            return bytes(self.sampled)

    def wait(self, seconds: float) -> None:
        with self.changed:
            if self.open and not self.responses:
                self.changed.wait(seconds)

    def usage(self) -> Usage:
        """Return nothing: the standard library cannot tell on every system."""
        return Usage()

    def is_asleep(self) -> bool:
        return True

    def scratch_excess(self) -> str:
        return scratch.excess(self.scratch)

    def kill(self) -> int:
        with contextlib.suppress(AttributeError, ProcessLookupError):  # Windows has no killpg.
            os.killpg(self.python.pid, signal.SIGKILL)
        self.python.kill()
        status = self.python.wait()
        self.requests.put(b"")
        for thread in self.threads:
            thread.join(1)
        if not any(thread.is_alive() for thread in self.threads):
            for pipe in (self.python.stdin, self.python.stdout, self.python.stderr):
                assert pipe
                with contextlib.suppress(BrokenPipeError):  # It ended with a request half read.
                    pipe.close()
        self.folder.remove()
        return status

    def close(self) -> None:
        self.kill()
