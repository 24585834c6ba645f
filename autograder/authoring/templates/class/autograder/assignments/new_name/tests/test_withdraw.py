# To change: these tests call deposit only once, and do not look at what it returns, so a mistake in
# deposit costs points only once.

from new_name import Account


def test_part():
    """withdraw subtracts the amount from the balance"""
    account = Account()
    account.deposit(50)
    assert account.withdraw(20) == 30
    assert account.withdraw(10) == 20


def test_all():
    """withdraw can subtract the whole balance"""
    account = Account()
    account.deposit(50)
    assert account.withdraw(50) == 0
