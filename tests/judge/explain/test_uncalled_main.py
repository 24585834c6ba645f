"""A program that never calls its main function."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.explain.calls import uncalled_main
from autograder.judge.sources import Sources
from tests.conftest import ROOT, run_autograder

MAIN = "def main():\n    print(1)\n\n"
ADVICE = 'solver.py never calls main(): end it with `if __name__ == "__main__":` and `main()`'
PROGRAMS = {
    "no call": (MAIN, ADVICE),
    "without brackets": (f"{MAIN}if __name__ == '__main__':\n    main\n", ADVICE),
    "called": (f"{MAIN}if __name__ == '__main__':\n    main()\n", ""),
    "called in an expression": (f"import sys\n{MAIN}sys.exit(main())\n", ""),
    "passed": (f"import atexit\n{MAIN}atexit.register(main)\n", ""),
    "by another name": (f"{MAIN}start = main\nstart()\n", ""),
    "decorated": (f"import atexit\n\n@atexit.register\n{MAIN}", ""),
    "of a class": ("class Solver:\n    def main(self):\n        pass\n\nSolver().main()\n", ""),
    "no such function": ("print(1)\n", ""),
    "not Python": ("def main(:\n", ""),
}


@pytest.mark.parametrize(("text", "advice"), PROGRAMS.values(), ids=PROGRAMS)
def test_uncalled_main(tmp_path: Path, text: str, advice: str) -> None:
    (tmp_path / "solver.py").write_text(text, encoding="utf-8")
    assert uncalled_main(Sources.of(tmp_path, ["solver.py"], []), "solver.py") == advice
    assert uncalled_main(Sources.of(tmp_path, [], ["solver.py"]), "solver.py") == ""


def test_program_that_prints_nothing_since_main_is_not_called(tmp_path: Path) -> None:
    for file in ("solver.py", "solver_funcs.py"):
        text = (ROOT / "reference/calcudoku" / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text(text.partition("if __name__")[0], encoding="utf-8")
    ran = run_autograder("check", "calcudoku", tmp_path, "--part", "solution")
    assert f"Nothing was printed. {ADVICE}" in " ".join(ran.out.split())
