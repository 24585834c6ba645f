"""AC-3 gets the arcs of rows and columns only, as cages are checked later.

caught by: search
"""


def create_arcs(puzzle):
    return create_neq_arcs(puzzle)
