"""`forbidden` in assignment.toml: what counts as a use, in which part, and what it costs."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment, Part
from autograder.judge.forbidden import forbidden_uses
from autograder.judge.sources import Sources
from autograder.program_cases import Program
from tests.authoring.sound_kit import change, put
from tests.conftest import DOUBLE, run_autograder

WORDS = ("sort", "sorted", "max", "math", "while", "import")
PROVIDED = "class Deck:\n    def max(self): ...\n\ndef sorted(deck): return deck\n"
MORE = "def best(xs): return max(xs)\n"
STARTER = "def given(xs):\n    return max(xs)\n\ndef f(xs):\n    raise NotImplementedError\n"

USES = {
    "return sorted(xs)": "sorted: hw.py, line 2",
    "xs.sort()\n    xs.sort(key=len)": "sort: hw.py, lines 2, 3",
    "s = sorted\n    return s(xs)": "sorted: hw.py, line 2",
    "return list.sort(xs)": "sort: hw.py, line 2",
    "return map(max, xs)": "max: hw.py, line 2",
    "return f'{sorted(xs)}'": "sorted: hw.py, line 2",
    "while xs: xs.sort()": "sort, while: hw.py, line 2",
    "(xs\n     .copy()\n     .sort())": "sort: hw.py, line 4",
    "import math\n    return math.pi": "import, math: hw.py, line 3",
    "return pi\nfrom math import pi": "import, math: hw.py, line 2",
    "return m.pi\nimport math as m": "import, math: hw.py, line 2",
    "return sqrt(2)\nfrom math import *": "import, math: hw.py, line 2",
    "return order(xs)\nfrom builtins import sorted as order": "import, sorted: hw.py, line 2",
    "return helper(xs)\ndef helper(xs): return ORDER(xs)\nORDER = sorted": "sorted: hw.py, line 4",
    "return Pile(xs)\nclass Pile:\n  def __init__(self, xs): xs.sort()": "sort: hw.py, line 4",
    "return more.best(xs)\nimport more": "max: more.py, line 1",
    "return best(xs)\nfrom more import best": "max: more.py, line 1",
    "return best(xs)\nfrom more import *": "max: more.py, line 1",
    # Not the student's use of what is forbidden.
    "return xs  # sorted\n    'sorted(xs)'": "",
    "return sort(xs)\ndef sort(xs): return xs": "",
    "max = xs[0]\n    return max": "",
    "return max(xs)\nmax = min": "",
    "return [sorted for sorted in xs]": "",
    "def sort(): ...\n    return sort()": "",
    "return lambda max: max": "",
    "from provided import sorted\n    return sorted(xs)": "",
    "return sorted(xs)\nfrom provided import *": "",
    "return xs.sort()\nclass Hand:\n  def sort(self): ...": "",
    "return xs.max\nclass Hand:\n  def __init__(self): self.max = 1": "",
    "return deck.max()": "",
    "import provided\n    return provided.sorted(xs)": "",
    "return given(xs)\ndef given(xs):\n    return max(xs)": "",
    "ys: sorted = xs": "",
    "return other(xs)\ndef other(xs): return sorted(xs)": "",
    "return xs\ndef unused(xs): return sorted(xs)\nif __name__ == '__main__': sorted([])": "",
    "return xs\nimport math": "",
    "return data\nif __name__ == '__main__': data = sorted([])": "",
    "return sorted(xs)\ndef f(xs): return xs": "",
    "order = 1\ndef order(xs): return sorted(xs)": "",
    "return [x for x in xs]\nclass Pile:\n  def append(self, x): self.xs = sorted(x)": "",
}


IN_CLASS = "class C:\n  {}\n  def f(self, xs): {}\n  def other(self, xs): xs.sort()\n"
OF_PARTS = {
    "a method that its method uses": (
        IN_CLASS.format("def find(self, xs): return sorted(xs)", "return self.find(xs)"),
        "f uses sorted: hw.py, line 2",
    ),
    "the class's special methods": (
        IN_CLASS.format("def __init__(self, xs): xs.sort()", "..."),
        "f uses sort: hw.py, line 2",
    ),
    "a method that its method does not use": (
        IN_CLASS.format("def g(self): sorted([])", "..."),
        "",
    ),
    "what a program runs, but for other parts": (
        "def other(): return help()\ndef help(): max([])\nmax(other())\n",
        "program uses max: hw.py, line 3",
    ),
}


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    functions = (Part(name, 50, file="hw.py") for name in ("f", "other"))
    parts = (*functions, Part("program", 0), Part("suite", 0))
    put(tmp_path / "starter/hw/hw.py", STARTER)
    tests = tmp_path / "autograder/assignments/hw/tests"
    put(tests / "test_program.py", "def test_it(program, case): ...")
    put(tests / "test_suite.py", "def test_it(suite): ...")
    return Assignment(
        *("hw", tmp_path, "", ("hw.py", "more.py"), parts),
        provided=("provided.py",),
        programs=(Program("hw.py"),),
        forbidden=WORDS,
    )


def messages(assignment: Assignment, text: str, more: str = MORE) -> dict[str, str]:
    texts = {"hw.py": text, "more.py": more, "provided.py": PROVIDED}
    found = forbidden_uses(assignment, Sources(Path(), assignment.files, texts))
    says = ", which the handout forbids ("
    return {part: each.message.replace(says, ": ").rstrip(")") for part, each in found.items()}


@pytest.mark.parametrize(("body", "found"), USES.items(), ids=USES)
def test_uses(assignment: Assignment, body: str, found: str) -> None:
    says = f"f uses {found}" if found else ""
    assert messages(assignment, f"def f(xs):\n    {body}\n").get("f", "") == says


@pytest.mark.parametrize(("text", "found"), OF_PARTS.values(), ids=OF_PARTS)
def test_code_of_a_part(assignment: Assignment, text: str, found: str) -> None:
    said = messages(assignment, text)
    del said["other"]
    assert [*said.values()] == [found] * bool(found)


LONG = "#" * 200_001


@pytest.mark.parametrize(
    ("text", "more"),
    [(f"def f(xs): return sorted(xs)\n{LONG}", MORE), ("from more import best as f\n", LONG)],
)
def test_nothing_hides_in_long_files(assignment: Assignment, text: str, more: str) -> None:
    assert "cannot be searched" in messages(assignment, text, more)["f"]


MANY = {
    "statements in a line": lambda n: "a;" * 16 * n,
    "definitions of a used name": lambda n: (
        "x = 1\n" * 4 * n + f"def f(xs): return [{'x,' * 10 * n}]\n"
    ),
    "methods of one name": lambda n: "class f:\n" + " def g(self): self.g\n" * 2 * n,
    "imports of all names": lambda n: (
        "".join(f"from m{i} import *\n" for i in range(n)) + f"def f(xs): return [{'x,' * 5 * n}]\n"
    ),
}


@pytest.mark.parametrize("text", MANY.values(), ids=MANY)
def test_takes_time_in_proportion_to_the_code(
    assignment: Assignment, text: Callable[[int], str]
) -> None:
    """Eight times the code takes about 8 times as long, and took 64 times."""

    def seconds(size: int) -> float:
        begun = time.process_time()
        messages(assignment, text(size))
        return time.process_time() - begun

    large, small = (min(seconds(size) for _ in range(3)) for size in (2000, 250))
    assert large < 24 * small


RULED_OUT = "double uses sorted, which the handout forbids (double.py, line 2)"
FOUND = """\
✗ double                                          0 / 60   0 of 2 tests
  ✗ double doubles small numbers: wrong
      no points for this part: the answer is right, but {ruled_out}
        where     double.py, line 2 in double: return sum(sorted([number, min(number, 99)]))
  ✗ double doubles large numbers (hidden): wrong
      double returned 1000000000000000000000000000099 instead of 2000000000000000000000000000000
"""


def test_what_a_use_costs(tiny: Path, tmp_path: Path) -> None:
    """The part's points, and nothing else; or it is a remark."""
    kit = shutil.copytree(tiny, tmp_path / "kit")
    toml = kit / "autograder/assignments/double/assignment.toml"
    change(toml, 'hint = "Twice."', 'forbidden = ["sorted"]')
    work = tmp_path / "double.py"
    work.write_text(DOUBLE.replace("2 * number", "sum(sorted([number, min(number, 99)]))"))
    change(work, '    """Twice the number."""\n', "")
    out = run_autograder("grade", "double", work, "--kit", kit).out
    assert FOUND.format(ruled_out=RULED_OUT) in out
    assert "Score: 30 of 90" in out
    change(toml, "title", 'forbidden_costs = "nothing"\ntitle')
    out = run_autograder("grade", "double", work, "--kit", kit).out
    assert f"\n! {RULED_OUT}\n" in out
    assert "Score: 60 of 90" in out
