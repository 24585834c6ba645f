"""How a class fails: programs with the same answers are a group, for the terminal and on a page."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.course.results import Grading, opened_results
from autograder.course.statistics import answer_of
from autograder.course.submissions import Submission
from autograder.judge.grading_python import PYTHON
from autograder.report import Compared, Detail, Kind, Outcome, Place, TestResult
from autograder.reports.json import read_report
from autograder.reports.misconceptions import MISCONCEPTIONS, pattern_of
from tests.cli.in_process import run_main
from tests.course.stub import run_stub, stub_grade

PARTS = "".join(
    f'[[part]]\nname = "{name}"\ntitle = "{title}"\npoints = 50\nfile = "lists.py"\n\n'
    for name, title in (("first", "(a) first"), ("drop", "(b) drop"))
)
FILES = {
    "reference/lists/lists.py": "def first(xs):\n    return xs[0] if xs else 0\n\n\n"
    "def drop(xs):\n    return xs[1:]\n",
    "autograder/assignments/lists/assignment.toml": f'title = "Lists"\nfiles = ["lists.py"]\n\n'
    f"{PARTS}",
    "autograder/assignments/lists/tests/test_first.py": "from lists import first\n\n\n"
    'def test_some():\n    """first is the <first> item"""\n    assert first([3, 4]) == 3\n\n\n'
    'def test_empty():\n    """first of none is 0"""\n    assert first([]) == 0\n',
    "autograder/assignments/lists/hidden/test_first.py": "import pytest\n"
    'from lists import first\n\n\n@pytest.mark.parametrize("n", [7, 8])\n'
    'def test_one(n):\n    """first of many is that"""\n    assert first([n] * 40) == n\n',
    "autograder/assignments/lists/tests/test_drop.py": "from lists import drop\n\n\n"
    'def test_two():\n    """drop leaves out the first"""\n    assert drop([1, 2]) == [2]\n',
    "autograder/assignments/lists/hidden/test_drop.py": "from lists import drop\n\n\n"
    'def test_none():\n    """drop of none is <nothing>"""\n    assert drop([]) == "nothing"\n',
}
SAYS = "The first item is 0."
STUDENTS = {
    "ada": "def first(seq):\n    return seq[0] if seq else 0\n",
    "bob": "def first(seq):\n    return seq[0]\n",
    "cy": "def first(a):\n    b = a[0]\n    return b\n",
    "di": "def first(seq):\n    return 0\n",
    "ed": "def first(seq):\n    return seq.pop(0) if seq else 0\n",
    "flo": "def first(seq):\n    return sequ[0] if seq else 0\n",
    "gus": "def first(a):\n    if a:\n        return bb\n    return 0\n",
    "hal": "def first(seq):\n    print(seq)\n",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a kit that knows one misconception, and with the results of a class."""
    folder = tmp_path_factory.mktemp("class")
    for path, text in FILES.items():
        (folder / "kit" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "kit" / path).write_text(text, encoding="utf-8")
    (folder / "class").mkdir()
    for student, text in STUDENTS.items():
        (folder / "class" / f"{student}.py").write_text(f"{text}def drop(xs):\n    return xs[1:]\n")
    results = folder / "results.sqlite"
    arguments = ("lists", folder / "class", "--platform", "folder", "--to", results)
    assert run_main("course", "grade", *arguments, "--kit", folder / "kit", "--jobs", 1).status == 0
    with opened_results(results) as opened:
        [row] = opened.rows("SELECT submission FROM scores WHERE student = 'di'")
        report = opened.report(row["submission"])
    assert report
    pattern = pattern_of(read_report(report).parts[0])
    known = load("lists", folder / "kit").folder / MISCONCEPTIONS
    known.write_text(f'[first]\n{pattern} = "{SAYS}"\n')
    return folder


