"""What graded programs may not do, told in words at the line that tries.

This protects nothing: code that wants to gets around it, and then meets the kernel's refusal. It
gives the same clear error on every system, also where nothing else would stop the code.
"""

from __future__ import annotations

import socket
import sys

PROCESSES = "graded programs may not start other programs or processes"
THREADS = "graded programs may not start threads"
NETWORK = "graded programs may not use the network"

REFUSED = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn"), PROCESSES),
    **dict.fromkeys(("os.system", "os.startfile", "subprocess.Popen", "pty.spawn"), PROCESSES),
    **dict.fromkeys(("_thread.start_new_thread", "_thread.start_joinable_thread"), THREADS),
    **dict.fromkeys(("socket.getaddrinfo", "socket.gethostbyname"), NETWORK),
    **dict.fromkeys(("socket.gethostbyaddr", "socket.getnameinfo"), NETWORK),
}
LOCAL = getattr(socket, "AF_UNIX", None)
"""The family of socket pairs, which event loops use."""


def refuse_from_now_on() -> None:
    """For good: an audit hook cannot be taken away."""
    sys.addaudithook(refuse)


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event in REFUSED:
        raise PermissionError(REFUSED[event])
    if event == "socket.__new__" and arguments[1] != LOCAL:
        raise PermissionError(NETWORK)
