"""check.pyz: the grader, its distributions and the public tests of one assignment, in one file.

The distributions are taken from the running environment. So making a release needs no network, and
a bundle runs exactly the versions that verified the assignment. Only pure Python is taken: the
distributions that have an extension module do without it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from autograder.assignment import KIT, Assignment
from autograder.authoring.folder import write
from autograder.authoring.release import pyz_main, pyz_start
from autograder.authoring.release.kit_files import student_kit
from autograder.intake.packing import packed
from autograder.judge.grading_python import RECORD, GradingPython
from autograder.judge.pytest_run import PLUGINS
from autograder.left_behind import files_in
from autograder.sandbox.temporary_folders import temporary_folder
from autograder.text_files import kit_text

DISTRIBUTION = "cagework"
_EXTENSIONS = (".so", ".pyd", ".dylib", ".dll", ".pyc", ".pyx", ".pxd", ".c", ".h")
_OF_INSTALLATION = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "WHEEL")
"""Files in a distribution's metadata that depend on how, or from where, it was installed."""
_LEXERS = "pygments/lexers/"
_NEEDED_LEXERS = ("__init__.py", "_mapping.py", "diff.py", "python.py", "special.py")
"""Those that pytest loads. All are as large as everything else together."""
_IMPORTED = re.compile(r"^ *(?:from|import) +(\w+)", re.MULTILINE)
_NOT_TO_HAND_OUT = ("assignments/", "authoring/", "course/", "py.typed")
"""Folders of this package that a bundle does not need, or must not have."""
_KEPT_VARIABLES = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""The variables without which Python does not start, or lacks a place for temporary folders."""


def check_pyz(assignment: Assignment, steps: Mapping[str, bytes] | None = None) -> bytes:
    """Return the file that checks an assignment in the current folder: `python check.pyz`.

    It has no first line that names an interpreter: Windows would look for that one, and may find
    the alias that opens the Microsoft Store.
    """
    site = students_site(assignment, steps)
    files = {f"{pyz_start.GRADER}/{path}": content for path, content in site.items()}
    files[pyz_start.CONTENTS_ID] = contents_id(assignment, site).encode()
    files["__main__.py"] = Path(pyz_main.__file__).read_bytes()
    files["pyz_start.py"] = Path(pyz_start.__file__).read_bytes()
    return packed(files)


def students_site(
    assignment: Assignment, steps: Mapping[str, bytes] | None = None
) -> dict[str, bytes]:
    """Return the files of the grader, of its distributions and of a student's kit, by path.

    Without the `played_steps` of the reference, it cannot play a run. It records the Python that
    runs this, as the one that grades.
    """
    site = {**grader_files(assignment.plugins), **student_kit(assignment), **(steps or {})}
    return site | {RECORD: GradingPython.here().record}


def contents_id(assignment: Assignment, files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path, content in sorted(files.items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return f"{assignment.name}-{digest.hexdigest()[:16]}"


def run_check_pyz(
    assignment: Assignment,
    pyz: bytes,
    files: Mapping[str, bytes],
    *arguments: str,
    columns: int = 74,
) -> subprocess.CompletedProcess[str]:
    """Run check.pyz beside these files, without any other package of this environment.

    The temporary folders do not appear in the output.
    """
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    with temporary_folder() as name:
        home = Path(name).resolve()
        folder = home / assignment.name
        write(folder, {**files, "check.pyz": pyz})
        own = {"HOME": str(home), "USERPROFILE": str(home), "COLUMNS": str(columns)}
        done = subprocess.run(
            [sys.executable, "-S", "check.pyz", *arguments],
            cwd=folder,
            env={**kept, **own, "PYTHONUTF8": "1"},
            capture_output=True,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            check=False,
        )
    grader = rf"{re.escape(str(home))}\W\.cache\Wcagework\W[^/\\]+"
    places = rf"({re.escape(str(folder))}|{grader})[/\\]"
    done.stdout, done.stderr = (re.sub(places, "", text) for text in (done.stdout, done.stderr))
    return done


@functools.cache
def grader_files(plugins: tuple[str, ...] = ()) -> Mapping[str, bytes]:
    """Return the files of the grader and of the distributions that it imports, by path.

    So are those of `plugins` of pytest's, which are named by their modules.
    """
    package = KIT / "autograder"
    names = {path: path.relative_to(package).as_posix() for path in files_in(package)}
    own = [path for path, name in names.items() if not name.startswith(_NOT_TO_HAND_OUT)]
    files = {f"autograder/{names[path]}": path.read_bytes() for path in own}
    sources = "\n".join(kit_text(path) for path in own if path.suffix == ".py")
    modules = {*_IMPORTED.findall(sources), *PLUGINS, *plugins}
    top = {module.partition(".")[0] for module in modules} - {package.name}
    owners = metadata.packages_distributions()
    for distribution in distributions(*(name for each in top for name in owners.get(each, ()))):
        for path in distribution.files or ():
            if _is_handed_out(name := path.as_posix()):
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


def distributions(*names: str) -> Iterator[metadata.Distribution]:
    """Yield these distributions and those that they need, directly or not, without extras.

    Those that are needed only on another system are among them if they are installed.
    """
    waiting, seen = [*names], set()
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in seen:
            continue
        seen.add(name)
        with contextlib.suppress(metadata.PackageNotFoundError):
            found = metadata.distribution(name)
            requirements = map(Requirement, found.requires or ())
            waiting += [each.name for each in requirements if "extra" not in str(each.marker)]
            yield found
