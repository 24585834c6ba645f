"""Each selected position is printed.

caught by: solve
"""

_select_variable = select_variable


def select_variable(domains):
    position = _select_variable(domains)
    print("trying", position)
    return position
