"""Some tests need the grader: pytest skips them."""

import pytest


@pytest.fixture
def case():
    pytest.skip("needs the grader: run check.pyz")  # pytest alone cannot run programs confined.


measured = program = suite = case
