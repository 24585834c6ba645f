"""Links, pipes, devices and files that change: they are not followed, waited for or read."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from autograder.intake.intake import receive
from autograder.intake.listing import IntakeError
from tests.conftest import ROOT
from tests.intake.packing import handed_in


def test_link_is_not_followed(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "kenken.py").symlink_to(kenken.reference / "kenken.py")
    with receive(kenken, tmp_path) as received:
        says = "kenken.py is a link; hand in the file itself"
        assert received.unusable == {"kenken.py": says}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipe_is_not_waited_for(kenken: Assignment, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kenken.py")
    with receive(kenken, tmp_path) as received:
        says = "kenken.py is not a regular file; hand in the file itself"
        assert received.unusable == {"kenken.py": says}
    os.mkfifo(tmp_path / "a.zip")
    with pytest.raises(IntakeError, match=r"^a\.zip is not a regular file; "):
        receive(kenken, tmp_path / "a.zip").__enter__()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the system has no such sockets")
def test_socket_is_not_a_file(kenken: Assignment, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(tmp_path / "kenken.py"))
    with receive(kenken, tmp_path) as received:
        says = "kenken.py is not a regular file; hand in the file itself"
        assert received.unusable == {"kenken.py": says}


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no such device")
def test_device_is_not_read(kenken: Assignment) -> None:
    with pytest.raises(IntakeError, match=r"^zero is not a regular file; "):
        receive(kenken, Path("/dev/zero")).__enter__()


def test_archive_that_is_a_link(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "real.zip").write_bytes(b"PK\5\6".ljust(22, b"\0"))
    (tmp_path / "a.zip").symlink_to(tmp_path / "real.zip")
    with pytest.raises(IntakeError, match=r"^a\.zip is a link; hand in the file itself$"):
        receive(kenken, tmp_path / "a.zip").__enter__()


def test_folder_may_be_given_by_a_link(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    handed_in(tmp_path / "real", kenken_py="x = 1\n")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with receive(kenken, tmp_path / "link") as received:
        assert received.unusable == {}


def test_folder_that_is_a_link_is_not_looked_into(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "hw").symlink_to(kenken.reference)
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path):
        pass
    assert str(refusal.value) == f"kenken.py is missing in {tmp_path}; found: hw"


def test_link_in_a_folder_is_not_advised(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw/kenken.py").symlink_to(kenken.reference / "kenken.py")
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path):
        pass
    assert str(refusal.value) == f"kenken.py is missing in {tmp_path}; found: hw"


EXCHANGED = {
    "a link": (
        lambda path: path.symlink_to(ROOT / "reference/kenken/kenken.py"),
        "kenken.py cannot be read: Too many levels of symbolic links",
    ),
    "a pipe": (
        getattr(os, "mkfifo", None),
        "kenken.py is not a regular file; hand in the file itself",
    ),
    "a growing file": (
        lambda path: path.write_bytes(b"#" * 2_000_000),
        "kenken.py has 2,000,000 bytes; at most 1,048,576 are allowed",
    ),
}


@pytest.mark.skipif(sys.platform != "linux", reason="the message is that of Linux")
@pytest.mark.parametrize(("exchange", "says"), EXCHANGED.values(), ids=EXCHANGED)
def test_file_replaced_after_it_was_checked(
    kenken: Assignment,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    exchange: Callable[[Path], object],
    says: str,
) -> None:
    own, open_it = handed_in(tmp_path, kenken_py="x = 1\n") / "kenken.py", os.open

    def exchanged(path: Path, *how: int) -> int:
        own.unlink(missing_ok=True)
        exchange(own)
        return open_it(path, *how)

    monkeypatch.setattr("autograder.intake.intake.os.open", exchanged)
    with receive(kenken, tmp_path) as received:
        monkeypatch.undo()
        assert received.unusable == {"kenken.py": says}
