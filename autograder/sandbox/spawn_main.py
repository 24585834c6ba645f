"""A worker of the spawn backend.

    python spawn_main.py ROOT SETTINGS

It serves on its original standard input, output and error. Those become the null device, so that
nothing that a student's code prints while bypassing Python gets between the responses. It ends when
the judge's end of standard input closes, whatever the student's code does meanwhile.
"""

from __future__ import annotations

import _thread
import contextlib
import json
import os
import signal
import sys

CHUNK = 1 << 16
MOST_CPU_SECONDS = 600
"""Ends a loop in C that lets no thread run, where the kernel cannot end it earlier."""

SECONDS_TO_START = 0.4
"""What a program that has just been started may take to reach the place where it hangs."""


def forward(requests: int, to_server: int) -> None:
    """Pass requests on to the server until they end; then end this process and its children."""
    read, write, leave = os.read, os.write, os._exit  # The student's code may replace these.
    end_group = getattr(os, "killpg", None)
    if hasattr(signal, "pthread_sigmask"):  # The main thread takes stack samples on signals.
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    while data := read(requests, CHUNK):
        while data:
            data = data[write(to_server, data) :]
    if end_group:
        end_group(0, signal.SIGKILL)
    leave(1)


def discard_standard_streams() -> None:
    """Replace descriptors 0 to 2 by the null device."""
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)


def limit_resources(memory: int) -> None:
    """Limit CPU time and memory where possible: not on Windows, and memory only on Linux."""
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(ValueError):  # There is a lower limit.
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_SECONDS, hard))
    if sys.platform == "linux":
        from autograder.sandbox.linux.syscall import PR_SET_PDEATHSIG, prctl

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    root, text = sys.argv[1:]
    settings = json.loads(text)
    sys.path.insert(0, root)
    from autograder.sandbox.worker.serve import make_server

    from_judge, responses, samples = (os.dup(standard) for standard in (0, 1, 2))
    requests, to_server = os.pipe()
    _thread.start_new_thread(forward, (from_judge, to_server))
    discard_standard_streams()
    limit_resources(settings["memory"])
    pipes = requests, responses, samples
    server = make_server(root, pipes, settings["box"], settings["types"])
    server.record(settings["recorded"])
    server.sampler.more = SECONDS_TO_START
    server.serve()


if __name__ == "__main__":
    main()
