"""Tests that are removed from a file that an author has written."""

from __future__ import annotations

import ast

import pytest

from autograder.authoring.suite import find_test, without_tests

CODE = """\
# Tests.
class Common:
    def test_a(self): assert 1

    # About b.
    @mark
    def test_b(self):
        assert 1


class Tests(Common):
    \"""All.\"""

    def test_c(self): assert 1


class More:
    one = 1

    def test_d(self): assert 1


def test_e(): assert 1
"""
REMOVED = {
    "a function": (["test_e"], [slice(20, 23)], ""),
    "an inherited test": (["Tests::test_b"], [slice(3, 8)], ""),
    "all tests of a class that another one uses": (
        ["Common::test_a", "Tests::test_b"],
        [slice(2, 8)],
        "    pass\n",
    ),
    "all tests of a class": (["Tests::test_c", "More::test_d"], [slice(8, 20)], ""),
}


@pytest.mark.parametrize(("names", "gone", "instead"), REMOVED.values(), ids=REMOVED)
def test_removed(names: list[str], gone: list[slice], instead: str) -> None:
    lines = CODE.splitlines(keepends=True)
    for each in gone:
        lines[each] = [instead]
    code = without_tests(CODE.encode(), names, keeps_lines=False)
    assert code.decode() == "".join(lines)
    kept = without_tests(CODE.encode(), names, keeps_lines=True).decode().splitlines()
    assert len(kept) == CODE.count("\n")
    assert [line for line in kept if line] == [line for line in code.decode().splitlines() if line]


def test_code_of_another_encoding() -> None:
    code = "# coding: latin-1\r\ndef test_a(): 'é'\r\ndef test_b(): 1\r\n".encode("latin-1")
    assert without_tests(code, ["test_b"], keeps_lines=False) == code[: code.index(b"def test_b")]


@pytest.mark.parametrize("name", ["test_z", "Tests::test_z", "Imported::test_a"])
def test_not_defined_there(name: str) -> None:
    assert find_test(ast.parse(CODE), name) is None
