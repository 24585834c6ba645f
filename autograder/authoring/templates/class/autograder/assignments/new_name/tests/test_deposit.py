# To change: these are the public tests of the part; students have this file. The docstring is what
# a report shows. `student.new` makes an object.


def test_one(student):
    """deposit adds the amount to an empty account"""
    assert student.new("Account").deposit(50) == 50


def test_two(student):
    """deposit adds the amount to the balance"""
    account = student.new("Account")
    assert account.deposit(50) == 50
    assert account.deposit(7) == 57
