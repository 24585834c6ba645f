"""Groups and constraints are compared as sets, so that two constraints for one are one.

caught by: ready_to_solve
"""


def _is_ready(puzzle):
    groups, size = _groups(puzzle), len(puzzle.rows)
    return (
        {constraint.group for constraint in puzzle.constraints} == set(groups)
        and all(map(_is_connected, groups.values()))
        and all(_could_hold(c, len(groups[c.group]), size) for c in puzzle.constraints)
    )
