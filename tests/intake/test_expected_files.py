"""Which files are read: the same of a folder, an archive, and a student's files in a class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load
from autograder.intake import box
from autograder.intake.box import list_submission
from autograder.intake.entries import IntakeError
from tests.course.downloads_of_platforms import as_zip, read, unpacked
from tests.intake.packing import PACKERS, zipped

FORMS = ["folder", "a.zip", "class"]
KENKEN = load("kenken")
Names = Sequence[str | tuple[str, Sequence[str]]]


def packed(names: Names) -> list[tuple[str, bytes]]:
    """Files that hold their names, but for those of packages, and archives of such files."""
    return [
        (name, b"" if "__init__" in name else name.encode())
        if isinstance(name, str)
        else (name[0], zipped(packed(name[1])))
        for name in names
    ]


def handed_in(
    form: str, names: Names, folder: Path, assignment: Assignment = KENKEN
) -> tuple[dict[str, str], dict[str, str]]:
    """Return which file is read as each expected one, and what the report says of names.

    Raises:
        IntakeError: none is; the message says why.
    """
    files, path = packed(names), folder / form
    if form == "class":
        everybody = [("bob/kenken.py", b""), *((f"ada/{name}", data) for name, data in files)]
        found, _ = read(as_zip(everybody, path), assignment, "folder")
        one = found["ada"]
        contents, renamed, fault = one.contents, one.renamed, one.refused
    else:
        if form == "folder":
            path.mkdir()
            unpacked(files, path)
        else:
            path.write_bytes(PACKERS[form](files))
        listing, fault = list_submission(assignment, path), ""
        contents, renamed = listing.usable_files()[0], listing.renamed
    if fault:
        raise IntakeError(fault)
    return {name: data.decode() for name, data in contents.items()}, renamed


LEFT_BEHIND = [".idea/x.xml", ".git/HEAD", "__pycache__/a.pyc", "THUMBS.DB", "._kenken.py"]
READ: dict[str, tuple[Names, str, bool]] = {
    "at the top": (["kenken.py", "notes.txt"], "kenken.py", False),
    "in a folder of a folder": (["hw/ada/kenken.py"], "hw/ada/kenken.py", False),
    "next to what is left behind": (["hw/kenken.py", *LEFT_BEHIND], "hw/kenken.py", False),
    "with an older one": (["kenken.py", "old/kenken.py"], "kenken.py", False),
    "in other case, too": (["KenKen.py", "kenken.py", "KENKEN.PY"], "kenken.py", False),
    "in a folder beside others": (["README.md", "src/kenken.py"], "src/kenken.py", True),
    "beside an environment": (["src/kenken.py", "venv/lib/six/a.py"], "src/kenken.py", True),
    "the nearest": (["a.txt", "hw/kenken.py", "hw/old/kenken.py"], "hw/kenken.py", True),
    "downloaded twice": (["kenken (1).py", "notes.txt"], "kenken (1).py", True),
    "a copy": (["Copy of kenken.py"], "Copy of kenken.py", True),
    "in capitals": (["KenKen.PY"], "KenKen.PY", True),
    "with a hidden suffix": (["kenken.py.txt"], "kenken.py.txt", True),
    "without its suffix": (["Kenken", "notes.txt"], "Kenken", True),
    "as text": (["kenken.txt"], "kenken.txt", True),
    "beside a library of similar names": (
        ["homework1.py", "lib/kenkan.py", "venv/site-packages/kenken.py"],
        "homework1.py",
        True,
    ),
    "misspelt": (["kenkan.py", "helper.py"], "kenkan.py", True),
    "with a letter of another alphabet": (["kenk\u0435n.py", "helper.py"], "kenk\u0435n.py", True),
    "the only program": (["homework1.py", "report.docx"], "homework1.py", True),
    "the only own program": (
        ["hw/mine.py", "hw/test_mine.py", "hw/solve.py", "hw/provided (1).py", "hw/__init__.py"],
        "mine.py",
        True,
    ),
    "packed again": ([("work.zip", ["ada/kenken.py"]), "notes.txt"], "ada/kenken.py", False),
    "in one of two archives": (
        [("work.zip", ["kenken.py"]), ("other.zip", ["helper.py"])],
        "kenken.py",
        False,
    ),
    "in a folder of macOS, with letters and accents apart": (
        ["u\u0308bung/a\u0308/kenken.py"],
        "kenken.py",
        False,
    ),
    "beside an archive of something else": ([("a.zip", ["b.py"]), "my.py"], "my.py", True),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("names", "file", "is_said"), READ.values(), ids=READ)
def test_file_that_is_read(
    names: Names, file: str, is_said: bool, form: str, tmp_path: Path
) -> None:
    contents, renamed = handed_in(form, names, tmp_path)
    assert contents["kenken.py"].endswith(file)
    assert renamed == ({"kenken.py": file} if is_said else {})


MISSING = "kenken.py is missing in {0}; "
REFUSED: dict[str, tuple[Names, str]] = {
    "nothing to grade": (["a.txt", "b/c.txt"], MISSING + "found: a.txt, b"),
    "two copies": (
        ["kenken (1).py", "kenken (2).py"],
        MISSING + "found: kenken (1).py, kenken (2).py: keep or name only the right one",
    ),
    "two programs": (
        ["mine.py", "other.py", "solve.py"],
        MISSING + "found: mine.py, other.py: keep or name only the right one",
    ),
    "what no other name makes a program": (
        ["kenken.docx", "kenken.pyc"],
        MISSING + "found: kenken.docx, kenken.pyc",
    ),
    "notebook": (
        ["kenken.ipynb"],
        MISSING + "kenken.ipynb is a notebook: export its code as kenken.py",
    ),
    "notebook of another name": (
        ["hw1.ipynb", "notes.txt"],
        MISSING + "hw1.ipynb is a notebook: export its code as kenken.py",
    ),
    "many files": (
        [f"{letter}.txt" for letter in "abcdefghijkl"] + ["test_kenken.py"],
        MISSING + "found: test_kenken.py, a.txt, b.txt, c.txt, d.txt, e.txt, f.txt, g.txt, …",
    ),
    "two folders": (
        ["new/kenken.py", "old/kenken.py"],
        MISSING + "found: new/kenken.py, old/kenken.py: keep or name only the right one",
    ),
    "a copy beside the folder": (
        ["kenken (1).py", "old/kenken.py"],
        MISSING + "found: kenken (1).py, old/kenken.py: keep or name only the right one",
    ),
    "two archives": (
        [("a.zip", ["kenken.py"]), ("b.zip", ["kenken.py"])],
        "{0}: found in several archives: a.zip, b.zip; keep only one",
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("names", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(names: Names, says: str, form: str, tmp_path: Path) -> None:
    with pytest.raises(IntakeError) as refusal:
        handed_in(form, names, tmp_path)
    where = "ada" if form == "class" else str(tmp_path / form)
    assert str(refusal.value) == says.format(where)


@pytest.mark.parametrize("form", FORMS)
def test_several_files_of_other_names(form: str, tmp_path: Path) -> None:
    """Each is the one that its name has in it, wherever it is; only tests are a file of tests."""
    names = ["Solver (1).py", "src/Copy of solver_funcs.py", "my_funcs_tests.py", "notes.py"]
    contents, renamed = handed_in(form, names, tmp_path, load("calcudoku"))
    read_from = dict(zip(["solver.py", "solver_funcs.py", "funcs_tests.py"], names, strict=False))
    assert contents == renamed == read_from


def test_large_folder_beside_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are not even listed, nor is a folder that may not be read."""
    monkeypatch.setattr(box, "MAX_LISTED", 10)
    names = ["kenken.py", *(f"data/{i}/{j}.txt" for i in range(20) for j in range(2))]
    assert handed_in("folder", names, tmp_path)[0] == {"kenken.py": "kenken.py"}
    (tmp_path / "folder/kenken.py").unlink()
    with pytest.raises(IntakeError, match="is missing in"):
        list_submission(KENKEN, tmp_path / "folder").usable_files()


def test_file_that_is_named(tmp_path: Path) -> None:
    """It may have any name if one is expected; one of several stands for its folder."""
    unpacked(packed(["test_ada.py", "Solver.py", "solver_funcs.py", "a.docx"]), tmp_path)
    named = list_submission(KENKEN, tmp_path / "test_ada.py")
    assert (named.contents, named.renamed) == (
        {"kenken.py": b"test_ada.py"},
        {"kenken.py": "test_ada.py"},
    )
    several = load("calcudoku")
    assert list(list_submission(several, tmp_path / "Solver.py").contents) == [
        "solver_funcs.py",
        "solver.py",
    ]
    expected = "expects solver_funcs.py, funcs_tests.py, solver.py; put them into a folder or a zip"
    with pytest.raises(IntakeError, match=expected):
        list_submission(several, tmp_path / "test_ada.py")
    with pytest.raises(IntakeError, match=r"a\.docx is not a Python file; expected: kenken\.py"):
        list_submission(KENKEN, tmp_path / "a.docx")
