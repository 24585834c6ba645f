from pathlib import Path

import pytest

FUNCTIONS = ("check_rows_valid", "check_columns_valid", "check_cages_valid", "check_valid")
FOLDER = Path(__file__).parent.parent / "chaffs"
CHAFFS = [chaff for name in FUNCTIONS for chaff in sorted(FOLDER.glob(f"{name}_*.py"))]


@pytest.mark.parametrize("chaff", CHAFFS, ids=lambda chaff: chaff.stem)
def test_catches(suite, chaff):
    """funcs_tests.py contains a test of yours that fails when a function is wrong"""
    suite.must_catch("funcs_tests.py", chaff)