SHOWN = """
Parts
  (a) first                     21.88 of 50      43.8% of tests pass, 1 with full marks
  (b) drop                      25.00 of 50      50.0% of tests pass, 0 with full marks

How parts fail: programs with the same answers
      7 of 8  (a) first
              1 student fails only because they changed an argument.
        2  █████             first([]): raised IndexError: list index out of range, as in \
`return seq[0]`
        2  █████             first([3, 4]): raised NameError: name … is not defined, as in \
`return sequ[0] if seq else 0`; 2 more tests fail
        1  ███               first([3, 4]): returned 0 instead of 3; 2 more tests fail
                             The first item is 0.
        1  ███               first([3, 4]): changed its argument; 2 more tests fail
        1  ███               first([3, 4]): returned None instead of 3; 3 more tests fail
      8 of 8  (b) drop
              All students pass 1 of its 2 tests.
        8  ████████████████  drop([]): returned [] instead of 'nothing'

Tests that fail most
      8 of 8  drop of none is <nothing> (hidden)
              No student passes it.
              1 student passes all other tests.
        8  ████████████████  drop([]): returned [] instead of 'nothing'
      5 of 8  first is the <first> item
        2  ███████           first([3, 4]): raised NameError: name … is not defined, as in \
`return sequ[0] if seq else 0`
        1  ████              first([3, 4]): returned 0 instead of 3
                             The first item is 0.
        1  ████              first([3, 4]): changed its argument
        1  ████              first([3, 4]): returned None instead of 3
      5 of 8  first of many is that (hidden)
        2  ███████           7: raised NameError: name … is not defined, as in \
`return sequ[0] if seq else 0`; 1 more test fails
        1  ████              7: returned 0 instead of 7; 1 more test fails
                             The first item is 0.
        1  ████              7: changed its argument; 1 more test fails
        1  ████              7: returned None instead of 7; 1 more test fails
      3 of 8  first of none is 0
        2  ███████████       first([]): raised IndexError: list index out of range, as in \
`return seq[0]`
        1  ██████            first([]): returned None instead of 0
"""
NO_KIT = "No misconceptions are named: this kit has no lists; name its kit: --kit DIR\n"


def test_show(graded: Path) -> None:
    """Names that programs give to their variables make no difference."""
    shown = run_main("course", "show", graded / "results.sqlite", "--kit", graded / "kit").out
    assert shown[shown.index("\nParts") :] == SHOWN
    shown = run_main("course", "show", graded / "results.sqlite").out
    says = f"{' ' * 29}{SAYS}\n"
    parts, missing, failures = shown[shown.index("\nParts") :].partition(f"\n{NO_KIT}")
    assert missing
    assert parts + failures == SHOWN.replace(says, "")


FAULTY = {
    "ann": "def first(a)\n    return a\n",
    "ben": "\n\ndef first(seq)\n    return 0\n",
    "cal": "x = input()\n",
    "dan": "\nn = int(input())\n",
    "eve": "x = 'a\n",
    "fay": "\n\nlast = 'b\n",
    "gil": "",
    "hob": "def firts(a):\n    return a\n",
}
SHOWN_FAULTS = """
      8 of 8  (a) first
        2  ████              lists.py cannot be loaded by Python 3.11: expected ':'
        2  ████              loading lists.py called input() when there was nothing left to read; \
put the code that starts the program under `if __name__ == "__main__":`
        2  ████              lists.py cannot be loaded by Python 3.11: unterminated string literal
        2  ████              lists.py does not define first
"""


def test_one_cause_for_each_group(graded: Path, tmp_path: Path) -> None:
    """What cannot be loaded for different reasons is in different groups.

    A cause that not all of a group have is not said: one file is empty, one name misspelt.
    """
    for student, text in FAULTY.items():
        (tmp_path / f"{student}.py").write_text(text)
    arguments = ("lists", tmp_path, "--to", tmp_path / "results.sqlite", "--jobs", 1)
    assert run_main("course", "grade", *arguments, "--kit", graded / "kit").status == 0
    shown = run_main("course", "show", tmp_path / "results.sqlite", "--kit", graded / "kit").out
    [first] = re.findall(r"\n +8 of 8  \(a\) first\n(?: {8}.*\n)*", shown)
    assert first.replace("; 3 more tests fail", "") == SHOWN_FAULTS.replace("3.11", PYTHON[7:])


def group(page: str, answer: str) -> str:
    """Return the markup of the first group with this answer."""
    [found, *_] = [each for each in page.split("<details") if f"{answer}</bdi>" in each]
    return unescape(re.sub(r"</?(bdi|span|svg|rect|strong|mark|b)\b[^>]*>", "", found))


def test_page(graded: Path, tmp_path: Path) -> None:
    """A group has an example with its code, and its students as rows of the table."""
    ran = run_main("course", "report", graded / "results.sqlite", "--to", tmp_path)
    assert ran.err == NO_KIT
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert NO_KIT.strip() in page
    assert SAYS not in page
    assert "<h1>Lists</h1>" in (tmp_path / "students/bob.html").read_text(encoding="utf-8")
    arguments = ("--to", tmp_path, "--kit", graded / "kit")
    assert run_main("course", "report", graded / "results.sqlite", *arguments).err == ""
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert NO_KIT.strip() not in page
    assert "<nothing>" not in page
    assert "7 of 8 students fail it. 1 student fails only because they changed an" in page
    assert "No student passes it." in page
    assert "<li><bdi>drop leaves out the first</bdi></li>" in page
    crash = group(page, "in `return seq[0]`")
    assert crash.startswith(' class="group" data-rows="1 2">')
    assert '<a href="students/bob.files.html">bob</a>' in crash
    assert "first raised IndexError: list index out of range; `seq` is empty" in crash
    assert "   1  def first(seq):\n   2      return seq[0]\n</pre>" in crash
    assert f"{SAYS} first([3, 4]): returned 0 instead" in group(page, "3; 2 more tests fail")


