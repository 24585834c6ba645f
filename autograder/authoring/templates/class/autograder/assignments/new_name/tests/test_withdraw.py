# To change: these tests call deposit only once, and do not look at what it returns, so a mistake in
# deposit costs points only once.


def test_part(student):
    """withdraw subtracts the amount from the balance"""
    account = student.new("Account")
    account.deposit(50)
    assert account.withdraw(20) == 30
    assert account.withdraw(10) == 20


def test_all(student):
    """withdraw can subtract the whole balance"""
    account = student.new("Account")
    account.deposit(50)
    assert account.withdraw(50) == 0
