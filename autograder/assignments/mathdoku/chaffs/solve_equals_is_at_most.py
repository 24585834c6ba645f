"""A number under = is at most the target.

caught by: solve
"""

_FITS["="] = lambda numbers, target: numbers[0] <= target
