"""The paths on this machine that a worker may read: Python's library, and what it needs."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

MULTIARCH = sysconfig.get_config_var("MULTIARCH") or ""
SHARED_LIBRARIES = (
    *((f"/lib/{MULTIARCH}", f"/usr/lib/{MULTIARCH}") if MULTIARCH else ("/lib", "/usr/lib")),
    *("/lib64", "/usr/lib64", "/etc/ld.so.cache"),
)
TIME_ZONES = ("/usr/share/zoneinfo", "/etc/localtime")
RANDOM = ("/dev/urandom", "/dev/random")
NOT_COPIED = (
    *("site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo"),
    *("ensurepip", "lib2to3", "config-*", "*.a"),
)

PRELOADED = (
    *("abc", "array", "ast", "asyncio", "base64", "bisect", "bz2", "calendar", "cmath"),
    *("contextlib", "csv", "ctypes", "datetime", "decimal", "difflib", "fractions"),
    *("glob", "graphlib", "gzip", "hashlib", "heapq", "hmac", "html", "inspect", "io"),
    *("json", "linecache", "locale", "logging", "lzma", "numbers", "pathlib", "pickle"),
    *("platform", "pprint", "queue", "secrets", "select", "shutil", "socket", "sqlite3"),
    *("statistics", "struct", "tempfile", "textwrap", "threading", "time", "timeit"),
    *("tokenize", "types", "unicodedata", "unittest", "uuid", "warnings", "weakref"),
    *("xml.etree.ElementTree", "zlib", "zoneinfo", "encodings.ascii", "encodings.cp1252"),
    *("encodings.idna", "encodings.latin_1", "encodings.utf_16", "encodings.utf_32"),
)
"""Modules imported before the fork if workers cannot open files, or no shared libraries."""


def folders() -> list[str]:
    """Return the folders of the standard library: Python's own, also in a virtual environment."""
    base = {"platbase": sys.base_exec_prefix}
    paths = sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib", vars=base)
    return list(dict.fromkeys(paths))


def readable(secret: Iterable[str]) -> list[str]:
    """Return the paths that a worker may read, without those in or below `secret`."""
    libpython = sysconfig.get_config_var("LIBDIR") or ""
    paths = [*folders(), libpython, *SHARED_LIBRARIES, *TIME_ZONES, *RANDOM]
    existing = {Path(path).resolve() for path in paths if path and os.path.exists(path)}
    excluded = [Path(path).resolve() for path in secret]
    return sorted({str(part) for path in existing for part in _without(path, excluded)})


def _without(path: Path, excluded: Sequence[Path]) -> Iterable[Path]:
    """Return the path, or the largest parts of it that contain no excluded path."""
    if any(path.is_relative_to(other) for other in excluded):
        return []
    if not any(other.is_relative_to(path) for other in excluded):
        return [path]
    return [part for entry in path.iterdir() for part in _without(entry, excluded)]


def copy_into(root: str, paths: Iterable[str]) -> None:
    """Copy the standard library and these paths into a new root folder, which none may contain."""
    ignored = shutil.ignore_patterns(*NOT_COPIED)
    for path in dict.fromkeys((*folders(), *paths)):
        target = root + path
        if os.path.isfile(path):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            _link(path, target)
            continue
        shutil.copytree(path, target, ignore=ignored, copy_function=_link, dirs_exist_ok=True)
    for path in (os.devnull, *RANDOM):
        device = os.stat(path)
        os.makedirs(root + os.path.dirname(path), exist_ok=True)
        with contextlib.suppress(PermissionError):  # Containers may lack the capability.
            os.mknod(root + path, stat.S_IFCHR | 0o666, device.st_rdev)
            os.chmod(root + path, 0o666)


def _link(source: str, target: str) -> None:
    """Make a hard link, or a copy where the file system does not allow that."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
