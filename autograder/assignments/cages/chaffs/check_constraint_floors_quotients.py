"""// discards the remainder of a quotient.

caught by: check_constraint
"""


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if cage.op == "add":
        return sum_list(values) == cage.target
    if cage.op == "mult":
        return product_list(values) == cage.target
    if cage.op == "sub":
        return max(values) - min(values) == cage.target
    if cage.op == "div":
        return max(values) // min(values) == cage.target
    return values == [cage.target]
