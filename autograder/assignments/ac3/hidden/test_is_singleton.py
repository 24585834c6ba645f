import pytest
from ac3 import is_singleton

TABLE = {
    "the value 1": ([1], True),
    "the value 6": ([6], True),
    "no value": ([], False),
    "1 and another": ([1, 6], False),
    "three values": ([2, 4, 5], False),
}


@pytest.mark.parametrize(("domain", "expected"), TABLE.values(), ids=TABLE)
def test_domains(domain, expected):
    """is_singleton returns whether a domain holds exactly one value"""
    assert is_singleton(domain) is expected
