"""Workers that are processes of their own, each started anew: on systems without a zygote."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import IO

from autograder.sandbox import scratch
from autograder.sandbox.backend import Settings, UnconfinedError

CHUNK = 1 << 16
MAX_UNREAD = 8 << 20
MAIN = Path(__file__).with_name("spawn_main.py")
ROOT = MAIN.parent.parent.parent
KEPT = ("SYSTEMROOT", "TEMP", "TMP")
"""What Windows needs of the environment to start Python at all."""


class SpawnBackend:
    """Starts a Python for each worker."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def confinement(self) -> dict[str, str]:
        if self.settings.required:
            raise UnconfinedError({sys.platform: "only Linux has what confines a submission"})
        return {"files": "none", "system_calls": "none", "user": "none"}

    def start(self) -> SpawnedWorker:
        _ = self.confinement
        folder = tempfile.mkdtemp(prefix="cagework-")
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        command = [sys.executable, "-s", "-S", "-P", "-B", str(MAIN), str(ROOT)]
        process = subprocess.Popen(
            [*command, json.dumps(asdict(self.settings))],
            env={"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", **kept},
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        return SpawnedWorker(process, folder)

    def close(self) -> None:
        """Nothing outlives its channel."""


class SpawnedWorker:
    """Standard input carries questions, standard output answers, standard error samples.

    Threads read and write, since not every system lets one wait for several pipes.
    """

    def __init__(self, process: subprocess.Popen[bytes], folder: str) -> None:
        self.process = process
        self.scratch = folder
        self.started = time.monotonic()
        self.news = threading.Condition()
        self.answers, self.told = bytearray(), bytearray()
        self.open = True
        self.threads = [
            threading.Thread(target=self.drain, args=(process.stdout, self.answers), daemon=True),
            threading.Thread(target=self.drain, args=(process.stderr, self.told), daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def drain(self, pipe: IO[bytes], into: bytearray) -> None:
        while data := os.read(pipe.fileno(), CHUNK):
            with self.news:
                into += data[: MAX_UNREAD - len(into)]
                self.news.notify()
        with self.news:
            self.open = self.open and into is not self.answers
            self.news.notify()

    def send(self, data: bytes) -> bytes:
        """Hand over everything to a thread that writes it."""

        def write() -> None:
            pipe = self.process.stdin
            assert pipe
            try:
                pipe.write(data)
                pipe.flush()
            except OSError:
                return

        self.threads.append(threading.Thread(target=write, daemon=True))
        self.threads[-1].start()
        return b""

    def receive(self) -> bytes | None:
        with self.news:
            data = bytes(self.answers)
            self.answers.clear()
            return data or (b"" if self.open else None)

    def sampled(self) -> bytes:
        with self.news:
            return bytes(self.told)

    def wait(self, seconds: float) -> None:
        with self.news:
            if self.open and not self.answers:
                self.news.wait(seconds)

    def cpu(self) -> float:
        """Seconds since it was started: not every system tells another process's CPU time."""
        return time.monotonic() - self.started

    def overfull(self) -> str:
        return scratch.overfull(self.scratch)

    def kill(self) -> int:
        with contextlib.suppress(AttributeError, ProcessLookupError):  # Windows has no killpg.
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        status = self.process.wait()
        for thread in self.threads:
            thread.join(1)
        if not any(thread.is_alive() for thread in self.threads):
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                assert pipe
                pipe.close()
        scratch.remove(self.scratch)
        return status

    def close(self) -> None:
        self.kill()
