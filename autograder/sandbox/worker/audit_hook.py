"""An audit hook that raises a clear error at the line that tries something forbidden.

It is not protection: deliberate code can bypass it, and is then stopped by the kernel. It gives the
same error on every system, even where nothing else would stop the code.
"""

from __future__ import annotations

import _thread
import socket
import sys
from functools import cache
from typing import NoReturn

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


@cache
def install_audit_hook() -> None:
    """Install the hook, once and permanently: audit hooks cannot be removed.

    Python 3.11 audits no threads, so what starts them is replaced.
    """
    sys.addaudithook(refuse)
    if sys.version_info < (3, 12):
        for name in ("start_new_thread", "start_new"):
            setattr(_thread, name, refuse_thread)
        if threading := sys.modules.get("threading"):
            threading.__dict__["_start_new_thread"] = refuse_thread


def refuse_thread(*_arguments: object, **_keywords: object) -> NoReturn:
    raise PermissionError(THREADS)


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event in REFUSED:
        raise PermissionError(REFUSED[event])
    if event == "socket.__new__" and arguments[1] != LOCAL:
        raise PermissionError(NETWORK)
