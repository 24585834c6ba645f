import pytest
from stack import Stack


@pytest.fixture
def full():
    return Stack([1])
