"""The list of numbers seen outlives the call, and is not emptied after a duplicate.

caught by: check_columns_valid
"""

_seen: list[int] = []


def check_columns_valid(puzzle: list[list[int]]) -> bool:
    for column in zip(*puzzle, strict=True):
        for number in column:
            if number != 0 and number in _seen:
                return False
            _seen.append(number)
        _seen.clear()
    return True
