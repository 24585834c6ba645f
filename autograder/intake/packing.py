"""Zip archives that depend on nothing but their contents: no times, owners or directory order."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Collection, Mapping

_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can state."""
_PLAIN, _EXECUTABLE = stat.S_IFREG | 0o644, stat.S_IFREG | 0o755
_UNIX = 3


def packed(files: Mapping[str, bytes], executable: Collection[str] = ()) -> bytes:
    """Return a zip of files by path, the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, _TIME)
            entry.create_system = _UNIX
            entry.external_attr = (_EXECUTABLE if path in executable else _PLAIN) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[path])
    return buffer.getvalue()
