import pytest

TABLE = {
    "the value 1": ([1], True),
    "the value 6": ([6], True),
    "no value": ([], False),
    "1 and another": ([1, 6], False),
    "three values": ([2, 4, 5], False),
}


@pytest.mark.parametrize(("domain", "expected"), TABLE.values(), ids=TABLE)
def test_domains(student, domain, expected):
    """is_singleton returns whether a domain holds exactly one value"""
    assert student.is_singleton(domain) is expected
