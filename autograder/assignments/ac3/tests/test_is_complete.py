import boards
import pytest
from ac3 import is_complete

TABLE = {
    "one position": (boards.domains("1"), True),
    "all but the first": (boards.domains("12 2\n2 1"), False),
    "all but the last": (boards.domains("1 2\n2 12"), False),
    "an empty domain": (boards.domains("1 2\n- 1"), False),
    "rules are ignored": (boards.domains("1 1\n1 1"), True),
    "all values everywhere": (boards.FULL, False),
    "some singletons": (boards.HALF_WAY, False),
    "a solution": (boards.SOLVED, True),
}


@pytest.mark.parametrize(("domains", "expected"), TABLE.values(), ids=TABLE)
def test_domains(domains, expected):
    """is_complete returns whether every domain is a singleton"""
    assert is_complete(domains) is expected
