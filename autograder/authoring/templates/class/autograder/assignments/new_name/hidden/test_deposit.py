# To change: students do not have this file. They see the docstring of a test and its outcome.

import pytest


@pytest.mark.parametrize("amount", [0, -5])
def test_not_positive(student, amount):
    """deposit changes nothing if the amount is not positive"""
    account = student.new("Account")
    assert account.deposit(8) == 8
    assert account.deposit(amount) == 8


def test_two_accounts(student):
    """deposit changes one account only"""
    assert student.new("Account").deposit(50) == 50
    assert student.new("Account").deposit(7) == 7
