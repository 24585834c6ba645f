import boards
import pytest

TABLE = {
    "the last is not a singleton": (boards.domains("1 2\n2 12"), False),
    "the first is not a singleton": (boards.domains("12 2\n2 1"), False),
    "an empty domain": (boards.domains("1 2\n- 1"), False),
    "rules are ignored": (boards.domains("1 1\n1 1"), True),
    "one position": (boards.domains("1"), True),
}


@pytest.mark.parametrize(("domains", "expected"), TABLE.values(), ids=TABLE)
def test_domains(student, domains, expected):
    """is_complete returns whether every domain is a singleton"""
    assert student.is_complete(domains) is expected
