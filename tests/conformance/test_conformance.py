"""Composed assignments get plain pytest's verdicts, and hostile answers never pass.

A difference is made smaller and printed as files, which belong into `found.txt` once it is clear
what is right. The rules by which a verdict may differ are those of docs/testing.md.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.conformance.compose import IMPORTS, PROVIDED, Composed, composed
from tests.conformance.grading import Facts, Small, difference, verdicts
from tests.conformance.hostile import escapes, values
from tests.conformance.texts import sections

BATCH = 100
MAX_SHOWN = 3


def examples(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """Return different values of a strategy, the same ones each time."""
    found: dict[Any, None] = {}

    @settings(
        max_examples=2 * count,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Any) -> None:
        found[value] = None

    collect()
    return list(found)[:count]


def differences(chosen: Sequence[Composed]) -> Iterator[tuple[Composed, Facts, str]]:
    """Yield what differs; most tests have to pass with the solution, and some have to fail."""
    facts = verdicts([each.small for each in chosen], PROVIDED)
    every = [each for found in facts for each in found]
    if len(chosen) >= 40:
        assert sum(each.outcome == "passed" for each in every) > 0.6 * len(every)
        assert any(each.outcome == "failed" for each in every)
    for composition, found in zip(chosen, facts, strict=True):
        yield from ((composition, each, says) for each in found if (says := difference(each)))


def kind_of(difference: str) -> str:
    return re.sub(r"\d+|'[^']*'", "…", difference)[:80]


def smallest(composition: Composed, kind: str) -> Composed:
    """Return the smallest part of an assignment that still differs in this way."""
    while True:
        smaller = list(composition.smaller())
        found = [each for each, _, says in differences(smaller) if kind_of(says) == kind]
        if not found:
            return composition
        composition = min(found, key=lambda each: len(each.small.solution + each.small.tests))


def require_none(chosen: Sequence[Composed]) -> None:
    kinds: dict[str, tuple[Composed, str]] = {}
    for start in range(0, len(chosen), BATCH):
        for composition, facts, says in differences(chosen[start : start + BATCH]):
            failing = composition.tests[int(re.findall(r"\d+", facts.name)[0])]
            kinds.setdefault(kind_of(says), (replace(composition, tests=(failing,)), says))
    shown = [
        f"{says}\n{text_of(smallest(composition, kind).small)}"
        for kind, (composition, says) in islice(kinds.items(), MAX_SHOWN)
    ]
    assert not kinds, f"{len(kinds)} kinds of differences:\n\n" + "\n\n".join(shown)


def text_of(small: Small) -> str:
    """Return an assignment as it stands in `found.txt`."""
    other = f"--- submission\n{small.submission}" if small.submission != small.solution else ""
    tests = small.tests.removeprefix(IMPORTS).strip()
    setting = "may change" if small.may_change else "may not change"
    return f"=== {setting}\n{small.solution}{other}--- tests\n{tests}\n"


def read_found() -> Iterator[tuple[str, Small]]:
    for setting, text in sections("found.txt"):
        solution, *others = re.split(r"(?m)^--- \w+\n", text)
        submission = others[0] if others[1:] else solution
        tests = IMPORTS + others[-1]
        yield setting, Small(solution, submission, tests, setting != "may not change")


def test_found_before() -> None:
    """What went wrong once does not any more."""
    settings, smalls = zip(*read_found(), strict=True)
    for setting, small, found in zip(settings, smalls, verdicts(smalls, PROVIDED), strict=True):
        for facts in found:
            says = f"{facts.name}: {facts.graded} {facts.message}\n{text_of(small)}"
            if setting == "hostile":
                assert facts.graded != "pass", says
            else:
                assert facts.is_sound, says
                assert not difference(facts), says


def test_composed_assignments() -> None:
    require_none(examples(composed(), 40))


@functools.cache
def many() -> list[Composed]:
    return examples(composed(), 2000)


@pytest.mark.nightly
@pytest.mark.parametrize("start", range(0, 2000, 200))
def test_many_composed_assignments(start: int) -> None:
    require_none(many()[start : start + 200])


def require_no_pass(strategy: Callable[[], st.SearchStrategy[Small]], count: int) -> None:
    chosen: list[Small] = examples(strategy(), count)
    gains, would_pass = [], False
    for start in range(0, len(chosen), BATCH):
        batch = chosen[start : start + BATCH]
        found = list(zip(batch, verdicts(batch, PROVIDED), strict=True))
        every = [each for _, facts in found for each in facts]
        assert all(each.is_sound for each in every)
        would_pass |= any(each.outcome == "passed" for each in every)
        gains += [
            f"{each.name} passes:\n{text_of(small)}"
            for small, facts in found
            for each in facts
            if each.graded == "pass"
        ]
    assert would_pass, "nothing would gain in plain pytest"
    assert not gains, "\n\n".join(gains[:MAX_SHOWN])


@pytest.mark.parametrize("strategy", [values, escapes])
def test_hostile_answers(strategy: Callable[[], st.SearchStrategy[Small]]) -> None:
    require_no_pass(strategy, 10)


@pytest.mark.nightly
@pytest.mark.parametrize("strategy", [values, escapes])
def test_many_hostile_answers(strategy: Callable[[], st.SearchStrategy[Small]]) -> None:
    require_no_pass(strategy, 500)
