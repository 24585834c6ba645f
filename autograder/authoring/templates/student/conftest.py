"""Some tests need the grader: pytest skips them."""

import pytest


@pytest.fixture
def case():
    pytest.skip("run by check.pyz")


files = measured = program = suite = case
