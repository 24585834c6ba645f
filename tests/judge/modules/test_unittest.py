"""Tests that are written for unittest."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import run_autograder
from tests.judge.own_kit import failed, write_kit, write_one_part

OWN = """\
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop()
    def __len__(self): return len(self.items)
def double(n): return 2 * n
def words(text): return text.split()
def crash(): raise ValueError("negative")
"""
IDIOMS = """\
import unittest
from unittest import mock

import own
from own import Stack, crash, double, words

class StackTest(unittest.TestCase):
    log = []

    @classmethod
    def setUpClass(cls):
        cls.shared = Stack()
        cls.shared.push(1)

    def setUp(self):
        self.stack = Stack()
        self.stack.push(7)
        self.addCleanup(lambda: self.log.append(len(self.stack)))

    def tearDown(self): self.stack.push(9)

    def test_pop(self):
        self.assertEqual(self.stack.pop(), 7)
        self.assertEqual(len(self.stack), 0)

    def test_shared(self):
        self.assertEqual(self.log, [1])
        self.assertIsInstance(self.stack, Stack)
        self.assertEqual((len(self.stack), len(self.shared)), (1, 1))

    def test_values(self):
        self.assertCountEqual(words("b a"), ["a", "b"])
        self.assertIn("a", words("b a"))
        self.assertAlmostEqual(double(0.15), 0.3)

    def test_x_raises(self):
        with self.assertRaisesRegex(ValueError, "negative") as caught:
            crash()
        self.assertEqual(str(caught.exception), "negative")
        self.assertRaises(IndexError, Stack().pop)

    @mock.patch("own.double", return_value=3)
    def test_y_patched(self, patched):
        self.assertEqual(own.double(1), 3)
        self.assertEqual(patched.call_count, 1)
"""


def test_idioms(tmp_path: Path) -> None:
    assert failed(tmp_path, IDIOMS, OWN) == {}


OUTCOMES = """\
import unittest
from own import double

class DoubleTest(unittest.TestCase):
    def test_subtests(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertEqual(double(n), 2 * n)

    @unittest.skip("not today")
    def test_skipped(self): self.fail()
    def test_skipped_inside(self): self.skipTest("not today")
    @unittest.expectedFailure
    def test_expected_failure(self): self.assertEqual(double(1), 3)
    def test_passes(self): self.assertEqual(double(1), 2)
"""


def outcomes(folder: Path, own: str) -> dict[str, str]:
    kit = write_one_part(folder / "kit", OUTCOMES, OWN)
    work = write_kit(folder / "work", {"own.py": own})
    ran = run_autograder("grade", "own", work, "--kit", kit, "--json", "-")
    tests = json.loads(ran.out)["parts"][0]["tests"]
    return {test["name"].removeprefix("DoubleTest::"): test["outcome"] for test in tests}


def test_skipped_tests_earn_and_cost_nothing(tmp_path: Path) -> None:
    """Nor do those that are expected to fail; a failed subTest fails its test."""
    assert outcomes(tmp_path, OWN) == {"test_subtests": "pass", "test_passes": "pass"}
    own = OWN.replace("return 2 * n", "return 2 * n + (n == 0)")
    assert outcomes(tmp_path, own) == {"test_subtests": "wrong", "test_passes": "pass"}


ASSERTIONS = """\
import unittest
from own import double, words

class TestAll(unittest.TestCase):
    def test_equal(self): self.assertEqual(words("a b"), ["a", "b"], "two words")
    def test_in(self): self.assertIn("a", words("a b"))
    def test_almost(self): self.assertAlmostEqual(double(0.5), 1)
    def test_true(self): self.assertTrue(words("a b") == ["a", "b"], "two words")
"""
WRONG = """\
def double(n): return -n
def words(text): return [text]
"""
SHOWN = {
    "equal": ("words('a b')", "['a b']", "['a', 'b']", "two words"),
    "in": ("words('a b')", "['a b']", None, "'a' not found in ['a b']"),
    "almost": ("double(0.5)", "-0.5", "1", "-0.5 != 1 within 7 places (1.5 difference)"),
    "true": (
        *("words('a b')", "['a b']", None),
        "False is not true : two words\nIn the test, "
        "`self.assertTrue(words('a b') == ['a', 'b'], 'two words')`",
    ),
}


def test_assertions_show_what_was_called_returned_and_expected(tmp_path: Path) -> None:
    found = failed(tmp_path, ASSERTIONS, OWN, WRONG)
    keys = ("call", "returned", "expected", "difference")
    assert {
        name.removeprefix("TestAll::test_"): tuple(map(detail.get, keys))
        for name, detail in found.items()
    } == SHOWN
