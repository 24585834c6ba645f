"""Run the references of the assignments as students run their own files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from autograder.assignment import load
from autograder.program_cases import Case
from tests.conftest import ROOT, Ran, run_program


def run(name: str, *arguments: str, typed: str = "") -> Ran:
    """Run Python in the folder of a reference."""
    return run_program(sys.executable, *arguments, cwd=ROOT / "reference" / name, typed=typed)


def printed(name: str, code: str, typed: str = "") -> str:
    """Return what this code prints in the folder of a reference."""
    ran = run(name, "-c", code, typed=typed)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def messages(name: str, reader: str, texts: Iterable[str]) -> list[str]:
    """Return what the reader of provided.py says of each of these texts, which are faulty."""
    code = "import json, sys, provided\n"
    code += "for text in json.load(sys.stdin):\n    try:\n"
    code += f"        provided.{reader}(text)\n    except ValueError as error:\n"
    code += "        print(error)\n"
    return printed(name, code, json.dumps(list(texts))).splitlines()


def handout(name: str) -> str:
    return (ROOT / "handout" / f"{name}.md").read_text(encoding="utf-8")


def sample(name: str, case: str) -> tuple[str, str]:
    """Return the input and the expected output of a sample case."""
    [found] = [each for each in load(name).cases("sample") if each.name == case]
    return texts_of(found)


def texts_of(case: Case) -> tuple[str, str]:
    return case.input.read_text(encoding="utf-8"), case.output.read_text(encoding="utf-8")
