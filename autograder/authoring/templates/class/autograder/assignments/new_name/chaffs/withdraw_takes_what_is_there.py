"""If the amount is too large, the balance is subtracted.

caught by: withdraw
"""

_Right = Account


class Account(_Right):
    def withdraw(self, amount):
        self._balance -= max(0, min(amount, self._balance))
        return self._balance
