import pytest
from new_name import Account


def test_too_much():
    """withdraw changes nothing if the amount is greater than the balance"""
    account = Account()
    account.deposit(50)
    assert account.withdraw(51) == 50
    assert account.withdraw(20) == 30


@pytest.mark.parametrize("amount", [0, -5])
def test_not_positive(amount):
    """withdraw changes nothing if the amount is not positive"""
    account = Account()
    account.deposit(8)
    assert account.withdraw(amount) == 8
