import boards
import pytest
from ac3 import is_complete

TABLE = {
    "all singletons": (boards.SOLVED, True),
    "all values everywhere": (boards.FULL, False),
    "all but the first": (boards.domains("12 2\n2 1"), False),
    "all but the last": (boards.domains("1 2\n2 12"), False),
    "some singletons": (boards.HALF_WAY, False),
}


@pytest.mark.parametrize(("domains", "expected"), TABLE.values(), ids=TABLE)
def test_domains(domains, expected):
    """is_complete returns whether every domain is a singleton"""
    assert is_complete(domains) is expected
