"""`autograder mutants`: survivors, what they differ on, equivalents, exit statuses."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from autograder.authoring.mutants.comparison import find_difference
from autograder.authoring.mutants.equivalents import read_equivalents
from autograder.authoring.mutants.mutant import mutants_of, sample
from autograder.authoring.mutants.report import hidden_only_lines, summary, survivor_lines
from autograder.authoring.mutants.run import Fate, MutantResults
from tests.conftest import copy_kit, run_autograder

REFERENCE = '''\
def double(number):
    """Twice the number, but 0 instead of negative ones."""
    if number < 0:
        return 0
    return 2 * number
'''
FUZZ = '''\
def calls(part):
    """Yield small numbers."""
    for size in range(3):
        yield part, (size,)
        yield part, (-size,)
'''
EQUIVALENT = """
[[equivalent]]
function = "double"
old = "{old}"
new = "{new}"
reason = "twice 0 is 0"
"""
EQUIVALENTS = "".join(
    EQUIVALENT.format(old="if number < 0:", new=new)
    for new in ("if number <= 0:", "if number < 1:")
)
NEGATIVE = """
def test_negative():
    \"\"\"double of a negative number is 0\"\"\"
    assert double(-1) == 0
"""
PAIR = "from double import Pair\n\n\ndef test_pair():\n    assert Pair().first() == 2\n"


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A kit whose tests try 2 and a large number; the reference also has negative ones."""
    copy_kit("double", tmp_path)
    (tmp_path / "reference/double/double.py").write_text(REFERENCE, encoding="utf-8")
    return tmp_path


def put(kit: Path, file: str, text: str) -> None:
    (kit / "autograder/assignments/double" / file).write_text(text, encoding="utf-8")


def entries_of(out: str) -> list[list[str]]:
    return [entry.split("\n") for entry in out.strip().split("\n\n")]


def test_survivors_are_shown_with_their_diffs_and_smallest_inputs(kit: Path) -> None:
    """Or, if no input makes a difference, with what notes them as equivalent."""
    put(kit, "fuzz.py", FUZZ)
    ran = run_autograder("mutants", "--kit", kit)
    assert (ran.status, ran.err) == (1, "")
    assert [
        "reference/double/double.py, line 4: no test of double catches this change to double",
        "  -         return 0",
        "  +         return 1",
        "  add a test; they differ on",
        "    double(-1)",
        "    reference: 0",
        "    mutant: 1",
    ] in entries_of(ran.out)
    assert [
        "reference/double/double.py, line 3: no test of double catches this change to double",
        "  -     if number < 0:",
        "  +     if number <= 0:",
        "  no difference on any input of fuzz.py (tried: 6); if the mutant is equivalent, "
        "list it in equivalent.toml with "
        "the reason:",
        "    [[equivalent]]",
        '    function = "double"',
        "    old = 'if number < 0:'",
        "    new = 'if number <= 0:'",
        '    reason = ""',
    ] in entries_of(ran.out)


def test_nothing_to_compare_is_not_a_reason_to_list_a_mutant(kit: Path) -> None:
    put(kit, "fuzz.py", "def calls(part):\n    return []\n")
    assignment = load("double", kit)
    mutant = mutants_of(assignment)[0]
    fate = Fate(by_public=False, by_any=False, difference=find_difference(assignment, mutant))
    *_, last, empty = survivor_lines(MutantResults(assignment, fates={mutant: fate}))
    assert (last, empty) == (
        "  nothing was compared: fuzz.py yields nothing for double; add inputs for it, or a test",
        "",
    )


