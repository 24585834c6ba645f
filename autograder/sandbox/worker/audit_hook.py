"""An audit hook that raises a clear error at the line that tries something forbidden.

It is not protection: deliberate code can bypass it, and is then stopped by the kernel. It gives the
same error on every system, even where nothing else would stop the code.
"""

from __future__ import annotations

import socket

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
"""The address family of the socket pairs that event loops use."""


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what is forbidden; as an audit hook, for good, since these cannot be removed."""
    if event in REFUSED:
        raise PermissionError(REFUSED[event])
    if event == "socket.__new__" and arguments[1] != LOCAL:
        raise PermissionError(NETWORK)
