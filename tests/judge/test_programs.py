"""Programs with arguments, files and an exit status; several in one assignment."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from autograder import signals
from autograder.assignment import AssignmentError, load
from autograder.authoring.expected import expected_files
from autograder.authoring.release import sample_cases
from autograder.authoring.starter import starter_files
from autograder.authoring.verify.graded import check_chaff, check_wheat
from autograder.authoring.verify.solutions import file_replaced
from autograder.intake.cases import cases_from
from autograder.judge.grading import grade
from autograder.judge.grading_server import own_tests
from autograder.program_cases import CASE_TEXTS
from tests.conftest import copy_kit, run_autograder

EXPECTED = {
    "sample/count/none_sample.exit": b"2\n",
    "sample/count/none_sample.out": b"no file no_sample.txt\n",
    "sample/count/sample.out": b"3 three\n",
    "sample/count/sample.written/report.txt": b"one\nthree\nfive\n",
    "sample/greet/ada.out": b"Hello, Ada!\n",
    "secret/count/none_secret.exit": b"2\n",
    "secret/count/none_secret.out": b"no file no_secret.txt\n",
    "secret/count/secret.out": b"2 four\n",
    "secret/count/secret.written/report.txt": b"two\nfour\n",
    "secret/greet/grace.out": b"Hello, Grace!\n",
}
COUNT = "count/sample"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = copy_kit("programs", tmp_path_factory.mktemp("programs"))
    contents = {"starter": starter_files(load("programs", kit)), "expected": EXPECTED}
    for folder, files in contents.items():
        for name, content in files.items():
            path = kit / folder / "programs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return kit


def test_expected_outputs_files_and_exit_status(kit: Path) -> None:
    assert expected_files(load("programs", kit)) == EXPECTED


def test_expected_outputs_end_with_the_command(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "_has_stopped", True)
    with pytest.raises(signals.Stopped):
        expected_files(load("programs", kit))


def test_reference_scores_full_marks(kit: Path, tmp_path: Path) -> None:
    submission = shutil.copytree(kit / "reference/programs", tmp_path / "programs")
    assert run_autograder("check", submission, "--kit", kit).status == 0


CALL = "count.py --longest words.txt < count/sample.in"
NONE = "count.py --longest no_sample.txt < count/none_sample.in"
WRONG: dict[str, tuple[str, str, str, str, str, str]] = {
    "other exit status": (
        *("return 2", "return 3", "count/none_sample", "count.py gave a wrong result", NONE),
        "The output is right, but the exit status is 3, not 2.",
    ),
    "an exit status of a right run": (
        *("return 0", "return 1", COUNT, "count.py called exit() with the status 1", CALL, ""),
    ),
    "no file": (
        *('"report.txt"', '"other.txt"', COUNT, "count.py gave a wrong result", CALL),
        "The output is right, but the file report.txt was not written.",
    ),
    "wrong file": (
        *('f"{word}\\n"', 'f"{word.upper()}\\n"', COUNT, "count.py gave a wrong result", CALL),
        "The output is right, but the file report.txt is wrong.\n"
        "Line 1 differs only in upper and lower case:",
    ),
}


@pytest.mark.parametrize(
    ("old", "new", "case", "message", "call", "difference"), WRONG.values(), ids=WRONG
)
def test_wrong_program(
    kit: Path,
    tmp_path: Path,
    old: str,
    new: str,
    case: str,
    *,
    message: str,
    call: str,
    difference: str,
) -> None:
    submission = shutil.copytree(kit / "reference/programs", tmp_path / "programs")
    source = (submission / "count.py").read_text(encoding="utf-8")
    assert old in source
    (submission / "count.py").write_text(source.replace(old, new), encoding="utf-8")
    command = ("check", submission, "--part", "count", "--json", tmp_path / "r.json", "--kit", kit)
    assert run_autograder(*command).status == 1
    [part] = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["parts"]
    failed = [test for test in part["tests"] if test["outcome"] != "pass"]
    assert [test["name"] for test in failed] == [f"test_output[{case}]"]
    detail = failed[0]["detail"]
    assert (detail["message"], detail["call"]) == (message, call)
    assert detail.get("difference", "") == difference


def test_input_of_a_sample_case_and_the_text_of_an_exit_are_shown(
    kit: Path, tmp_path: Path
) -> None:
    """The input only of sample cases."""
    submission = shutil.copytree(kit / "reference/programs", tmp_path / "programs")
    (submission / "greet.py").write_text("print(input())\n", "utf-8")
    source = (submission / "count.py").read_text(encoding="utf-8")
    wrong = source.replace('print(f"no file {file}")', 'sys.exit(f"no file {file}")')
    (submission / "count.py").write_text(wrong, encoding="utf-8")
    ran = run_autograder("grade", "programs", submission, "--kit", kit, "--json", "-")
    tests = [test for part in json.loads(ran.out)["parts"] for test in part["tests"]]
    details = {test["name"]: test["detail"] for test in tests}
    assert details["test_output[greet/ada]"]["arguments"] == {"ada.in": "Ada"}
    assert "arguments" not in details["test_output[greet/grace]"]
    assert details["test_output[count/none_sample]"]["cause"] == (
        "'no file no_sample.txt' went to standard error, as the text of `sys.exit(…)` does: print"
        " it instead"
    )


def test_float_digits(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "kit", dirs_exist_ok=True)
    toml = tmp_path / "kit/autograder/assignments/programs/assignment.toml"
    tolerant = toml.read_text().replace('"greet.py"\n\n', '"greet.py"\nfloat_digits = 6\n\n')
    toml.write_text(tolerant)
    (tmp_path / "kit/expected/programs/sample/greet/ada.out").write_text("Hello, 0.3!\n")
    submission = shutil.copytree(kit / "reference/programs", tmp_path / "programs")
    source = (submission / "greet.py").read_text().replace("input()", "0.1 + 0.2")
    (submission / "greet.py").write_text(source)
    ran = run_autograder("check", submission, "--part", "greeting", "--kit", tmp_path / "kit")
    assert "Score: 40 of 40" in ran.out


NUMBERS = """\
def test_last_word(program, case):
    assert float(program(case).text.split()[-1]) == 0.5