LONG = f"[{'1, ' * 40}1]"
FORBIDDEN = "no points for this part: f uses sorted, which the handout forbids"
PRINTED = Detail(Kind.PRINTED, "a.py", "printed wrong output", compared=Compared("3", "4"))
RAISED = "raised KeyError: 'a'"
ALIKE = {
    "forbidden, in whatever lines": (
        Outcome.WRONG,
        Detail(Kind.FORBIDDEN, fact=f"{FORBIDDEN} (line 2)", common=FORBIDDEN),
        Detail(Kind.FORBIDDEN, fact=f"{FORBIDDEN} (lines 3, 7)", common=FORBIDDEN),
        f"{FORBIDDEN} (line 2)",
    ),
    "output": (
        Outcome.WRONG,
        replace(PRINTED, difference="Line 7 differs:"),
        PRINTED,
        "printed 4 instead of 3",
    ),
    "long output": (
        Outcome.WRONG,
        replace(PRINTED, compared=Compared(LONG, "4"), difference="Here:"),
        replace(PRINTED, compared=Compared(LONG, "4"), fact="printed ill"),
        "printed wrong output: Here",
    ),
    "long value": (
        Outcome.WRONG,
        Detail(Kind.RETURNED, "f", "returned 41 items", "line 3", returned=LONG, expected="[1]"),
        Detail(Kind.RETURNED, "f", "gave the wrong answer", returned=LONG, expected="[1]"),
        "returned 41 items; line 3",
    ),
    "exception": (
        Outcome.CRASHED,
        Detail(Kind.RAISED, "C.add", RAISED, "`b` is 1", place=Place("", 1, "", "d[a]")),
        Detail(Kind.RAISED, "C.add", RAISED, place=Place("", 2, "", "return e['a']")),
        "raised KeyError: 'a', as in `d[a]`",
    ),
    "recursion": (
        Outcome.CRASHED,
        Detail(Kind.RAISED, "f", "called itself more than 900 times", common="called itself"),
        Detail(Kind.RAISED, "f", "called itself more than 400 times", common="called itself"),
        "called itself",
    ),
    "lines of one's own": (
        Outcome.WRONG,
        replace(PRINTED, compared=None, lines="How your code got there:"),
        replace(PRINTED, compared=None),
        "printed wrong output",
    ),
    "timeout": (
        Outcome.TIMED_OUT,
        Detail(Kind.NOT_FINISHED, "f", "did not finish: 1 s"),
        None,
        "did not finish: 1 s",
    ),
}


@pytest.mark.parametrize(("outcome", "detail", "other", "shown"), ALIKE.values(), ids=ALIKE)
def test_alike(outcome: Outcome, detail: Detail, other: Detail | None, shown: str) -> None:
    one, two = (TestResult("t", "t", outcome, False, 0, each) for each in (detail, other))
    assert answer_of(one) == answer_of(two)
    assert answer_of(one, shown=True) == shown


def test_class_in_which_all_answers_differ(tmp_path: Path) -> None:
    """The page stays small: of thousands of groups, only the largest have an example."""
    page = page_of_different_answers(tmp_path, 60)
    assert re.findall(r"in (\d+) smaller groups", page) == ["10", "40"]
    assert page.count('class="example"') == 50 + 20
    assert "<summary>1 more group</summary>" in page_of_different_answers(tmp_path / "few", 9)


def page_of_different_answers(folder: Path, students: int) -> str:
    def grade(task: Submission) -> Grading:
        graded = stub_grade(task)
        for test in graded.report["parts"][0]["tests"] if graded.report else ():
            test["detail"] = {"kind": "returned", "subject": "f", "returned": task.id}
        return graded

    folder.mkdir(exist_ok=True)
    run_stub(folder / "results.sqlite", {f"s{n}": "9" for n in range(students)}, grade)
    run_main("course", "report", folder / "results.sqlite", "--to", folder)
    return (folder / "index.html").read_text(encoding="utf-8")
