"""A folder that the kit writes: made anew, or compared with what is there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def differences(folder: Path, wanted: Mapping[str, bytes]) -> list[str]:
    """What writing `wanted` (relative path to content) would change, a line for each file."""
    there = {path.relative_to(folder).as_posix(): path for path in files_in(folder)}
    lines = [f"{folder / name}: missing" for name in wanted.keys() - there.keys()]
    lines += [f"{folder / name}: nothing makes this file" for name in there.keys() - wanted.keys()]
    lines += [
        f"{there[name]}: differs from what would be written"
        for name in wanted.keys() & there.keys()
        if there[name].read_bytes() != wanted[name]
    ]
    return sorted(lines)


def write(folder: Path, wanted: Mapping[str, bytes]) -> list[str]:
    """Make the folder hold `wanted` and nothing else; the paths that were written or removed."""
    touched = []
    for path in files_in(folder):
        if path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
            touched.append(f"{path} removed")
    for name, content in sorted(wanted.items()):
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            touched.append(f"{path} written")
    return touched


def files_in(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not _is_litter(path.relative_to(folder))
    )


def _is_litter(path: Path) -> bool:
    """What Python and the tools leave behind, in folders such as __pycache__ and .mypy_cache."""
    return any(part.startswith((".", "__pycache__")) for part in path.parts)
