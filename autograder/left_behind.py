"""Names of what systems and tools leave behind, in kits as in submissions."""

from __future__ import annotations

from pathlib import Path

NAMES = (
    *("__macosx", "__pycache__", "site-packages", "node_modules"),
    *("thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"),
)


def is_left_behind(name: str) -> bool:
    """Return whether a name is one of these, or hidden."""
    return is_hidden(name) or name.casefold() in NAMES


def is_hidden(name: str) -> bool:
    return name.startswith(".") and name != ".."


def files_in(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the files of a folder and of those in it, without what is left behind."""
    return sorted(
        path
        for path in folder.rglob(pattern)
        if path.is_file() and not any(map(is_left_behind, path.relative_to(folder).parts))
    )
