"""The largest number minus all others: - and / take any number of cells.

caught by: ready_to_solve
"""


def _could_hold(constraint, cells, size):
    target = _positive(constraint.target)
    if constraint.operator in ("+", "*"):
        return 1 <= target <= (cells * size if constraint.operator == "+" else size**cells)
    return constraint.operator in ("-", "/", "=") and 1 <= target <= size
