"""In sub, the first number is assumed to be the larger one.

caught by: check_constraint
"""


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if cage.op == "add":
        return sum_list(values) == cage.target
    if cage.op == "mult":
        return product_list(values) == cage.target
    if cage.op == "sub":
        return values[0] - values[1] == cage.target
    if cage.op == "div":
        return max(values) == min(values) * cage.target
    return values == [cage.target]
