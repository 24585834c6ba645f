"""The library in memory: what is read, found and run, and that nobody can change it."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.judge.libraries import libraries
from autograder.sandbox.backend import package_path
from autograder.sandbox.linux import library
from autograder.sandbox.linux.library import EXTENSIONS, OMITTED, Library

LATER = 2_000_000_000


def names_of(code: object) -> tuple[str, ...]:
    return tuple(getattr(code, "co_names", ()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library with a module, a package and a module in it."""
    (tmp_path / "alone.py").write_text("alone = 1\n", encoding="utf-8")
    (tmp_path / "pack" / "test").mkdir(parents=True)
    (tmp_path / "pack" / "__init__.py").write_text("pack = 1\n", encoding="utf-8")
    (tmp_path / "pack" / "part.py").write_text("part = 1\n", encoding="utf-8")
    (tmp_path / "pack" / "test" / "__init__.py").write_text("test = 1\n", encoding="utf-8")
    (tmp_path / "data.txt").write_text("text", encoding="utf-8")
    (tmp_path / "broken.py").symlink_to("missing.py")
    return tmp_path


def test_modules_and_packages_are_found(folder: Path) -> None:
    library = Library([str(folder), str(folder / "missing")], [])
    assert set(library.modules) == {"alone", "pack", "pack.part"}
    pack, part = library.find_spec("pack"), library.find_spec("pack.part", [str(folder / "pack")])
    assert pack
    assert part
    assert pack.submodule_search_locations == [str(folder / "pack")]
    assert (part.origin, part.submodule_search_locations) == (str(folder / "pack/part.py"), None)
    assert library.find_spec("data") is None


def test_only_the_folders_that_are_searched_count(folder: Path) -> None:
    """pytest asks for a student's own `alone` in the box."""
    library = Library([str(folder)], [])
    assert library.find_spec("alone", [str(folder)])
    assert library.find_spec("alone", ["/box"]) is None


def test_packages_without_those_next_to_them(folder: Path) -> None:
    library = Library([], [str(folder / "pack"), str(folder / "alone.py")])
    assert set(library.modules) == {"alone", "pack", "pack.part"}
    assert set(Library([], [str(folder / "pack")]).modules) == {"pack", "pack.part"}


@pytest.mark.parametrize("mode", py_compile.PycInvalidationMode)
def test_bytecode_is_used_unless_it_is_outdated(
    folder: Path, mode: py_compile.PycInvalidationMode
) -> None:
    source = folder / "alone.py"
    py_compile.compile(str(source), doraise=True, invalidation_mode=mode)
    compiled = mode is not py_compile.PycInvalidationMode.CHECKED_HASH
    assert Library([str(folder)], []).modules["alone"].compiled == compiled
    source.write_text("newer = 1\n", encoding="utf-8")
    os.utime(source, (LATER, LATER))
    library = Library([str(folder)], [])
    unchecked = mode is py_compile.PycInvalidationMode.UNCHECKED_HASH
    assert library.modules["alone"].compiled == unchecked
    assert names_of(library.get_code("alone")) == (("alone",) if unchecked else ("newer",))


@pytest.mark.parametrize("damaged", [b"", b"short", bytes(100)])
def test_damaged_bytecode_is_outdated(folder: Path, damaged: bytes) -> None:
    compiled = Path(py_compile.compile(str(folder / "alone.py")) or "")
    compiled.write_bytes(damaged)
    library = Library([str(folder)], [])
    assert names_of(library.get_code("alone")) == ("alone",)


def test_everything_imports_from_memory() -> None:
    """In a Python that has no other finder."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from autograder.sandbox.linux.library import Library\n"
        "library = Library(sys.path[1:], []); sys.path.clear()\n"
        "sys.meta_path[-1:] = [library]\n"
        "import json.tool, decimal, sqlite3, asyncio, unittest.mock, xml.dom.minidom\n"
        "print(json.__file__, type(json.__loader__).__name__, decimal.Decimal(1) / 8)\n"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-c", code, str(root)],
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout.split() == [json.__file__, "Library", "0.125"]


def test_memory_cannot_be_shared_by_writing(folder: Path) -> None:
    """A process that makes its memory writable gets a copy of what it writes."""
    library = Library([str(folder)], [])
    view = (ctypes.c_ssize_t * 16)()
    assert ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(library.content), view, 0) == 0
    address = ctypes.c_void_p(view[0] - view[0] % os.sysconf("SC_PAGE_SIZE"))
    before = bytes(library.content)
    pid = os.fork()
    if pid == 0:
        try:
            assert ctypes.CDLL(None).mprotect(address, ctypes.c_size_t(1), 3) == 0
            ctypes.memset(view[0], 0, 4)
            os._exit(library.content[0])
        finally:
            os._exit(1)  # Else a failure would have this process run the other tests.
    assert os.waitpid(pid, 0)[1] == 0
    assert bytes(library.content) == before


def test_memory_is_sealed(folder: Path) -> None:
    """What is left of its descriptor cannot be written to either."""
    before = set(os.listdir("/proc/self/fd"))
    library = Library([str(folder)], [])
    left = set(os.listdir("/proc/self/fd")) - before
    names = {number: os.readlink(f"/proc/self/fd/{number}") for number in left if _is_open(number)}
    for number in (int(n) for n, target in names.items() if "memfd:library" in target):
        with pytest.raises(PermissionError) as refused:
            os.pwrite(number, b"x", 0)
        assert refused.value.errno == errno.EPERM
    assert library.size


def _is_open(number: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{number}")


def test_lists_name_what_exists() -> None:
    """Of some version: a module may be built in, and folders come and go."""
    known = sys.stdlib_module_names | {"_sha2", "_sha512", "_typing"}
    assert set(EXTENSIONS) <= known
    assert "site-packages" in OMITTED


def test_packages_that_pytest_uses_a_part_of_are_not_read_whole() -> None:
    modules = set(Library([], [package_path(libraries()["pygments"])]).modules)
    for package, used in library.USED_ALONE.items():
        found = {name.removeprefix(package) for name in modules if name.startswith(package)}
        assert found == used - {"__init__"}
    assert {"pygments", "pygments.lexers", "pygments.util"} <= modules
