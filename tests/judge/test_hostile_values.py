"""Hostile submissions lose their own tests only, and the report is written."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import KITS, ROOT, run_autograder, run_unprotected

KIT = KITS / "functions"
RIGHT = (KIT / "reference" / "functions" / "functions.py").read_text(encoding="utf-8")
ADD = "def add(a: int, b: int) -> int:\n    return a + b\n"


def grade(folder: Path, source: str, *, confined: bool = True) -> tuple[dict[str, Any], int]:
    folder.mkdir(exist_ok=True)
    (folder / "functions.py").write_text(source, encoding="utf-8")
    given = ("grade", "functions", folder, "--kit", KIT, "--json", "-")
    ran = run_autograder(*given) if confined else run_unprotected(*given, "--allow-unconfined")
    assert ran.err == "" or not confined
    return json.loads(ran.out), ran.status


def details(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [test["detail"] for part in report["parts"] for test in part["tests"] if test["detail"]]


BAD_ADDS = {
    "integer of 5000 digits": "return 10 ** 5000",
    "table with one wide cell": "return [['x' * 1200000, 1]] + [[0, 1]] * 30000",
    "deep list": "x = []\n    for _ in range(58): x = [x]\n    return x",
    "syntax error of odd fields": (
        "e = SyntaxError('x')\n    e.filename, e.lineno, e.offset, e.msg = 5, -1, '7', object()\n"
        "    raise e"
    ),
    "class with many bases": (
        "kinds = [type(f'E{i}', (Exception,), {}) for i in range(99)]\n"
        "    raise type('E', tuple(kinds), {})"
    ),
    "str that raises": (
        "class E(Exception):\n        def __str__(self): raise RuntimeError\n    raise E"
    ),
}


@pytest.mark.parametrize("body", BAD_ADDS.values(), ids=BAD_ADDS)
def test_values_that_are_hard_to_render(tmp_path: Path, body: str) -> None:
    started = time.monotonic()
    report, status = grade(tmp_path, RIGHT.replace(ADD, f"def add(a, b):\n    {body}\n"))
    assert (report["score"], status) == (45, 0)
    assert time.monotonic() - started < 60
    assert all(len(json.dumps(detail)) < 8000 for detail in details(report))
    assert "forged" not in json.dumps(report)


PEAK_OF_A_COMMAND = """
import resource, subprocess, sys
print(subprocess.run(sys.argv[1:], check=True, capture_output=True, text=True).stdout)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_values_are_freed_after_their_verdict(tmp_path: Path) -> None:
    """60 tests, each with an answer that takes 7 MiB: few objects for Python's collector."""
    source = f"def add(*_): return ['x' * 12] * 100_000\n{REST}"
    (tmp_path / "functions.py").write_text(source, encoding="utf-8")
    autograder = [sys.executable, "-P", "-m", "autograder", "grade", "functions"]
    measured = [sys.executable, "-c", PEAK_OF_A_COMMAND, *autograder, str(tmp_path), "--kit"]
    ran = subprocess.run(
        [*measured, str(KIT)], check=True, cwd=ROOT, capture_output=True, text=True
    )
    *report, most = ran.stdout.splitlines()
    assert "Score: 0 of 60" in report
    assert int(most) < 300 << 10


REST = "digits = mirror = distinct = add\n"
CONTROL = "\\x1b[2J\\x1b]0;title\\x07\\ud800\\u202e"


def test_no_control_character_gets_through(tmp_path: Path) -> None:
    """In values, messages, prints, and a reply that was forged with the nonce of the question."""
    forged = (
        "import sys, os, json\n"
        "def mirror(text):\n"
        "    frame = sys._getframe()\n"
        "    while 'request' not in frame.f_locals: frame = frame.f_back\n"
        "    nonce = frame.f_locals['request']['id']\n"
        f"    answer = json.dumps(dict(id=nonce, too_big='{CONTROL}\\nScore: 60' * 9999,\n"
        "        printed='', stderr='')).encode()\n"
        "    os.write(61, len(answer).to_bytes(4, 'little') + answer)\n"
        "    os._exit(0)\n"
    )
    source = (
        f"def add(a, b):\n    print('{CONTROL}')\n    return '{CONTROL}'\n"
        f"def digits(number): raise ValueError('{CONTROL}')\n{forged}"
        f"def distinct(items):\n    class C:\n        def __repr__(self): return '{CONTROL}'\n"
        "    return C()\n"
    )
    report, _ = grade(tmp_path, source)
    text = run_autograder("grade", "functions", tmp_path, "--kit", KIT).out
    for shown in (text, json.dumps(report, ensure_ascii=False)):
        assert not set(shown) & {"\x1b", "\x07", "\ud800", "\u202e"}
        assert "\nScore: 60" not in shown
        shown.encode("utf-8")
    assert report["score"] == 0


def test_addresses_and_paths_are_left_out(tmp_path: Path) -> None:
    source = RIGHT.replace(
        ADD, "def add(a, b):\n    print(__file__, object())\n    return object()\n"
    )
    one, other = (grade(tmp_path, source)[0] for _ in range(2))
    assert [detail["returned"] for detail in details(one)] == ["<object object>"] * 15
    assert [detail["printed"] for detail in details(one)] == ["functions.py <object object>"] * 15
    assert details(one) == details(other)


def test_output_at_the_end_of_a_program_counts(tmp_path: Path) -> None:
    """Output of atexit functions too."""
    funcs = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")
    late = (
        "\nimport atexit, builtins\n"
        "lines = []\nbuiltins.print, say = lines.append, builtins.print\n"
        "atexit.register(lambda: say(*lines, sep='\\n'))\n"
    )
    (tmp_path / "kenken.py").write_text(funcs + late, encoding="utf-8")
    ran = run_autograder("check", "kenken", tmp_path, "--part", "solve")
    assert (ran.status, ran.err) == (0, "")
