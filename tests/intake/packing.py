"""Archives for tests: well-formed and malicious ones."""

from __future__ import annotations

import io
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
}


def handed_in(folder: Path, **files: str | bytes) -> Path:
    """Write these files into a folder; "a_py" stands for "a.py". Return the folder."""
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name.replace("_py", ".py")).write_bytes(data)
    return folder
