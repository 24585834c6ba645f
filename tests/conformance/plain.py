"""A plugin for plain pytest: it runs each test in a fork of its own, and notes what calls did.

The autograder has a fresh process for each test, too. The facts of each test are a line of JSON in
the file that the environment variable `FACTS` names.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator, Sequence
from inspect import CO_GENERATOR, CO_VARARGS, CO_VARKEYWORDS
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

SECONDS, SECONDS_TO_COLLECT = 10, 60
"""Of CPU time: a module may not end, either."""
OWN = re.compile(r"own\d+")
"""The names of the modules that are graded; their tests are in `test_own1.py` and so on."""
MUTABLE = (list, dict, set, bytearray, deque, Counter, OrderedDict, defaultdict)
SILENT = {"__init__", "__iter__", "__next__", "__repr__", "__str__", "__format__", "__bool__"}
"""What these return says nothing about how a class is written."""


def is_own(kind: type) -> bool:
    return bool(OWN.fullmatch(kind.__module__))


def is_provided(value: Any) -> bool:
    return type(value).__module__ == "provided" and hasattr(value, "__dict__")


def inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset, deque)):
        return [*value]
    return [*vars(value).values()] if is_provided(value) else []


def mutable_parts(value: Any, depth: int = 9) -> Iterator[Any]:
    if type(value) in MUTABLE or is_provided(value):
        yield value
    for each in inside(value) if depth and not is_own(type(value)) else ():
        yield from mutable_parts(each, depth - 1)


def content(part: Any) -> list[int]:
    return list(part) if isinstance(part, bytearray) else [*map(id, inside(part))]


def kind_of(value: Any) -> str:
    """Return the class of an object; of plain data, the classes of the objects inside it."""
    if not isinstance(value, type) and is_own(type(value)):
        return type(value).__name__
    if isinstance(value, (type, Iterator)) or callable(value):
        return type(value).__name__
    return " ".join(sorted({kind_of(each) for each in inside(value)} - {""}))


class Facts:
    """Whether a call changed what any was given, and the classes of objects that a test has got."""

    def __init__(self) -> None:
        self.given: dict[int, Any] = {}
        self.before: dict[FrameType, dict[int, list[int]]] = {}
        self.changed = False
        self.kinds: set[str] = set()

    def note(self, frame: FrameType, event: str, value: Any) -> None:
        """Note a call of the submission's by the test, and its end."""
        code = frame.f_code
        if event == "call" and is_called_by_test(frame):
            if not (frame in self.before and code.co_flags & CO_GENERATOR):
                more = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
                function = frame.f_globals.get(code.co_name)
                defaults = {*map(id, getattr(function, "__defaults__", None) or ())}
                names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + more]
                given = [frame.f_locals.get(name) for name in names]
                for part in mutable_parts([each for each in given if id(each) not in defaults]):
                    self.given[id(part)] = part
            self.before[frame] = {key: content(part) for key, part in self.given.items()}
        elif event == "return" and frame in self.before:
            before = self.before[frame].items()
            self.changed |= any(content(self.given[key]) != each for key, each in before)
            if not (code.co_flags & CO_GENERATOR or code.co_name in SILENT):
                self.kinds.add(kind_of(value))

    def note_names(self, names: Sequence[str], test_file: str) -> None:
        """Note the classes of constants of the submission's that a test names."""
        own = getattr(sys.modules.get(test_file.removeprefix("test_")), "__dict__", {})
        self.kinds.update(f"{name}: {kind_of(own[name])}" for name in names if name in own)


def is_called_by_test(frame: FrameType | None) -> bool:
    name = str(frame.f_globals.get("__name__")) if frame else ""
    if not OWN.fullmatch(name):
        return False
    while (frame := frame.f_back if frame else None) and frame.f_globals.get("__name__") != name:
        if frame.f_globals.get("__name__") == f"test_{name}":
            return True
    return False


FACTS = pytest.StashKey[Facts]()
SUBTESTS: list[pytest.TestReport] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note the reports of subtests, which are the only ones that are logged."""
    SUBTESTS.append(report)


def pytest_configure() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_TO_COLLECT, SECONDS_TO_COLLECT))


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Function) -> Iterator[None]:
    facts = item.stash[FACTS] = Facts()
    sys.setprofile(facts.note)
    try:
        yield
    finally:
        sys.setprofile(None)
        facts.note_names(item.function.__code__.co_names, item.path.stem)


@pytest.hookimpl
def pytest_runtest_protocol(item: pytest.Item) -> bool:
    if child := os.fork():
        os.waitpid(child, 0)
        return True
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        reports = runtestprotocol(item, log=False)
        facts = item.stash.get(FACTS, Facts())
        reports += SUBTESTS
        outcome = next((each.outcome for each in reports if not each.passed), "passed")
        record = {"outcome": outcome, "changed": facts.changed, "kinds": sorted(facts.kinds - {""})}
        record["says"] = "\n".join(each.longreprtext for each in reports if each.failed)[-1500:]
        with open(os.environ["FACTS"], "a", encoding="utf-8") as file:
            file.write(json.dumps([item.nodeid, record]) + "\n")
    finally:
        os._exit(0)
