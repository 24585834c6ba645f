"""Fork servers that are forked from one process, and its end."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from autograder.sandbox.backend import Settings
from autograder.sandbox.warm_fork_servers import ForkedServer, WarmForkServers


def test_fork_servers_end_first(tmp_path: Path) -> None:
    """A busy one removes its folder late, or makes it again that another process has removed."""
    (tmp_path / "own.py").write_text("")
    servers = WarmForkServers([])
    server = servers.backend(Settings(str(tmp_path), "", 1 << 30))
    assert server.confinement
    assert isinstance(server.process, ForkedServer)
    pid = int(server.process.read_pid())
    os.kill(pid, signal.SIGSTOP)
    server.control.close()
    threading.Timer(0.3, os.kill, (pid, signal.SIGCONT)).start()
    servers.close()
    assert not Path(server.folder).exists()
    server.temporary.remove()


def test_source_ends_although_its_socket_was_copied() -> None:
    """By a fork that was left running; closing waited for that one to end."""
    servers = WarmForkServers([])
    copy = os.dup(servers.control.fileno())
    servers.close()
    assert servers.process.returncode == 0
    os.close(copy)
