import boards
import pytest
from ac3 import is_complete

TABLE = {
    "the last is not a singleton": (boards.domains("1 2\n2 12"), False),
    "the first is not a singleton": (boards.domains("12 2\n2 1"), False),
    "an empty domain": (boards.domains("1 2\n- 1"), False),
    "rules are ignored": (boards.domains("1 1\n1 1"), True),
    "one position": (boards.domains("1"), True),
}


@pytest.mark.parametrize(("domains", "expected"), TABLE.values(), ids=TABLE)
def test_domains(domains, expected):
    """is_complete returns whether every domain is a singleton"""
    assert is_complete(domains) is expected
