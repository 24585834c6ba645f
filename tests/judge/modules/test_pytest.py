"""What pytest offers to tests: fixtures, conftest.py, parametrize, marks and plugins."""

from __future__ import annotations

from pathlib import Path

from tests.judge.own_kit import ASSIGNMENT, failed, fault, messages

OWN = """\
SIZES = (2, 3)
CAT = "cat"
class Counter:
    def __init__(self, start): self.n = start
    def next(self):
        self.n += 1
        return self.n
def double(n): return 2 * n
"""
CONFTEST = """\
import pytest
from own import Counter, double

@pytest.fixture
def counter(): return Counter(3)

@pytest.fixture(scope="module")
def shared():
    counter = Counter(10)
    yield counter
    assert counter.next() > 10

@pytest.fixture(scope="session")
def four(): return double(2)

@pytest.fixture(params=[1, 2])
def number(request): return request.param

@pytest.fixture(autouse=True)
def checked():
    yield
    assert double(1) == 2
"""
FURNITURE = """\
import pytest
from own import CAT, SIZES, Counter, double

@pytest.fixture
def increased(counter):
    counter.next()
    return counter

def test_fixture(counter): assert counter.next() == 4
def test_fixture_of_a_fixture(increased): assert increased.next() == 5
def test_module(shared): assert shared.next() == 11
def test_module_and_function(shared, counter): assert (shared.next(), counter.next()) == (12, 4)
def test_session(four): assert four == 4
def test_parameters_of_a_fixture(number): assert double(number) == number + number

@pytest.mark.parametrize(("n", "expected"), [(1, 2), pytest.param(2, 4, id="two")])
def test_table(n, expected): assert double(n) == expected

@pytest.mark.parametrize("value", [SIZES, CAT])
def test_constants_as_parameters(value): assert value in ((2, 3), "cat")

@pytest.mark.parametrize("function", [double, abs])
def test_functions_as_parameters(function): assert function(0) == 0

@pytest.mark.skipif(True, reason="never")
def test_skipped(): assert double(1) == 3

@pytest.mark.xfail
def test_expected_to_fail(): assert double(1) == 3

class TestMethods:
    factor = 2
    def setup_method(self): self.counter = Counter(0)
    @pytest.fixture
    def five(self): return Counter(4).next()
    def test_method(self): assert self.counter.next() == 1
    def test_fixture(self, five): assert five * self.factor == 10
"""
BESIDE = {f"{ASSIGNMENT}/tests/conftest.py": CONFTEST}


def test_furniture(tmp_path: Path) -> None:
    assert failed(tmp_path, FURNITURE, OWN, others=BESIDE) == {}


def test_failures_in_fixtures_are_the_submissions(tmp_path: Path) -> None:
    own = OWN.replace("self.n = start", "raise ValueError(start)")
    assert messages(tmp_path, FURNITURE, OWN, own, others=BESIDE) == {
        "test_fixture": "Counter raised ValueError: 3",
        "test_fixture_of_a_fixture": "Counter raised ValueError: 3",
        "test_module": "Counter raised ValueError: 10",
        "test_module_and_function": "Counter raised ValueError: 10",
        "TestMethods::test_method": "Counter raised ValueError: 0",
        "TestMethods::test_fixture": "Counter raised ValueError: 0",
    }


HIDDEN = """\
import pytest
from own import double

@pytest.fixture
def four(four): return four + 1

def test_fixture(counter, own): assert (counter.next(), own) == (4, "own")
def test_module(shared): assert shared.next() == 11
def test_fixture_that_replaces_another(four): assert four == 5
def test_parameters(number): assert double(number) == number + number
"""
HIDDEN_CONFTEST = """\
import pytest

@pytest.fixture
def own(): return "own"
"""


def test_hidden_tests_find_the_fixtures_of_public_ones(tmp_path: Path) -> None:
    """Those of hidden tests alone are in a file of their own."""
    hidden = {"test_own.py": HIDDEN, "conftest.py": HIDDEN_CONFTEST}
    others = {f"{ASSIGNMENT}/hidden/{name}": text for name, text in hidden.items()}
    assert failed(tmp_path, FURNITURE, OWN, others=BESIDE | others) == {}


SHARED = """\
import pytest
from own import Counter

@pytest.fixture(scope="module")
def counter(): return Counter(10)

@pytest.mark.parametrize("n", [11, 12, 11])
def test_next(counter, n): assert counter.next() == n
"""


def test_worker_that_ends_costs_only_its_test(tmp_path: Path) -> None:
    """The next test that needs the fixture gets it anew."""
    own = OWN.replace("return self.n\n", "return self.n if self.n < 12 else exit_()\n")
    own += "def exit_(): __import__('os')._exit(0)\n"
    assert messages(tmp_path, SHARED, OWN, own) == {
        "test_next[12]": "Counter.next did not finish: it ended the whole process (exit code 0)"
    }


def test_fixtures_of_hidden_tests_are_for_these_alone(tmp_path: Path) -> None:
    others = {f"{ASSIGNMENT}/hidden/conftest.py": HIDDEN_CONFTEST}
    others |= {f"{ASSIGNMENT}/hidden/test_own.py": "def test_own(own): pass\n"}
    tests = "def test_own(own): pass\n"
    assert fault(tmp_path, tests, OWN, others=others) == (
        "tests/test_own.py::test_own: fixture 'own' not found\n"
    )


def test_plugins_are_those_that_the_assignment_names(tmp_path: Path) -> None:
    tests = "from own import double\n\ndef test_it(pytester): assert double(2) == 4\n"
    without = fault(tmp_path / "1", tests, OWN)
    assert without == "tests/test_own.py::test_it: fixture 'pytester' not found\n"
    assert failed(tmp_path / "2", tests, OWN, settings='plugins = ["pytester"]\n') == {}
    unknown = fault(tmp_path / "3", tests, OWN, settings='plugins = ["pytest_nowhere"]\n')
    assert unknown.startswith('ERROR: Error importing plugin "pytest_nowhere"')
