"""Bills: dictionaries with the prices of items, in cents."""


def total(bill):
    """Return the sum of all prices."""
    return sum(bill.values())


def most_expensive(bill):
    """Return the item with the highest price; of several, the first in the alphabet."""
    if not bill:
        raise ValueError("the bill is empty")
    highest = max(bill.values())
    return min(item for item, price in bill.items() if price == highest)


def split(cents, people):
    """Return what each person pays: shares differ by a cent at most, larger ones come first."""
    if people < 1:
        raise ValueError("nobody pays")
    share, rest = divmod(cents, people)
    return [share + 1] * rest + [share] * (people - rest)


def add(bill, item, price):
    """Add an item to a bill, or its price to that of the same item."""
    bill[item] = bill.get(item, 0) + price
