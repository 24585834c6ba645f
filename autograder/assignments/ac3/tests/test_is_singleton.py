import pytest
from ac3 import is_singleton

TABLE = {
    "one value": ([3], True),
    "two values": ([1, 2], False),
    "no value": ([], False),
    "all values": ([1, 2, 3, 4], False),
}


@pytest.mark.parametrize(("domain", "expected"), TABLE.values(), ids=TABLE)
def test_domains(domain, expected):
    """is_singleton returns whether a domain holds exactly one value"""
    assert is_singleton(domain) is expected
