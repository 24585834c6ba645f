from pathlib import Path

import pytest

CHAFFS = sorted((Path(__file__).parent.parent / "chaffs").glob("larger_*.py"))


@pytest.mark.parametrize("chaff", CHAFFS, ids=lambda chaff: chaff.stem)
def test_catches(suite, chaff):
    """a test of yours fails when larger is wrong"""
    suite.must_catch("larger_tests.py", chaff)
