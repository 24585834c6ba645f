"""The grader with the distributions that it needs, taken from the running environment.

So making a release needs no network and no package index, and a bundle runs exactly the versions
that verified the assignment. Only pure Python is taken: the distributions that have an extension
module do without it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from autograder.assignment import KIT, AssignmentError

_SYSTEMS: tuple[dict[str, str], ...] = (
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
)
_EXTENSIONS = (".so", ".pyd", ".dylib", ".dll", ".pyc", ".pyx", ".pxd", ".c", ".h")
_OF_INSTALLATION = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "WHEEL")
"""Files in a distribution's metadata that depend on how, or from where, it was installed."""
_LEXERS = "pygments/lexers/"
_NEEDED_LEXERS = ("__init__.py", "_mapping.py", "diff.py", "python.py", "special.py")
"""Those that pytest and rich load. All are as large as everything else together."""
_NOT_TO_HAND_OUT = ("assignments/", "authoring/", "course/", "py.typed")
"""Folders of this package that a bundle does not need, or must not have."""


@functools.cache
def grader_files(plugins: tuple[str, ...] = ()) -> Mapping[str, bytes]:
    """Return the files of the grader and of its distributions, by path.

    So are those of `plugins` of pytest's, which are named by their modules.

    Raises:
        AssignmentError: a distribution is not installed.
    """
    package = KIT / "autograder"
    files = {
        f"autograder/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file()
        and "__pycache__" not in path.parts
        and not path.relative_to(package).as_posix().startswith(_NOT_TO_HAND_OUT)
    }
    for distribution in _distributions(["cagework", *filter(None, map(_of_module, plugins))]):
        for path in distribution.files or ():
            name = path.as_posix()
            if _is_handed_out(name):
                files[name] = Path(str(distribution.locate_file(path))).read_bytes()
    return files


def _is_handed_out(name: str) -> bool:
    """Is a file of a distribution part of a bundle: pure Python, metadata, a licence?"""
    folder, _, file = name.rpartition("/")
    if name.startswith("..") or "__pycache__" in folder or file.endswith(_EXTENSIONS):
        return False
    if ".dist-info" in folder:
        return file not in _OF_INSTALLATION
    return not name.startswith(_LEXERS) or file in _NEEDED_LEXERS


def _of_module(module: str) -> str:
    """Return the distribution that a module is in; "" for one of pytest's own plugins."""
    return next(iter(metadata.packages_distributions().get(module.partition(".")[0], ())), "")


def _distributions(first: Iterable[str]) -> Iterator[metadata.Distribution]:
    """Yield these distributions and those that they need, directly or not, on any system."""
    waiting, seen = [(name, True) for name in first], set()
    while waiting:
        name, is_needed_here = waiting.pop()
        if name in seen:
            continue
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if is_needed_here:
                raise AssignmentError(f"{name} is not installed; pip install {name}") from None
            continue
        seen.add(name)
        if name != "cagework":
            yield distribution
        for line in distribution.requires or ():
            requirement = Requirement(line)
            marker = requirement.marker
            systems = [s for s in _SYSTEMS if not marker or marker.evaluate({**s, "extra": ""})]
            if systems:
                here = not marker or marker.evaluate({"extra": ""})
                waiting.append((canonicalize_name(requirement.name), here))
