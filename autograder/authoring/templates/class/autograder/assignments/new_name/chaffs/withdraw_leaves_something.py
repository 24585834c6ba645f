"""The whole balance cannot be withdrawn.

caught by: withdraw
"""

_Right = Account


class Account(_Right):
    def withdraw(self, amount):
        if 0 < amount < self._balance:
            self._balance -= amount
        return self._balance
