import pytest


def test_too_much(student):
    """withdraw changes nothing if the amount is greater than the balance"""
    account = student.new("Account")
    account.deposit(50)
    assert account.withdraw(51) == 50
    assert account.withdraw(20) == 30


@pytest.mark.parametrize("amount", [0, -5])
def test_not_positive(student, amount):
    """withdraw changes nothing if the amount is not positive"""
    account = student.new("Account")
    account.deposit(8)
    assert account.withdraw(amount) == 8