"""


def test_output_that_a_test_cannot_read(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "kit", dirs_exist_ok=True)
    tests = tmp_path / "kit/autograder/assignments/programs/tests/test_greeting.py"
    tests.write_text(NUMBERS)
    reference = tmp_path / "kit/reference/programs"
    submission = shutil.copytree(reference, tmp_path / "programs")
    (reference / "greet.py").write_text("print(0.5)\n")
    arguments = ("check", submission, "--part", "greeting", "--kit", tmp_path / "kit")
    assert "greet.py printed output of the wrong shape\n" in run_autograder(*arguments).out


def test_cases_of_a_folder(kit: Path, tmp_path: Path) -> None:
    """Inputs and expected files lie side by side, in the folder of their program."""
    for folder in ("inputs", "expected"):
        shutil.copytree(kit / folder / "programs/secret", tmp_path, dirs_exist_ok=True)
    cases = cases_from(tmp_path, load("programs", kit))
    assert [case.name for case in cases] == ["count/none_secret", "count/secret", "greet/grace"]
    assert (cases[0].status, cases[0].arguments) == (2, ("no_secret.txt",))
    (cases[1].input.with_suffix(".files") / "Thumbs.db").touch()
    assert cases[1].files == {"words.txt": b"two four\n"}
    assert cases[1].written == {"report.txt": "two\nfour\n"}
    files = [path.name for case in cases for path in (*case.companions, *case.output_companions)]
    none = ["none_secret.args", "none_secret.exit"]
    assert files == [*none, "secret.args", "words.txt", "report.txt"]


def test_case_files_of_other_editors(kit: Path, tmp_path: Path) -> None:
    """They may begin with a byte order mark and end lines as on Windows, or be in UTF-16."""
    shutil.copytree(kit, tmp_path, dirs_exist_ok=True)
    texts = [path for path in tmp_path.glob("inputs/**/*") if path.suffix in CASE_TEXTS]
    texts += [path for path in tmp_path.glob("expected/**/*") if path.is_file()]
    for path in texts:
        lines = path.read_text("utf-8").replace("\n", "\r\n")
        path.write_bytes(lines.encode("utf-8-sig" if "sample" in path.parts else "utf-16"))
    submission = kit / "reference/programs"
    ran = run_autograder("grade", "programs", submission, "--kit", tmp_path, "--json", "-")
    assert json.loads(ran.out)["score"] == 100
    assert expected_files(load("programs", tmp_path)) == EXPECTED
    cases = sample_cases(tmp_path / "inputs/programs/sample", "")
    assert cases == sample_cases(kit / "inputs/programs/sample", "")


def unnamed(kit: Path) -> None:
    toml = kit / "autograder/assignments/programs/assignment.toml"
    toml.write_text(toml.read_text().replace('name = "greet"\n', ""))


def of_no_digits(kit: Path) -> None:
    toml = kit / "autograder/assignments/programs/assignment.toml"
    toml.write_text(toml.read_text().replace('"greet.py"\n\n', '"greet.py"\nfloat_digits = 0\n\n'))


def put(path: str, text: str = "") -> Callable[[Path], None]:
    def write(kit: Path) -> None:
        (kit / path).parent.mkdir(exist_ok=True)
        (kit / path).write_text(text)

    return write


INPUTS = "inputs/programs/sample"
UNUSABLE: dict[str, tuple[Callable[[Path], None], str]] = {
    "unnamed": (
        unnamed,
        "'' cannot name one of several programs: use letters and digits",
    ),
    "digits": (of_no_digits, "`float_digits` has to be 1 or more"),
    "case of no program": (
        put(f"{INPUTS}/two.in"),
        "an input has to be called sample/count/CASE.in or sample/greet/CASE.in",
    ),
    "exit status": (
        put("expected/programs/sample/count/sample.exit", "two"),
        "an exit status has to be a number",
    ),
}


@pytest.mark.parametrize(("change", "message"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_programs_and_cases(
    kit: Path, tmp_path: Path, change: Callable[[Path], None], message: str
) -> None:
    shutil.copytree(kit, tmp_path, dirs_exist_ok=True)
    change(tmp_path)
    with pytest.raises(AssignmentError) as refusal:
        load("programs", tmp_path)
    assert str(refusal.value).endswith(f": {message}")


CHAFF = '"""It greets all.\n\ncaught by: greeting\n"""\n\ndef main():\n    print("Hello, all!")\n'
WHEAT = '"""It adds texts."""\n\ndef main():\n    print("Hello, " + input() + "!")\n'


def test_chaffs_and_wheats_of_several_programs_with_one_function(kit: Path, tmp_path: Path) -> None:
    """Both programs have a function main."""
    shutil.copytree(kit, tmp_path, dirs_exist_ok=True)
    assignment = load("programs", tmp_path)
    sources = {"chaffs/greeting_all.py": CHAFF, "wheats/greet_by_adding.py": WHEAT}
    for name, source in sources.items():
        path = assignment.folder / name
        path.parent.mkdir()
        path.write_text(source)
        assert file_replaced(assignment, path) == "greet.py"
    own = partial(grade, own_tests(assignment))
    assert check_chaff(assignment, own, assignment.folder / "chaffs/greeting_all.py") == []
    assert check_wheat(assignment, own, assignment.folder / "wheats/greet_by_adding.py") == []
