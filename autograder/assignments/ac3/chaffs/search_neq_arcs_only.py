"""AC-3 gets only the arcs of rows and columns.

caught by: search
"""


def create_arcs(puzzle):
    return create_neq_arcs(puzzle)
