"""Style hints for the person who marks by hand, from files that are not run."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.judge.python_source import Function, syntax_tree, to_document
from autograder.judge.sources import source_text
from autograder.report import Report
from autograder.safetext import printable_line
from autograder.sandbox.temporary_folders import temporary_folder
from autograder.sentences import counted
from autograder.text_files import kit_text

RULES = "A,B,C4,E,F,N,PERF,PIE,PL,RET,SIM,UP,W"
EXCEPT = "PLR2004"  # Puzzles are full of small numbers that do not need names.
RUFF = [sys.executable, "-I", "-m", "ruff"]
SECONDS = 20.0
MAX_RULES = 6


def with_style_hints(
    report: Report, assignment: Assignment, contents: Mapping[str, bytes]
) -> Report:
    """Add hints on the student's files to the rubric items that ask for them."""
    asking = {item.name for item in assignment.by_hand if item.advice}
    if not any(item.name in asking for item in report.by_hand):
        return report
    texts = {name: source_text(content) for name, content in contents.items()}
    advice = advise(texts, assignment.given_names | documented_in_starter(assignment))
    by_hand = (
        replace(item, advice=advice) if item.name in asking else item for item in report.by_hand
    )
    return replace(report, by_hand=tuple(by_hand))


def documented_in_starter(assignment: Assignment) -> set[str]:
    """Return the names of what the starter gives a docstring: having it is no merit."""
    paths = {name: assignment.starter / name for name in assignment.files}
    texts = {name: kit_text(path) for name, path in paths.items() if path.is_file()}
    return {node.name for node in _to_document(texts, ()) if ast.get_docstring(node)}


def advise(files: Mapping[str, str], given: Container[str]) -> str:
    """Summarize the docstrings and ruff's findings, and say what could not be counted.

    Files that are not parsed elsewhere are left out: both take a thousand times their memory.
    """
    read = {name: text for name, text in files.items() if syntax_tree(text)}
    unread = ", ".join(sorted(files.keys() - read.keys()))
    left_out = f"not counted, as not Python or too long: {unread}" if unread else ""
    counted = (docstrings(read, given), ruff(read)) if read else ()
    return "; ".join(filter(None, (*counted, left_out)))


def docstrings(files: Mapping[str, str], given: Container[str]) -> str:
    """Count the docstrings of what needs one and is not given."""
    public = _to_document(files, given)
    documented = sum(bool(ast.get_docstring(node)) for node in public)
    return f"docstrings added: {documented} of {len(public)}" if public else ""


def _to_document(files: Mapping[str, str], given: Container[str]) -> list[Function | ast.ClassDef]:
    trees = {name: tree for name, text in files.items() if (tree := syntax_tree(text))}
    return [node for name, tree in trees.items() for node in to_document(name, tree, given)]


def ruff(files: Mapping[str, str]) -> str:
    """Count ruff's findings by rule, most frequent first, or say why there is no count."""
    if importlib.util.find_spec("ruff") is None:
        return "ruff counted nothing: it is not installed"
    options = ("--ignore-noqa", "--line-length", "100", "--ignore", EXCEPT, "--statistics")
    codes: Counter[str] = Counter()
    try:
        for each in ruff_findings(files, RULES.split(","), *options):
            codes[str(each["code"] or each["name"])] += each["count"]
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError) as error:
        return f"ruff counted nothing: {_why_ruff_failed(error)}"
    ordered = sorted(codes.items(), key=lambda rule: (-rule[1], rule[0]))
    rules = [f"{code} {times}" for code, times in ordered[:MAX_RULES]]
    rules += ["…"] if len(codes) > MAX_RULES else []
    return f"ruff: {counted(codes.total(), 'finding')}" + (
        f" ({', '.join(rules)})" if rules else ""
    )


def _why_ruff_failed(error: Exception) -> str:
    match error:
        case subprocess.TimeoutExpired():
            return f"it took more than {SECONDS:g} s"
        case subprocess.CalledProcessError():
            reason = printable_line(error.stderr.strip().partition("\n")[0])
            return f"it ended with status {error.returncode}: {reason}"
        case OSError():
            return str(error)
    return "its output is not what this grader expects"


def ruff_findings(
    files: Mapping[str, str], rules: Iterable[str], *options: str
) -> list[dict[str, Any]]:
    """Return what ruff finds in files, as its JSON has it; with `--statistics`, the counts.

    No ruff.py and no settings in the current folder take effect.

    Raises:
        OSError, SubprocessError: it cannot be run, or takes too long.
    """
    with temporary_folder() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        command = [*RUFF, "check", "--isolated", "--no-cache"]
        command += ["--no-respect-gitignore", "--exit-zero", "--output-format=json"]
        command.append(f"--select={','.join(rules)}")
        done = subprocess.run(
            [*command, *options, folder],
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=True,
        )
    return list(json.loads(done.stdout or "[]"))  # Nothing is printed if there are none.
