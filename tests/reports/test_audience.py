"""Submissions that try to reveal hidden tests to a student fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder.report import Report
from autograder.reports import json as as_json
from autograder.reports import text
from autograder.reports.html import page
from autograder.reports.json import read_report
from tests.conftest import KITS, copy_kit, run_autograder

SECRETS = ("quokka", "4711", "9422", "wallaby", "wombat", "tabmow", "numbat")
"""Arguments, their doubles, standard input, a case's input, output and name."""

OWN, MAIN = (
    (KITS / "secrets/reference/secrets" / name).read_text(encoding="utf-8")
    for name in ("own.py", "main.py")
)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = copy_kit("secrets", tmp_path_factory.mktemp("secrets"))
    for command in ("starter", "expected"):
        assert run_autograder(command, "--kit", kit).status == 0
    return kit


def graded(kit: Path, folder: Path, own: str = OWN, main: str = MAIN) -> Report:
    (folder / "own.py").write_text(own, encoding="utf-8")
    (folder / "main.py").write_text(main, encoding="utf-8")
    ran = run_autograder("grade", "secrets", folder, "--kit", kit, "--json", "-")
    return read_report(json.loads(ran.out))


def revealed(report: Report) -> set[str]:
    """Return the secrets in any rendering of a report."""
    shown = text.render(report, "") + as_json.render(report) + page(report)
    return {secret for secret in SECRETS if secret in shown}


KEEP = {
    "returned": ("return [x]", {"quokka", "4711", "9422"}),
    "text of an exception": ("raise ValueError(f'<{x}>')", {"quokka", "4711"}),
    "name of a function": (
        "exec(compile(f'def f{x}(): raise KeyError\\nf{x}()', __file__, 'exec'))",
        {"quokka", "4711"},
    ),
    "file that keeps the module from loading": (
        "open('note', 'a').write(f'{x}'); return 0\n"
        "if os.path.exists('note'): raise ValueError(open('note').read())",
        {"quokka"},
    ),
}


@pytest.mark.parametrize(("body", "secrets"), KEEP.values(), ids=KEEP)
def test_revealing_function(kit: Path, tmp_path: Path, body: str, secrets: set[str]) -> None:
    own = f"import os, sys\n\ndef later(): return 1\n\ndef keep(x):\n    {body}\n"
    check(kit, tmp_path, secrets, own=own)


REVEALING_PROGRAMS: dict[str, tuple[dict[str, str], set[str]]] = {
    "printed": ({"main": "print(input())\n"}, {"wombat", "tabmow", "numbat"}),
    "file that the module cannot be loaded with": (
        {
            "own": f"{OWN}\nimport os\n"
            "if os.path.exists('note'): raise ValueError(open('note').read())\n",
            "main": "open('note', 'a').write(text) if len(text := input()) > 5 else 0\n",
        },
        {"numbat"},
    ),
}


@pytest.mark.parametrize(("files", "secrets"), REVEALING_PROGRAMS.values(), ids=REVEALING_PROGRAMS)
def test_revealing_program(
    kit: Path, tmp_path: Path, files: dict[str, str], secrets: set[str]
) -> None:
    check(kit, tmp_path, secrets, **files)


def check(kit: Path, folder: Path, secrets: set[str], **files: str) -> None:
    """No rendering shows students a secret; instructors see what the submission reveals."""
    report = graded(kit, folder, **files)
    assert revealed(report) >= secrets
    reduced = report.for_students()
    assert revealed(reduced) == set()
    assert reduced.score == report.score


def test_passed_tests_reveal_no_rows_or_cases(kit: Path, tmp_path: Path) -> None:
    check(kit, tmp_path, {"4711", "9422", "quokka", "numbat"})


def test_commands_for_students(kit: Path, tmp_path: Path) -> None:
    """`check` runs no hidden tests; for students, `grade` reduces them."""
    reference = kit / "reference/secrets"
    ran = run_autograder("check", "secrets", reference, "--kit", kit, "--json", "-")
    assert json.loads(ran.out)["audience"] == "student"
    (tmp_path / "own.py").write_text(OWN.replace("2 * x", "x"))
    (tmp_path / "main.py").write_text(MAIN)
    options = ("--audience", "student", "--kit", kit.name)
    ran = run_autograder("grade", "secrets", tmp_path, *options, cwd=kit.parent)
    assert "keep doubles numbers (hidden): wrong\n" in ran.out
    assert not any(secret in ran.out for secret in SECRETS)


def test_program_that_reads_at_import_keeps_the_points_of_its_functions(
    kit: Path, tmp_path: Path
) -> None:
    """Only the program's tests fail, though they are run before the functions' hidden ones."""
    line = "if sys.stdin.read(): raise ValueError"
    report = graded(kit, tmp_path, own=f"{OWN}import sys\n{line}\n")
    assert [part.earned for part in report.parts] == [50, 0, 20]
    assert report.problems == (f"loading own.py raised ValueError (own.py, line 10: {line})",)
