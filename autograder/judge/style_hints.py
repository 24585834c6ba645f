"""What a person who marks style may want to know, from a look at the files that runs nothing."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping

RULES = "A,B,C4,E,F,N,PERF,PIE,PL,RET,SIM,UP,W"
EXCEPT = "PLR2004"  # Puzzles are full of small numbers that need no names.
SECONDS = 20
MOST_RULES = 6

Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def advise(files: Mapping[str, str]) -> str:
    """Docstrings and ruff's findings in some files; the latter only where ruff is installed."""
    told = [docstrings(files), ruff(files)]
    return "; ".join(filter(None, told))


def docstrings(files: Mapping[str, str]) -> str:
    """How many modules, classes and functions have one, of those not named with an underscore."""
    public = [node for text in files.values() for node in _public(text)]
    having = [node for node in public if ast.get_docstring(node, clean=False)]
    return f"docstrings: {len(having)} of {len(public)}" if public else ""


def _public(text: str) -> list[Definition]:
    """What a file defines for others, itself included; nothing if it is not Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: list[Definition] = [tree]
    for node in found:
        inside = [] if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else node.body
        found.extend(
            child
            for child in inside
            if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            and not child.name.startswith("_")
        )
    return found


def ruff(files: Mapping[str, str]) -> str:
    """How often ruff finds what, most frequent first; nothing where it is not installed."""
    if importlib.util.find_spec("ruff") is None:
        return ""
    codes: Counter[str] = Counter()
    for name, text in files.items():
        found = _findings(name, text)
        if found is None:
            return ""
        codes.update(found)
    most = [f"{code} {times}" for code, times in codes.most_common(MOST_RULES)]
    more = ["…"] if len(codes) > MOST_RULES else []
    findings = f"{codes.total()} finding{'' if codes.total() == 1 else 's'}"
    return f"ruff: {findings}" + (f" ({', '.join([*most, *more])})" if most else "")


def _findings(name: str, text: str) -> list[str] | None:
    """The codes of ruff's findings in one file, which it reads from a pipe; None if it fails.

    Neither a ruff.py nor a setting that lies where the grader was started has a say.
    """
    command = [
        *(sys.executable, "-I", "-m", "ruff", "check", "--isolated", "--no-cache", "--ignore-noqa"),
        *("--line-length", "100", "--select", RULES, "--ignore", EXCEPT, "--output-format", "json"),
        *("--stdin-filename", name, "-"),
    ]
    try:
        done = subprocess.run(
            command,
            input=text,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        return sorted(str(finding["code"] or "syntax") for finding in json.loads(done.stdout))
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None
