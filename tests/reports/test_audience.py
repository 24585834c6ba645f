"""Submissions that try to reveal hidden tests to a student fail."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import KITS, Ran, copy_kit, run_autograder

SECRETS = ("quokka", "4711", "9422", "wallaby", "wombat", "tabmow", "numbat")
"""Arguments, their doubles, standard input, a case's input, output and name."""

ASSIGNMENT = "autograder/assignments/secrets"
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


def grade(kit: Path, folder: Path, audience: str, own: str = OWN, main: str = MAIN) -> Ran:
    """The report in both renderings, JSON last, on its `out`."""
    (folder / "own.py").write_text(own, encoding="utf-8")
    (folder / "main.py").write_text(main, encoding="utf-8")
    file = folder.parent / f"{audience}.json"
    options = ("--audience", audience, "--kit", kit, "--json", file)
    ran = run_autograder("grade", "secrets", folder, *options)
    assert ran.err == ""
    return Ran(ran.status, ran.out + file.read_text(encoding="utf-8"), ran.err)


def of_json(ran: Ran) -> dict[str, Any]:
    return dict(json.loads(ran.out[ran.out.index("\n{") :]))


def revealed(ran: Ran) -> set[str]:
    return {secret for secret in SECRETS if secret in ran.out}


KEEP = {
    "returned": ("return [x]", {"quokka", "4711", "9422"}),
    "printed": ("print(x); return 0", {"quokka", "4711"}),
    "printed to standard error": ("print(x, file=sys.stderr); return 0", {"quokka", "4711"}),
    "standard input": ("raise ValueError(input())", {"wallaby"}),
    "text of an exception": ("raise ValueError(f'<{x}>')", {"quokka", "4711"}),
    "class of an exception": ("raise type(f'E{x}', (Exception,), {})", {"quokka", "4711"}),
    "name of a function": (
        "exec(compile(f'def f{x}(): raise KeyError\\nf{x}()', __file__, 'exec'))",
        {"quokka", "4711"},
    ),
    "name of a file": (
        "e = SyntaxError('no'); e.filename = f'{x}.py'; e.lineno = 1; raise e",
        {"quokka", "4711"},
    ),
    "text of a syntax error": ("raise SyntaxError(f'no {x}')", {"quokka", "4711"}),
    "line of a syntax error": (
        "e = SyntaxError('no'); e.filename = __file__; e.lineno = x; raise e",
        {"4711"},
    ),
    "name that is not defined": (
        "raise ImportError(f\"cannot import name 'f{x}' from 'own'\")",
        {"quokka", "4711"},
    ),
    "function that is not written": (
        "exec(compile(f'def f{x}(): raise NotImplementedError\\nf{x}()', __file__, 'exec'))",
        {"quokka", "4711"},
    ),
    "exit message": ("sys.exit(f'<{x}>')", {"quokka", "4711"}),
    "values where it hangs": ("held = x\n    while True: pass", {"quokka", "4711"}),
    "argument changed": ("return x.append(f'{x}')", {"quokka"}),
    "file that keeps the module from loading": (
        "open('note', 'a').write(f'{x}'); return 0\n"
        "if os.path.exists('note'): raise ValueError(open('note').read())",
        {"quokka"},
    ),
    "file that another function reads": (
        "open('note', 'a').write(f'{x}'); return 0\ndef later(): print(open('note').read())",
        {"quokka", "4711"},
    ),
}


@pytest.mark.parametrize(("body", "secrets"), KEEP.values(), ids=KEEP)
def test_revealing_function(kit: Path, tmp_path: Path, body: str, secrets: set[str]) -> None:
    own = f"import os, sys\n\ndef later(): return 1\n\ndef keep(x):\n    {body}\n"
    check(kit, tmp_path, secrets, own=own)


