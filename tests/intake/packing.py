"""Archives for tests: well-formed and malicious ones."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.intake.box import receive
from autograder.intake.entries import IntakeError

Files = Sequence[tuple[str, bytes]]
SOURCE = b"x = 1\n"


def zipped(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w", method) as archive:
        warnings.simplefilter("ignore")  # It warns of a name that occurs twice.
        for name, data in files:
            archive.writestr(name, data)
    return packed.getvalue()


def tarred(files: Files, form: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form) as archive:
        for name, data in files:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def tar_of(**attributes: object) -> bytes:
    """A tar of one member, kenken.py, with some attributes set."""
    member = tarfile.TarInfo("kenken.py")
    for name, value in attributes.items():
        setattr(member, name, value)
    return member.tobuf(tarfile.GNU_FORMAT) + bytes(2 * tarfile.BLOCKSIZE)


def zip_with_mode(mode: int) -> bytes:
    info = zipfile.ZipInfo("kenken.py")
    info.external_attr = mode << 16
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(info, "../../secret")
    return packed.getvalue()


def patched(data: bytes, at_local: int, at_central: int, value: bytes) -> bytes:
    """A zip of one file with a field replaced in both headers."""
    changed, central = bytearray(data), data.rindex(b"PK\1\2")
    changed[at_local : at_local + len(value)] = value
    changed[central + at_central : central + at_central + len(value)] = value
    return bytes(changed)


def refusal(path: Path) -> str:
    with pytest.raises(IntakeError) as refused, receive(load("kenken"), path):
        pass
    assert "\n" not in str(refused.value)
    return str(refused.value)


PACKERS: dict[str, Callable[[Files], bytes]] = {
    "a.zip": zipped,
    "stored.zip": lambda files: zipped(files, zipfile.ZIP_STORED),
    "a.tar": tarred,
    "gnu.tar": lambda files: tarred(files, tarfile.GNU_FORMAT),
    "a.tar.gz": lambda files: gzip.compress(tarred(files)),
    "a.tbz2": lambda files: bz2.compress(tarred(files)),
    "a.tar.xz": lambda files: lzma.compress(tarred(files)),
    "tar_called.zip": tarred,
}


def handed_in(folder: Path, **files: str | bytes) -> Path:
    """Write these files into a folder; "a_py" stands for "a.py". Return the folder."""
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name.replace("_py", ".py")).write_bytes(data)
    return folder
