import pytest


@pytest.fixture
def bill():
    return {"soup": 550, "coffee": 250, "pasta": 900}
