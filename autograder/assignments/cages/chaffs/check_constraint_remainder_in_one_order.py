"""Only the first order of a quotient is checked for a remainder.

caught by: check_constraint
"""


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    match cage.op:
        case "add":
            return sum_list(values) == cage.target
        case "mult":
            return product_list(values) == cage.target
        case "sub":
            return abs(values[0] - values[1]) == cage.target
        case "div":
            first, second = values
            return first / second == cage.target or second // first == cage.target
    return values == [cage.target]
