"""The commands grade, check and those that generate folders, run as users run them."""

from __future__ import annotations

import ast
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import click
import pytest

from autograder.assignment import names
from autograder.cli.grade import submission_name
from autograder.cli.main import commands
from autograder.cli.options import EXAMPLES
from tests.conftest import DOUBLE, ROOT, run_autograder


def submission(folder: Path, old: str, new: str) -> Path:
    assert old in DOUBLE
    (folder / "double.py").write_text(DOUBLE.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", names(ROOT))
class TestOfTheKit:
    def test_reference_gets_full_marks(self, name: str) -> None:
        ran = run_autograder("grade", name, f"reference/{name}", "--json", "-")
        report = json.loads(ran.out)
        assert (ran.status, report["score"]) == (0, report["out_of"])
        assert report["out_of"] + sum(item["points"] for item in report["by_hand"]) == 100

    def test_starter_gets_nothing(self, name: str) -> None:
        ran = run_autograder("grade", name, f"starter/{name}", "--json", "-")
        assert (ran.status, ran.err) == (0, "")
        assert json.loads(ran.out)["score"] == 0

    def test_check_of_the_reference_passes_without_hidden_tests(self, name: str) -> None:
        ran = run_autograder("check", cwd=ROOT / "reference" / name)
        assert (ran.status, ran.err) == (0, "")
        assert "(hidden)" not in ran.out
        assert ran.out.endswith("Your instructor may run more.\n")


def test_check_fails_with_status_1(tiny: Path, tmp_path: Path) -> None:
    ran = run_autograder("check", "double", submission(tmp_path, "2 *", "3 *"), "--kit", tiny)
    assert ran.status == 1
    assert "double gave the wrong answer" in ran.out
    assert "large numbers" not in ran.out


def test_check_of_one_part(tiny: Path, tmp_path: Path) -> None:
    folder = submission(tmp_path, "print(double(", "print(double(1 + ")
    ran = run_autograder("check", "double", folder, "--part", "double", "--kit", tiny)
    assert (ran.status, "Score: 60 of 60" in ran.out) == (0, True)
    ran = run_autograder("check", "double", folder, "--part", "program", "--kit", tiny)
    assert (ran.status, "Score: 0 of 30" in ran.out) == (1, True)


def test_heading_names_the_folder_that_is_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ada/old").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "ada")
    given = ("", ".", "old/..", "old", "../ada", "/")
    named = [submission_name(Path(path)) for path in given]
    assert named == ["ada", "ada", "ada", "old", "../ada", "/"]


def test_check_infers_the_assignment(tiny: Path, tmp_path: Path) -> None:
    """From the files in the folder, else from its name or one above it."""
    folder = tmp_path / "kenken"
    folder.mkdir()
    submission(folder, "2 *", "2 *")
    assert run_autograder("check", "--kit", tiny, cwd=folder).status == 0
    assert run_autograder("check", folder / "double.py", "--kit", tiny).status == 0
    says = "double.py is missing in .; found: nothing"
    for empty in (tmp_path / "double", tmp_path / "double" / "mine"):
        empty.mkdir()
        ran = run_autograder("check", "--kit", tiny, cwd=empty)
        assert (ran.status, ran.err) == (2, f"autograder: {says}\n")


@pytest.mark.parametrize("form", ["zip", "tar", "gztar", "bztar", "xztar"])
def test_archive_is_graded(tiny: Path, tmp_path: Path, form: str) -> None:
    packed = shutil.make_archive(str(tmp_path / "ada"), form, tiny / "reference", "double")
    ran = run_autograder("grade", "double", packed, "--kit", tiny)
    assert (ran.status, "Score: 90 of 90" in ran.out) == (0, True)
    assert ran.out.startswith(f"double: {packed}\n")


def test_check_infers_the_assignment_of_an_archive(tiny: Path, tmp_path: Path) -> None:
    packed = shutil.make_archive(str(tmp_path / "ada"), "zip", tiny / "reference", "double")
    ran = run_autograder("check", packed, "--kit", tiny)
    assert (ran.status, ran.err) == (0, "")
    (tmp_path / "empty").mkdir()
    packed = shutil.make_archive(str(tmp_path / "other"), "zip", tmp_path / "empty")
    says = f"autograder: {packed}: which assignment is this? Name one of: double\n"
    ran = run_autograder("check", packed, "--kit", tiny)
    assert (ran.status, ran.err) == (2, says)
    Path(packed).write_text("no zip")
    says = f"autograder: {packed} is not a .zip archive; pack your files as a zip\n"
    ran = run_autograder("check", packed, "--kit", tiny)
    assert (ran.status, ran.err) == (2, says)


def test_inferring_skips_an_invalid_assignment(tiny: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    broken = kit / "autograder" / "assignments" / "broken" / "assignment.toml"
    broken.parent.mkdir()
    broken.write_text("[[[")
    assert run_autograder("check", kit / "reference/double", "--kit", kit).status == 0


CHECKS = [line for line in EXAMPLES.split("\n") if " check" in line and "--watch" not in line]


@pytest.mark.parametrize("line", CHECKS)
def test_examples_of_check(line: str, tmp_path: Path) -> None:
    """Run where their paths are."""
    work = tmp_path / "kenken" / "work"
    shutil.copytree(ROOT / "reference" / "kenken", work)
    shutil.make_archive(str(work / "ada"), "zip", work)
    line = line.replace("FILE.py", "kenken.py").replace("NAME", "kenken")
    arguments = line.replace("PART", "find_blank").split("  ", maxsplit=1)[0].split()[1:]
    ran = run_autograder(*arguments, cwd=work.parent if "work/" in line else work)
    assert (ran.status, ran.err) == (0, "")


def test_cases_that_are_not_text(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "a.in").write_bytes(b"\xff")
    (tmp_path / "a.out").write_text("")
    reference = tiny / "reference/double"
    ran = run_autograder("grade", "double", reference, "--cases", tmp_path, "--kit", tiny)
    assert (ran.status, ran.err) == (2, f"autograder: {tmp_path / 'a.in'}: not UTF-8 text\n")


def test_cases_that_cannot_be_read(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "a.in").mkdir()
    (tmp_path / "a.out").write_text("")
    reference = tiny / "reference/double"
    ran = run_autograder("grade", "double", reference, "--cases", tmp_path, "--kit", tiny)
    says = f"autograder: {tmp_path / 'a.in'}: cannot be read: Is a directory\n"
    assert (ran.status, ran.err) == (2, says)


def test_check_reports_when_no_assignment_can_be_inferred(tmp_path: Path) -> None:
    ran = run_autograder("check", cwd=tmp_path)
    assert ran.status == 2
    known = ", ".join(names(ROOT))
    assert ran.err == f"autograder: {tmp_path}: which assignment is this? Name one of: {known}\n"


def test_json_to_a_file_and_to_standard_output(tiny: Path, tmp_path: Path) -> None:
    command = ("grade", "double", tiny / "reference/double", "--kit", tiny, "--json")
    printed = json.loads(run_autograder(*command, "-").out)
    assert "Score: 90 of 90" in run_autograder(*command, tmp_path / "r.json").out
    written = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert (written["score"], printed["score"]) == (90, 90)


def test_own_cases_replace_the_secret_ones(tiny: Path, tmp_path: Path) -> None:
    cases = tmp_path / "cases"
    cases.mkdir()
    (cases / "three.in").write_text("3\n")
    (cases / "three.out").write_text("7\n")
    reference = tiny / "reference/double"
    ran = run_autograder("grade", "double", reference, "--cases", cases, "--kit", tiny)
    assert "double.py prints the double: three (hidden): wrong" in ran.out
    assert "ten" not in ran.out
    assert "Score: 75 of 90" in ran.out


@pytest.mark.parametrize(("mode", "score"), [("exact", 60), ("lenient", 90)])
def test_whitespace(tiny: Path, tmp_path: Path, mode: str, score: int) -> None:
    folder = submission(tmp_path, "print(double(int(input())))", "print('', double(int(input())))")
    ran = run_autograder("grade", "double", folder, "--whitespace", mode, "--kit", tiny)
    assert f"Score: {score} of 90" in ran.out
    assert ("Only whitespace differs, on line 1:" in ran.out) is (mode == "exact")


@pytest.mark.parametrize(("mode", "score"), [("exact", 60), ("lenient", 90)])
def test_blank_lines_and_dashes(tiny: Path, tmp_path: Path, mode: str, score: int) -> None:
    """Lenient comparison forgives more dashes in a header where the assignment says so."""
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    toml = kit / "autograder/assignments/double/assignment.toml"
    lenient = toml.read_text("utf-8").replace("[program]", "[program]\nlenient_dashes = true")
    toml.write_text(lenient, encoding="utf-8")
    for path in (kit / "expected/double").rglob("*.out"):
        path.write_text(f"--Double--\n{path.read_text('utf-8')}", encoding="utf-8")
    printing = "print('---Double---\\n'); print(double(int(input())))"
    folder = submission(tmp_path, "print(double(int(input())))", printing)
    ran = run_autograder("grade", "double", folder, "--whitespace", mode, "--kit", kit)
    assert f"Score: {score} of 90" in ran.out


UNUSABLE = {
    "no such assignment": (["grade", "nope", "."], "autograder: no assignment 'nope' in"),
    "no such path": (["grade", "kenken", "nope"], "autograder: nope: no such file or folder"),
    "nothing to grade": (["grade", "kenken", "tests"], "autograder: kenken.py is missing in tests"),
    "no cases": (
        ["grade", "kenken", "reference/kenken", "--cases", "handout"],
        "autograder: handout: no cases here; a case is two files, NAME.in and NAME.out",
    ),
    "no folder of cases": (
        ["grade", "kenken", "reference/kenken", "--cases", "nope"],
        "autograder: nope: no such folder",
    ),
    "half a case": (
        ["grade", "kenken", "reference/kenken", "--cases", "inputs/kenken/sample"],
        "autograder: inputs/kenken/sample/begun.in: begun.out is missing next to it",
    ),
    "no such part": (
        ["check", "kenken", "reference/kenken", "--part", "nope"],
        "autograder: kenken has no part 'nope'; its parts are: find_blank",
    ),
    "report that cannot be written": (
        ["grade", "kenken", "reference/kenken", "--json", "no/such/folder/r.json"],
        "autograder: no/such/folder/r.json: cannot write the report: No such file or directory",
    ),
    "report without a name": (
        ["grade", "kenken", "reference/kenken", "--json", ""],
        "autograder: Invalid value for '--json': it is empty; name a file or a folder.",
    ),
    "path without a name": (
        ["grade", "kenken", ""],
        "autograder: Invalid value for 'PATH': it is empty; name a file or a folder.",
    ),
    "path of a check without a name": (
        ["check", "kenken", ""],
        "autograder: Invalid value for '[PATH]': it is empty; name a file or a folder.",
    ),
    "no arguments": (
        ["grade"],
        "autograder: Missing argument 'ASSIGNMENT'. See autograder grade --help",
    ),
    "unknown option": (
        ["grade", "--nope"],
        "autograder: No such option '--nope'. See autograder grade --help",
    ),
    "no such kit": (
        ["starter", "--kit", "nope"],
        "autograder: Invalid value for '--kit': Directory 'nope' does not exist. See autograder",
    ),
}


@pytest.mark.parametrize(("arguments", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_input_is_status_2(arguments: list[str], says: str) -> None:
    ran = run_autograder(*arguments)
    assert ran.status == 2
    assert ran.err.startswith(says)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("tests/test_double.py", "def broken(:\n", "tests/test_double.py: "),
        ("tests/test_double.py", "import nope\n", "No module named 'nope'"),
        ("tests/test_double.py", "", "the part double has no tests"),
    ],
)
def test_grader_failing_is_status_3(
    tiny: Path, tmp_path: Path, file: str, content: str, says: str
) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    (kit / "autograder/assignments/double" / file).write_text(content)
    (kit / "autograder/assignments/double/hidden/test_double.py").unlink()
    ran = run_autograder("grade", "double", kit / "reference/double", "--kit", kit)
    assert ran.status == 3
    assert ran.err.startswith("autograder: the grader failed, not the submission: ")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_fault_in_one_test_costs_no_marks_and_is_reported(tiny: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    broken = "from double import double\n\n\ndef test_small():\n"
    broken += '    """double works"""\n    assert double(one) == 4\n'
    (kit / "autograder/assignments/double/tests/test_double.py").write_text(broken)
    ran = run_autograder("grade", "double", kit / "reference/double", "--kit", kit)
    assert ran.status == 3
    assert "double works: grader error" in ran.out
    assert "the grader failed: NameError: name 'one' is not defined" in ran.out
    assert "Score: 90 of 90" in ran.out


def test_help_shows_every_command_with_examples() -> None:
    ran = run_autograder("--help")
    assert ran.status == 0
    for name in commands.list_commands(click.Context(commands)):
        assert f"  autograder {name}" in ran.out


@pytest.mark.parametrize("name", names(ROOT))
def test_every_test_has_its_own_sentence(name: str) -> None:
    """In the present tense, without a full stop, and no two alike in a file."""
    folder = ROOT / "autograder" / "assignments" / name
    for path in [*folder.glob("tests/test_*.py"), *folder.glob("hidden/test_*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tests = [
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
        sentences = [ast.get_docstring(test) or "" for test in tests]
        assert all(sentences), path
        assert not any(sentence.endswith(".") for sentence in sentences), path
        assert len(set(sentences)) == len(sentences), path


def test_interrupt_prints_nothing(tmp_path: Path) -> None:
    (tmp_path / "kenken.py").write_text("import time\ntime.sleep(60)\n")
    command = [sys.executable, "-m", "autograder", "check", "kenken", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True) as running:
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (130, "", "\n")
