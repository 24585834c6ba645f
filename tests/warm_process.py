"""Commands run in forks of a process that has loaded the grader: half their time is loading it.

    python warm_process.py DESCRIPTOR ZYGOTE MODULE...

loads the modules, then waits at the socket for commands. The fork that runs a command is an
ordinary process: it has its own streams, folder, environment and exit status; but at its end, the
kernel frees what it shares with all others. If ZYGOTE is `warm`, it shares a zygote, and the test
modules that pytest has rewritten.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import random
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

MODULES = (
    *("autograder.cli.main", "autograder.cli.grade", "autograder.cli.check"),
    *("autograder.judge.grading", "autograder.judge.plugin", "autograder.judge.repeated_calls"),
    *("autograder.judge.submission", "autograder.judge.watchdog", "autograder.intake.intake"),
    *("autograder.reports.text", "autograder.reports.json", "pytest", "_pytest.skipping"),
    *("_pytest.terminal", "_pytest.helpconfig", "_pytest._argcomplete", "readline"),
    *("pytest_jsonreport.plugin", "pytest_timeout"),
    *("encodings.unicode_escape", "encodings.utf_8_sig"),
    "autograder.sandbox.pool",
    *(("autograder.sandbox.zygote",) if sys.platform == "linux" else ()),
)
LONGEST_MESSAGE = 1 << 17
WARM, COLD = "warm", "cold"


class WarmProcess:
    """The caller's end. `who` are the arguments of `Popen` that name another user."""

    def __init__(
        self,
        python: Sequence[str],
        environment: Mapping[str, str],
        zygote: str = WARM,
        **who: Any,
    ) -> None:
        self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self.process = subprocess.Popen(
                [*python, str(other.fileno()), zygote, *MODULES],
                env=environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                **who,
            )

    def run(self, command: dict[str, Any], seconds: float) -> tuple[int, str, str]:
        """Run {"module" or "file", "arguments", "folder", "environment", "user"}.

        Return the exit status and what was written to both streams. A process of root's can run
        the command as another user, by number; 0 is the process's own.

        Raises:
            TimeoutError: it took longer; its process is ended.
        """
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            streams = [out.fileno(), err.fileno()]
            self.control.settimeout(seconds)
            socket.send_fds(self.control, [json.dumps(command).encode()], streams)
            pid = int(self.control.recv(LONGEST_MESSAGE))
            try:
                status = int(self.control.recv(LONGEST_MESSAGE))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                self.control.recv(LONGEST_MESSAGE)
                raise
            for stream in (out, err):
                stream.seek(0)
            # As subprocess does with `encoding`.
            texts = [stream.read().decode().replace("\r\n", "\n") for stream in (out, err)]
        return status, texts[0], texts[1]

    def close(self) -> None:
        self.control.close()
        self.process.wait(timeout=60)


def next_command(control: socket.socket) -> dict[str, Any]:
    """Return in a fork, once for each command; end the process when the socket is closed."""
    while True:
        message, streams, _, _ = socket.recv_fds(control, LONGEST_MESSAGE, 2)
        if not message:
            sys.exit()
        pid = os.fork()
        if pid == 0:
            control.close()
            for descriptor, stream in enumerate(streams, 1):
                os.dup2(stream, descriptor)
                os.close(stream)
            return dict(json.loads(message))
        for stream in streams:
            os.close(stream)
        control.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        control.send(str(os.waitstatus_to_exitcode(status)).encode())


def become_user(number: int) -> None:
    os.setgroups([])
    os.setresgid(number, number, number)
    os.setresuid(number, number, number)


class Ending:
    """Ends the process after all that Python does at its end, except to free each object.

    That takes longer than many a command. Where an exception other than `SystemExit` has ended the
    command, or its streams cannot be flushed, Python does the rest.
    """

    status: object = ""

    def exit(self) -> None:
        if isinstance(self.status, int):
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(self.status & 0xFF)


def main() -> None:
    ending = Ending()
    atexit.register(ending.exit)  # Functions that are registered later run earlier.
    for module in sys.argv[3:]:
        importlib.import_module(module)
    if sys.argv[2] == WARM:
        from tests.rewritten_modules import keep_rewritten_modules

        keep_rewritten_modules()
        if sys.platform == "linux":
            from autograder.sandbox.zygote import shared_zygote

            shared_zygote()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    command = next_command(socket.socket(fileno=int(sys.argv[1])))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    random.seed()
    os.environ.clear()
    os.environ.update(command["environment"])
    os.chdir(command["folder"])
    if command.get("user"):
        become_user(command["user"])
    try:
        run(command)
        ending.status = 0
    except SystemExit as error:
        ending.status = error.code or 0
        raise


def run(command: dict[str, Any]) -> None:
    if "module" in command:
        sys.path[0] = command["folder"]
        sys.argv = ["", *command["arguments"]]
        runpy.run_module(command["module"], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(Path(command["file"]).parent)
        sys.argv = [command["file"], *command["arguments"]]
        runpy.run_path(command["file"], run_name="__main__")


if __name__ == "__main__":
    main()
