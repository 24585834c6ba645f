"""The balance may become negative.

caught by: withdraw
"""

_Right = Account


class Account(_Right):
    def withdraw(self, amount):
        self._balance -= max(amount, 0)
        return self._balance
