"""`autograder diff`, on the student's program and on saved outputs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import DOUBLE, Ran, copy_kit, run_autograder


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "double.py").write_text(DOUBLE)
    return tmp_path


def diff(work: Path, kit: Path, *arguments: object) -> Ran:
    return run_autograder("diff", *arguments, "--kit", kit, cwd=work)


def test_program_is_run(work: Path, tiny: Path) -> None:
    ran = diff(work, tiny, "two")
    assert (ran.status, ran.out, ran.err) == (
        0,
        "✓ double.py < two.in: exactly as expected\n",
        "",
    )
    (work / "double.py").write_text(DOUBLE.replace("print(double(", "print(1 + double("))
    ran = diff(work, tiny, "two.in")
    assert (ran.status, ran.out.splitlines()[:2]) == (
        1,
        ["✗ double.py < two.in", "  Line 1 differs."],
    )
    (work / "double.py").write_text(
        DOUBLE.replace("print(double(", "print(4)\n    print(1 / (0 * ")
    )
    ran = diff(work, tiny, "two")
    assert ran.status == 1
    assert "raised" in ran.out
    assert "What it printed before that:" in ran.out


def test_files_and_exit_status_of_a_case(tmp_path: Path) -> None:
    kit, work = copy_kit("programs", tmp_path / "kit"), tmp_path / "work"
    run_autograder("expected", "--kit", kit)
    shutil.copytree(kit / "reference/programs", work)
    for case in ("sample", "none_sample"):
        ran = diff(work, kit, case)
        title = f"count.py < count/{case}.in"
        assert (ran.status, ran.out) == (0, f"✓ {title}: exactly as expected\n")
    source = (work / "count.py").read_text()
    (work / "count.py").write_text(
        source.replace("{word}", "{word}s").replace("return 2", "return 3")
    )
    assert diff(work, kit, "none_sample").out.splitlines() == [
        "✗ count.py < count/none_sample.in",
        "  The output is right, but the exit status is 3, not 2.",
    ]
    ran = diff(work, kit, "sample")
    assert ran.status == 1
    assert ran.out.splitlines()[:6] == [
        "✗ count.py < count/sample.in",
        "  The output is right, but the file report.txt is wrong.",
        "",
        "report.txt:",
        "",
        "✗ ones",
    ]
    assert "+ one" in ran.out.splitlines()
    (work / "count.py").write_text(source.replace("report.txt", "words.txt"))
    assert diff(work, kit, "sample").out.splitlines() == [
        "✗ count.py < count/sample.in",
        "  The output is right, but the file report.txt was not written.",
    ]
