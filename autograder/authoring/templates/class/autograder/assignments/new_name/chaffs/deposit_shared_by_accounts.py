"""All accounts add to one balance.

caught by: deposit
"""

_Right = Account


class Account(_Right):
    total = 0

    def deposit(self, amount):
        Account.total += max(amount, 0)
        self._balance = Account.total
        return self._balance
