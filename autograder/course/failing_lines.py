"""The lines of a student's files at which tests fail, or that define what gives wrong answers."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from autograder.judge.python_source import PythonSource
from autograder.report import Outcome

FAILURES = {
    Outcome.WRONG: "wrong answer",
    Outcome.CRASHED: "crash",
    Outcome.TIMED_OUT: "timeout",
    Outcome.OUT_OF_MEMORY: "out of memory",
    Outcome.NOT_RUN: "tests not run: error",
}
FailingLine = Mapping[str, list[str]]
"""What went wrong there, each with the sentences of the tests."""


def find_failing_lines(
    report: Mapping[str, Any], texts: Mapping[str, str]
) -> dict[tuple[str, int], FailingLine]:
    """Return the lines by file and number, from a report as JSON and the student's files.

    A test without a line in these, such as one with a wrong answer, fails at the definition of the
    function that it calls, or else of the one that its part is named after.
    """
    found: dict[tuple[str, int], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    defined = definition_lines(texts)
    for part in report["parts"]:
        for test in part["tests"]:
            if test["outcome"] not in FAILURES:
                continue
            what, detail = FAILURES[Outcome(test["outcome"])], test["detail"] or {}
            place = detail.get("place")
            called = called_function(detail.get("call", ""))
            function = next((name for name in (called, part["name"]) if name in defined), "")
            if place and place["file"] in texts:
                found[place["file"], place["line"]][f"{what} at this line"].append(test["says"])
            elif function and test["outcome"] != Outcome.NOT_RUN:
                found[defined[function]][f"{what} in {function}"].append(test["says"])
    return dict(found)


def definition_lines(texts: Mapping[str, str]) -> dict[str, tuple[str, int]]:
    """Return the file and line where each function, method or class is defined, if it is one."""
    lines: dict[str, dict[tuple[str, str], int]] = defaultdict(dict)
    for file in texts:
        python = PythonSource.of(texts[file])
        for name, node in python.classes.items():
            lines[name][file, ""] = node.lineno
        for function in python.functions:  # Of two with one name, the second counts.
            lines[function.node.name][file, function.owner] = function.node.lineno
    return {
        name: (file, number)
        for name, places in lines.items()
        if len(places) == 1
        for (file, _), number in places.items()
    }


def called_function(call: str) -> str:
    """Return the name of the function or method that a call calls, in the text of a report."""
    try:
        expression = ast.parse(call.rpartition("\n")[2], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # It may be an operation.
        return ""
    match expression:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
    return ""
