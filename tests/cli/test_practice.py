"""The command `practice` where there is no page to serve; with one, the tests of pages use it."""

from __future__ import annotations

from tests.cli.in_process import run_main


def test_without_a_page_it_says_how_to_make_one() -> None:
    ran = run_main("practice", "tests")
    fault = "tests is not the folder of a practice page; instructors make one with"
    command = "autograder release NAME --practice PYODIDE"
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {fault}: {command}\n")
