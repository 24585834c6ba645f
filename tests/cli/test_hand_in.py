"""`check --hand-in` writes a zip that `grade` takes."""

from __future__ import annotations

import codecs
import json
import stat
import zipfile
from pathlib import Path

from tests.conftest import DOUBLE, run_autograder


def test_zip_is_graded(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(DOUBLE)
    (tmp_path / "test_double.py").write_text("assert 1\n")
    (tmp_path / "notes.txt").write_text("not handed in\n")
    ran = run_autograder("check", "--hand-in", "--kit", tiny, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert "Ready to hand in?" not in ran.out
    assert ran.out.splitlines()[-4:] == [
        "Nothing is missing.",
        "Hand in double-hand-in.zip, which holds:",
        f"  double.py       {len(DOUBLE):>7,} bytes",
        "  test_double.py        9 bytes",
    ]
    with zipfile.ZipFile(tmp_path / "double-hand-in.zip") as archive:
        assert archive.namelist() == ["double.py", "test_double.py"]
    (tmp_path / "other").mkdir()
    zipped = tmp_path / "double-hand-in.zip"
    ran = run_autograder("grade", "double", zipped, "--kit", tiny, "--json", "-", cwd=tmp_path)
    assert ran.status == 0
    assert json.loads(ran.out)["score"] == 90


def test_what_is_missing_is_named(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text("def double(number):\n    print(number)\n    return 3\n")
    ran = run_autograder("check", "--hand-in", "--kit", tiny, cwd=tmp_path)
    assert (ran.status, ran.err) == (1, "")
    after = ran.out.partition("Before you hand in:\n")[2].splitlines()
    assert after[0] == "  - no part passes yet"
    assert "  - double.py: no docstring in double (line 1)" in after
    assert after[-2:] == [
        "Hand in double-hand-in.zip, which holds:",
        f"  double.py  {51:>7} bytes",
    ]
    (tmp_path / "double.py").write_text(DOUBLE.replace("print(", "str("))
    ran = run_autograder("check", "--hand-in", "--kit", tiny, cwd=tmp_path)
    assert "\n  - program does not pass yet\n" in ran.out


def test_file_that_begins_with_a_mark(tiny: Path, tmp_path: Path) -> None:
    """Editors on Windows write one; Python and the grader ignore it."""
    source = "def double(number):\n    return 3\n"
    (tmp_path / "double.py").write_bytes(codecs.BOM_UTF8 + source.encode())
    ran = run_autograder("check", "--hand-in", "--lines", "--kit", tiny, cwd=tmp_path)
    assert "\n  - double.py: no docstring in double (line 1)\n" in ran.out
    (tmp_path / "double.py").write_bytes(codecs.BOM_UTF8 + b"TWO = 2\n\n\n" + source.encode())
    ran = run_autograder("check", "--lines", "--kit", tiny, cwd=tmp_path)
    assert "\ndouble.py:4: double " in ran.out


def test_own_module_is_not_graded(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(f"from helpers import two\n{DOUBLE}")
    (tmp_path / "helpers.py").write_text("two = 2\n")
    (tmp_path / "other.py").write_text("")
    ran = run_autograder("check", "--hand-in", "--kit", tiny, cwd=tmp_path)
    why = "helpers.py is there, but only double.py is graded: move what you need into double.py"
    assert f"No module named 'helpers'; {why}" in ran.out
    assert "  - helpers.py is imported, but only double.py is handed in and graded\n" in ran.out
    assert "other.py" not in ran.out
    ran = run_autograder("grade", "double", ".", "--kit", tiny, cwd=tmp_path)
    assert why in ran.out


def test_test_file_that_cannot_be_handed_in_is_named(tiny: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "own.zip", "w") as archive:
        archive.writestr("double.py", DOUBLE)
        archive.writestr("test_large.py", "#" * 1_048_577)
        archive.writestr("test_damaged.py", "assert 1\n")
        link = zipfile.ZipInfo("test_link.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "elsewhere.py")
    data = (tmp_path / "own.zip").read_bytes().replace(b"assert 1", b"assert 2")
    (tmp_path / "own.zip").write_bytes(data)
    ran = run_autograder("check", "double", "own.zip", "--hand-in", "--kit", tiny, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.partition("Before you hand in:\n")[2].splitlines() == [
        "  - not in the zip: test_large.py has 1,048,577 bytes; at most 1,048,576 are allowed",
        "  - not in the zip: test_damaged.py cannot be read: it is damaged",
        "  - not in the zip: test_link.py is a link; hand in the file itself",
        "Hand in double-hand-in.zip, which holds:",
        f"  double.py  {len(DOUBLE):>7,} bytes",
    ]
