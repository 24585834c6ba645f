"""The solution maps positions to values instead of singletons.

caught by: solve_kenken
"""

_with_domains = solve_kenken


def solve_kenken(puzzle, domains):
    solution = _with_domains(puzzle, domains)
    return solution and {position: min(domain) for position, domain in solution.items()}
