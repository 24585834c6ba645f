"""An account: put money in, and take money out."""

import sys


class Account:
    """An account with a balance, an amount of money as a whole number. A new one is empty."""

    def __init__(self) -> None:
        # To change: students do not get the bodies of methods, and none of this method.
        self._balance = 0

    def deposit(self, amount: int) -> int:
        """Add an amount to the balance, and return the balance.

        An amount that is not positive changes nothing.
        """
        self._balance += max(amount, 0)
        return self._balance

    def withdraw(self, amount: int) -> int:
        """Subtract an amount from the balance, and return the balance.

        An amount that is greater than the balance, or not positive, changes nothing.
        """
        if 0 < amount <= self._balance:
            self._balance -= amount
        return self._balance


def main() -> None:
    """Read lines such as `deposit 50` or `withdraw 20`, and print the balance after each.

    All lines are about one account, which is empty at first.
    """
    # To change: what the program prints for each case becomes the expected output.
    account = Account()
    for line in sys.stdin.read().splitlines():
        action, amount = line.split()
        if action == "deposit":
            print(account.deposit(int(amount)))
        else:
            print(account.withdraw(int(amount)))


if __name__ == "__main__":
    main()
