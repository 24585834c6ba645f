"""What of this machine a worker may read: Python's library, and what that library reads."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
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
"""Imported before the fork where a worker can load no library, or no shared one, of its own."""


def folders() -> list[str]:
    """Where the standard library lies."""
    return [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]


def readable(secret: Iterable[str]) -> list[str]:
    """The paths that a worker may read, but for what is `secret` or lies beneath it."""
    own = sysconfig.get_config_var("LIBDIR") or ""
    wanted = [*folders(), own, *SHARED_LIBRARIES, *TIME_ZONES, *RANDOM]
    there = {Path(path).resolve() for path in wanted if path and os.path.exists(path)}
    resolved = [Path(path).resolve() for path in secret]
    return sorted({str(part) for path in there for part in _around(path, resolved)})


def _around(path: Path, secret: Sequence[Path]) -> Iterable[Path]:
    """A path, or as much of it as has nothing secret."""
    if any(path.is_relative_to(one) for one in secret):
        return []
    if not any(one.is_relative_to(path) for one in secret):
        return [path]
    return [part for entry in path.iterdir() for part in _around(entry, secret)]


def copy_into(root: str, own: Iterable[str]) -> None:
    """Make a root folder with the library and a submission's `own` paths."""
    ignored = shutil.ignore_patterns(*NOT_COPIED)
    for path in {*folders(), *own}:
        target = root + path
        if os.path.isfile(path):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            _link(path, target)
            continue
        shutil.copytree(path, target, ignore=ignored, copy_function=_link, dirs_exist_ok=True)
    for path in (os.devnull, *RANDOM):
        device = os.stat(path)
        os.makedirs(root + os.path.dirname(path), exist_ok=True)
        with contextlib.suppress(PermissionError):  # Containers may lack the capability for it.
            os.mknod(root + path, stat.S_IFCHR | 0o666, device.st_rdev)
            os.chmod(root + path, 0o666)


def _link(source: str, target: str) -> None:
    """A second name for a file is had at once; only on the same file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