REVEALING_PROGRAMS: dict[str, tuple[dict[str, str], set[str]]] = {
    "printed": ({"main": "print(input())\n"}, {"wombat", "tabmow", "numbat"}),
    "raised": ({"main": "raise ValueError(input())\n"}, {"wombat"}),
    "raised by a module that it imports": (
        {"own": f"{OWN}\nimport sys\nif len(x := sys.stdin.read()) > 5: raise ValueError(x)\n"},
        {"wombat"},
    ),
    "syntax error in a module that it imports": (
        {
            "own": f"{OWN}\nimport sys\nif len(text := sys.stdin.read()) > 5:\n"
            "    e = SyntaxError(text); e.filename = __file__; e.lineno = 1; raise e\n"
        },
        {"wombat"},
    ),
    "function missing": ({"main": "import own\ngetattr(own, input())()\n"}, {"wombat"}),
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
    folder = folder / "work"
    folder.mkdir()
    instructor = grade(kit, folder, "instructor", **files)
    assert revealed(instructor) >= secrets
    student = grade(kit, folder, "student", **files)
    assert revealed(student) == set()
    assert (student.status, of_json(student)["score"]) == (
        instructor.status,
        of_json(instructor)["score"],
    )
    assert of_json(student)["audience"] == "student"
    hidden = [test for part in of_json(student)["parts"] for test in part["tests"]]
    assert {test["seconds"] for test in hidden if test["hidden"]} == {0}


def test_passed_tests_reveal_no_rows_or_cases(kit: Path, tmp_path: Path) -> None:
    check(kit, tmp_path, {"4711", "9422", "quokka", "numbat"})


def test_hidden_tests_stay_hidden_for_any_path_of_the_kit(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(kit)
    (tmp_path / "own.py").write_text(OWN.replace("2 * x", "x"))
    (tmp_path / "main.py").write_text(MAIN)
    for path in ("link", f"{kit.name}", f"../{kit.parent.name}/{kit.name}"):
        where = tmp_path if path == "link" else kit.parent
        options = ("--audience", "student", "--kit", path)
        ran = run_autograder("grade", "secrets", tmp_path, *options, cwd=where)
        assert "keep doubles numbers (hidden): wrong\n" in ran.out
        assert revealed(ran) == set()


def test_grader_error_in_a_hidden_test(kit: Path, tmp_path: Path) -> None:
    """Students see that there was one, which costs no mark; the exit status stays 3."""
    faulty = tmp_path / "kit"
    shutil.copytree(kit, faulty)
    broken = 'def test_it():\n    """keep works"""\n    raise KeyError("quokka")\n'
    (faulty / ASSIGNMENT / "hidden/test_keep.py").write_text(broken)
    (tmp_path / "work").mkdir()
    instructor = grade(faulty, tmp_path / "work", "instructor")
    student = grade(faulty, tmp_path / "work", "student")
    assert "! keep works: the grader failed: KeyError: 'quokka'\n" in instructor.out
    assert "! keep works (hidden)\n" in student.out
    assert (student.status, revealed(student)) == (3, set())


def test_check_is_for_students(kit: Path) -> None:
    ran = run_autograder("check", "secrets", kit / "reference/secrets", "--kit", kit, "--json", "-")
    assert json.loads(ran.out)["audience"] == "student"


def test_program_that_reads_at_import_keeps_the_points_of_its_functions(
    kit: Path, tmp_path: Path
) -> None:
    """Only the program's tests fail, though they are run before the functions' hidden ones."""
    line = "if sys.stdin.read(): raise ValueError"
    own = f"{OWN}import sys\n{line}\n"
    report = of_json(grade(kit, tmp_path, "instructor", own=own))
    assert [part["earned"] for part in report["parts"]] == [50, 0, 20]
    assert report["problems"] == [f"loading own.py raised ValueError (own.py, line 10: {line})"]


def test_a_test_starts_with_a_new_exchange(kit: Path, tmp_path: Path) -> None:
    """A failure before the first request is the grader's, whatever happened in the test before."""
    faulty = tmp_path / "kit"
    shutil.copytree(kit, faulty)
    after = 'def test_after(program):\n    """nothing is asked"""\n    assert 1 == 2\n'
    test = faulty / ASSIGNMENT / "tests/test_program.py"
    test.write_text(f"{test.read_text()}\n\n{after}")
    (tmp_path / "work").mkdir()
    report = of_json(grade(faulty, tmp_path / "work", "instructor", main="print(input())\n"))
    tests = {test["name"]: test["outcome"] for test in report["parts"][1]["tests"]}
    assert tests["test_after"] == "grader_error"
