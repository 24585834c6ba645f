"""The amount replaces the balance.

caught by: deposit
"""

# To change: a chaff is a wrong solution with one mistake that students make. It replaces a function
# or a class of the reference; the part named above must lose points, and no other.

_Right = Account


class Account(_Right):
    def deposit(self, amount):
        self._balance = amount if amount > 0 else self._balance
        return self._balance
