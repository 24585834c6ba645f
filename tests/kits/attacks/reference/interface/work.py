"""An honest submission: right wherever no secret is needed."""

class RefusedError(ValueError):
    def __init__(self, amount):
        super().__init__(f"{amount} is refused")
        self.amount = amount


class Box:
    def __init__(self, values):
        self.values = list(values)
        self.label = ""

    def add(self, value):
        self.values.append(value)

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return iter(self.values)

    def __eq__(self, other):
        return isinstance(other, Box) and self.values == other.values

    def __hash__(self):
        return hash(tuple(self.values))


def double(value):
    return value * 2


def apply(function, value):
    return function(value)


_kept = []


def keep(function):
    _kept.append(function)


def call_kept(value):
    return _kept[-1](value)


def check(amount):
    if amount < 0:
        raise RefusedError(amount)
    return amount


def count(limit):
    yield from range(limit)


def encode(text):
    return text[::-1]


def decode(text):
    return text[::-1]


def copy_file(name, other):
    with open(name) as file:
        text = file.read()
    with open(other, "w") as file:
        file.write(text)
    return other


def fill(rows, value):
    for row in rows:
        row[:] = [value] * len(row)


def secret():
    return None
