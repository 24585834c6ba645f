"""A negative amount is added as well.

caught by: deposit
"""

_Right = Account


class Account(_Right):
    def deposit(self, amount):
        self._balance += amount
        return self._balance
