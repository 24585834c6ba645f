# To change: students do not have this file. They see the docstring of a test and its outcome.

import pytest
from new_name import Account


@pytest.mark.parametrize("amount", [0, -5])
def test_not_positive(amount):
    """deposit changes nothing if the amount is not positive"""
    account = Account()
    assert account.deposit(8) == 8
    assert account.deposit(amount) == 8


def test_two_accounts():
    """deposit changes one account only"""
    assert Account().deposit(50) == 50
    assert Account().deposit(7) == 7
