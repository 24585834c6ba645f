"""Names of what systems and tools leave behind, in kits as in submissions."""

from __future__ import annotations

NAMES = (
    *("__macosx", "__pycache__", "site-packages", "node_modules"),
    *("thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"),
)


def is_left_behind(name: str) -> bool:
    """Is it one of these names, or hidden?"""
    return is_hidden(name) or name.casefold() in NAMES


def is_hidden(name: str) -> bool:
    return name.startswith(".") and name != ".."