def test_all_caught_or_noted(kit: Path) -> None:
    tests = kit / "autograder/assignments/double/hidden/test_double.py"
    tests.write_text(tests.read_text(encoding="utf-8") + NEGATIVE, encoding="utf-8")
    put(kit, "equivalent.toml", EQUIVALENTS)
    ran = run_autograder("mutants", "double", "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    first, *_, last = ran.out.splitlines()
    assert first == "Only hidden tests catch these; public ones should catch 95%:"
    assert re.fullmatch(
        r"double: \d+ mutants, 2 equivalent, 100.0% of \d+ caught by all tests, "
        r"[3-6]\d.\d% by public tests alone",
        last,
    )


def test_survivors_are_not_announced_as_caught_by_hidden_tests(kit: Path) -> None:
    assignment = load("double", kit)
    survivor, *others = mutants_of(assignment)[:3]
    fates = dict.fromkeys(others, Fate(by_public=True, by_any=True))
    results = MutantResults(
        assignment, fates=fates | {survivor: Fate(by_public=False, by_any=False)}
    )
    assert summary(results).startswith("double: 3 mutants, 0 equivalent, 66.7% of 3 caught")
    one = MutantResults(assignment, fates={others[0]: fates[others[0]]})
    assert summary(one).startswith("double: 1 mutant, 0 equivalent, 100.0% of 1 caught")
    assert results.share(public=True) < 0.95
    assert list(hidden_only_lines(results)) == []


def test_several_equivalents_with_one_reason(kit: Path) -> None:
    put(kit, "equivalent.toml", EQUIVALENTS)
    apart = read_equivalents(load("double", kit))
    several = EQUIVALENT.format(old="if number < 0:", new="{new}")
    news = '["if number <= 0:", "if number < 1:"]'
    put(kit, "equivalent.toml", several.replace('"{new}"', news))
    assert read_equivalents(load("double", kit)) == apart


def test_equivalent_that_no_mutant_matches(kit: Path) -> None:
    put(kit, "equivalent.toml", EQUIVALENT.format(old="if number < 0:", new="if number < 2:"))
    put(kit, "tests/test_double.py", f"import pytest{NEGATIVE}")
    ran = run_autograder("mutants", "double", "--kit", kit, "--sample", 1)
    assert ran.status == 1
    assert ran.out.startswith("double: equivalent.toml: no mutant of double is 'if number < 2:'\n")


FAULTY = {
    "no reason": (EQUIVALENTS.replace("twice 0 is 0", " "), "the reason for 'if number <= 0:' is"),
    "another key": ("[[equivalents]]\n", "unknown key 'equivalents'"),
    "a key is missing": ('[[equivalent]]\nfunction = "double"\n', "the key 'old' is missing in"),
    "no list": ("equivalent = 3\n", "'equivalent' has to be a list of tables"),
    "not TOML": ("[", "Invalid"),
}


@pytest.mark.parametrize(("text", "message"), FAULTY.values(), ids=FAULTY)
def test_faulty_file_of_equivalents(kit: Path, text: str, message: str) -> None:
    put(kit, "equivalent.toml", text)
    with pytest.raises(AssignmentError) as raised:
        read_equivalents(load("double", kit))
    assert f"equivalent.toml: {message}" in str(raised.value)


def test_part_and_reference_that_do_not_exist(kit: Path) -> None:
    ran = run_autograder("mutants", "double", "--part", "triple", "--kit", kit)
    assert (ran.status, ran.out) == (2, "")
    assert "double has no part 'triple'" in ran.err
    (kit / "reference/double/double.py").unlink()
    ran = run_autograder("mutants", "--kit", kit)
    assert ran.status == 2
    assert "reference/double: it lacks a file of `files`" in ran.err


def test_fuzz_file_that_fails(kit: Path) -> None:
    put(kit, "fuzz.py", "def calls(part):\n    raise ValueError(part)\n")
    ran = run_autograder("mutants", "double", "--kit", kit)
    assert (ran.status, ran.out) == (2, "")
    assert "fuzz.py failed: ValueError: double" in ran.err


def test_fuzz_file_with_a_typo_of_a_function(kit: Path) -> None:
    put(kit, "fuzz.py", "def calls(part):\n    yield 'duoble', (1,)\n")
    assignment = load("double", kit)
    with pytest.raises(AssignmentError) as raised:
        find_difference(assignment, mutants_of(assignment)[0])
    assert str(raised.value).endswith(
        "fuzz.py failed: LookupError: no module of the reference has duoble"
    )


def test_sample_is_the_same_each_time_and_part_of_all() -> None:
    assignment = load("kenken")
    mutants = mutants_of(assignment)
    chosen = sample(mutants, 10)
    assert len(chosen) == 10
    assert chosen == sample(list(reversed(mutants)), 10)[::-1]
    assert set(chosen) <= set(sample(mutants, 20)) <= set(mutants)


@functools.cache
def parts_of(name: str) -> dict[str, tuple[str, ...]]:
    return {mutant.function: mutant.parts for mutant in mutants_of(load(name))}


def test_parts_that_should_catch_a_mutant() -> None:
    """The function's own; for helpers and constants, those of what uses them."""
    parts = parts_of("kenken")
    assert parts["find_blank"] == ("find_blank",)
    assert parts["_numbers_in"] == ("used_in_row", "used_in_col")
    assert parts["COMPLETE"] == ("find_blank", "neighbours")
    assert parts["fill_in_guess"] == ("neighbours",)


@pytest.mark.long
def test_parts_of_a_program_a_class_and_a_second_part_of_a_function() -> None:
    assert parts_of("calcudoku")["_solve"] == ("solution", "counts")
    assert "test_check_rows_valid_solution" not in parts_of("calcudoku")
    every = tuple(part.name for part in load("mathdoku").parts)
    assert set(parts_of("mathdoku").values()) == {every}
    assert not parts_of("mathdoku").keys() & {"Cell", "_Domains", "_Combination"}
    assert parts_of("ac3")["solve_kenken"] == ("solve_kenken", "search")


def test_function_beside_a_class_that_it_does_not_use(kit: Path) -> None:
    """A mutant of the class does not concern the function's part, unless its tests make objects."""
    with (kit / "reference/double/double.py").open("a") as reference:
        reference.write("\n\nclass Pair:\n    def first(self):\n        return 1 + 1\n")
    assignment = load("double", kit)
    assert {mutant.function for mutant in mutants_of(assignment, "double")} == {"double"}
    put(kit, "hidden/test_double.py", PAIR)
    functions = {mutant.function for mutant in mutants_of(assignment, "double")}
    assert functions == {"double", "Pair.first"}


def test_mutants_of_a_part() -> None:
    found = mutants_of(load("kenken"), "used_in_col")
    assert {mutant.function for mutant in found} == {"used_in_col", "_numbers_in"}
