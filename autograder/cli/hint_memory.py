"""How many hints a student has asked for, kept in a small file in the user's cache folder.

If the file cannot be read or written, hints start again from the first.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Collection
from pathlib import Path

MAX_FOLDERS = 50
Counts = dict[str, dict[str, int]]
"""For each folder, how many hints of each part were given."""


def next_hint(folder: Path, part: str, total: int, passed: Collection[str]) -> int:
    """Return how many hints to give for a part: one more than last time, at most `total`.

    The hints of parts that have passed start again from the first.
    """
    counts, here = _read(), str(folder.resolve())
    given = {name: n for name, n in counts.pop(here, {}).items() if name not in passed}
    given[part] = min(total, given.get(part, 0) + 1)
    counts[here] = given
    _write(dict(list(counts.items())[-MAX_FOLDERS:]))
    return given[part]


def cache_folder() -> Path:
    """Return the folder of this program for files that may be deleted at any time."""
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "cagework"


def _read() -> Counts:
    try:
        table = json.loads((cache_folder() / "hints.json").read_text(encoding="utf-8"))
        return {
            str(folder): {str(part): int(count) for part, count in counts.items()}
            for folder, counts in table.items()
        }
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _write(counts: Counts) -> None:
    folder = cache_folder()
    if not folder.is_absolute():  # The user has no home, and a folder `~` would be created here.
        return
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f"hints-{os.getpid()}.json"
        temporary.write_text(json.dumps(counts), encoding="utf-8")
        os.replace(temporary, folder / "hints.json")
