def larger(a, b):
    """The larger of two numbers; of equal ones, any."""
    return _max([a, b])


def _max(numbers):
    return sorted(numbers)[-1]
