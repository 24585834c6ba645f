"""Only an id cage may have one cell.

caught by: check_constraint
"""


def check_constraint(grid, cage):
    values = cell_values(cage.cells, grid)
    if len(values) == 1:
        return cage.op == "id" and values[0] == cage.target
    match cage.op:
        case "add":
            return sum_list(values) == cage.target
        case "mult":
            return product_list(values) == cage.target
        case "sub":
            return abs(values[0] - values[1]) == cage.target
    return max(values) == min(values) * cage.target
