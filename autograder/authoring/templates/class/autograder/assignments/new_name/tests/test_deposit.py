# To change: these are the public tests of the part; students have this file. The docstring is what
# a report shows. What they import is the student's, and runs in a process of its own.

from new_name import Account


def test_one():
    """deposit adds the amount to an empty account"""
    assert Account().deposit(50) == 50


def test_two():
    """deposit adds the amount to the balance"""
    account = Account()
    assert account.deposit(50) == 50
    assert account.deposit(7) == 57
