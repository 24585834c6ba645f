"""Keep the amounts instead of the balance, and choose the method by its name."""

# To change: a wheat is another correct solution, a whole file. It must score full marks, which
# shows that the tests demand no more than the handout.

import sys


class Account:
    def __init__(self):
        self.amounts = []

    def deposit(self, amount):
        if amount > 0:
            self.amounts.append(amount)
        return sum(self.amounts)

    def withdraw(self, amount):
        if amount > 0 and sum(self.amounts) >= amount:
            self.amounts.append(-amount)
        return sum(self.amounts)


def main():
    account = Account()
    for line in sys.stdin:
        action, amount = line.split()
        print(getattr(account, action)(int(amount)))


if __name__ == "__main__":
    main()
