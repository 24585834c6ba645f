"""The results are collected in a list that is kept between calls.

caught by: check_cages
"""

_results = []


def check_cages(grid, cages):
    _results.extend(check_constraint(grid, cage) for cage in cages)
    return all(_results)
