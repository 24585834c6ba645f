"""A cage that is not satisfied gives None instead of False.

caught by: check_constraint
"""


def check_constraint(grid, cage):  # noqa: RET503 - that is the mistake
    values = cell_values(cage.cells, grid)
    results = {
        "add": sum_list(values),
        "mult": product_list(values),
        "sub": max(values) - min(values),
        "div": max(values) / min(values),
        "id": values[0],
    }
    if results[cage.op] == cage.target:
        return True
