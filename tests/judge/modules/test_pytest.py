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
def read(name):
    with open(name) as file:
        return file.read()
"""
CONFTEST = """\
import pytest
from own import Counter, double


@pytest.fixture
def counter():
    return Counter(3)


@pytest.fixture(scope="module")
def shared():
    counter = Counter(10)
    yield counter
    counter.next()


@pytest.fixture(scope="session")
def four():
    return double(2)


@pytest.fixture(params=[1, 2])
def number(request):
    return request.param


@pytest.fixture(autouse=True)
def checked():
    yield
    assert double(1) == 2
"""
FURNITURE = """\
import pytest
from own import CAT, SIZES, Counter, double, read

CASES = [(1, 2), pytest.param(2, 4, id="two")]


@pytest.fixture
def next_counter(counter):
    counter.next()
    return counter


def test_fixture(counter):
    assert counter.next() == 4


def test_fixture_of_one_test(next_counter):
    assert next_counter.next() == 5


def test_shared_1(shared):
    assert shared.next() == 11


def test_shared_2(shared, counter):
    assert shared.next() == 12
    assert counter.next() == 4


def test_session(four):
    assert four == 4


def test_parameters_of_a_fixture(number):
    assert double(number) == number + number


@pytest.mark.parametrize(("n", "expected"), CASES)
def test_table(n, expected):
    assert double(n) == expected


@pytest.mark.parametrize("size", [SIZES, CAT])
def test_constants_as_parameters(size):
    assert size in ((2, 3), "cat")


@pytest.mark.parametrize("function", [double, abs])
def test_functions_as_parameters(function):
    assert function(0) == 0


@pytest.mark.skipif(True, reason="never")
def test_skipped():
    assert double(1) == 3


@pytest.mark.xfail
def test_expected_to_fail():
    assert double(1) == 3


@pytest.mark.filterwarnings("error")
@pytest.mark.own_mark
class TestMethods:
    factor = 2

    def setup_method(self):
        self.counter = Counter(0)

    def test_method(self):
        assert self.counter.next() == 1

    @pytest.fixture
    def five(self):
        return Counter(4).next()

    def test_fixture_of_the_class(self, five):
        assert five * self.factor == 10


def test_folder(tmp_path, monkeypatch):
    (tmp_path / "in.txt").write_text("text")
    monkeypatch.chdir(tmp_path)
    assert read("in.txt") == "text"


def test_request(request):
    assert request.node.name == "test_request"
"""
BESIDE = {f"{ASSIGNMENT}/tests/conftest.py": CONFTEST}


def test_furniture(tmp_path: Path) -> None:
    assert failed(tmp_path, FURNITURE, OWN, others=BESIDE) == {}


def test_failures_in_fixtures_are_the_submissions(tmp_path: Path) -> None:
    own = OWN.replace("self.n = start", "raise ValueError(start)")
    found = messages(tmp_path, FURNITURE, OWN, own, others=BESIDE)
    assert found == {
        "test_fixture": "Counter raised ValueError: 3",
        "test_fixture_of_one_test": "Counter raised ValueError: 3",
        "test_shared_1": "Counter raised ValueError: 10",
        "test_shared_2": "Counter raised ValueError: 10",
        "TestMethods::test_method": "Counter raised ValueError: 0",
        "TestMethods::test_fixture_of_the_class": "Counter raised ValueError: 0",
    }


def test_fixture_that_fails_after_its_test(tmp_path: Path) -> None:
    tests = "def test_it():\n    pass\n"
    found = failed(tmp_path, tests, OWN, OWN.replace("2 * n", "3 * n"), others=BESIDE)
    assert found["test_it"]["call"] == "double(1)"


SHARED = """\
import pytest
from own import Counter


@pytest.fixture(scope="module")
def counter():
    return Counter(10)


@pytest.mark.parametrize("n", [11, 12, 13])
def test_next(counter, n):
    assert counter.next() == n
"""


def test_worker_that_dies_costs_only_its_test(tmp_path: Path) -> None:
    """The next test that needs the fixture gets it anew."""
    own = OWN.replace("        return self.n\n", "        return self.n if self.n < 12 else exit_()\n")
    own += "\n\ndef exit_():\n    import os\n    os._exit(0)\n"
    found = failed(tmp_path, SHARED, OWN, own)
    assert found.keys() == {"test_next[12]", "test_next[13]"}
    assert found["test_next[13]"]["returned"] == "11"


def test_plugins_are_those_that_the_assignment_names(tmp_path: Path) -> None:
    tests = "from own import double\n\n\ndef test_it(pytester):\n    assert double(2) == 4\n"
    without = fault(tmp_path / "1", tests, OWN)
    assert without == "tests/test_own.py::test_it: fixture 'pytester' not found\n"
    assert failed(tmp_path / "2", tests, OWN, settings='plugins = ["pytester"]\n') == {}
    unknown = fault(tmp_path / "3", tests, OWN, settings='plugins = ["pytest_nowhere"]\n')
    assert unknown.startswith('ERROR: Error importing plugin "pytest_nowhere"')


def test_parameters_that_a_submission_lacks(tmp_path: Path) -> None:
    found = messages(tmp_path, FURNITURE, OWN, OWN.replace("CAT", "DOG"), others=BESIDE)
    assert list(found.values()) == ["own.py does not define CAT"]
