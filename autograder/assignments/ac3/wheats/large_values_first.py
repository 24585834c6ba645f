"""Nested loops; the queue is a stack, and MRV ties and values are taken from the end.

Arcs are in another order, and a puzzle with several solutions gets a different one.
"""

from provided import Arc


def is_singleton(domain):
    count = 0
    for _ in domain:
        count += 1
    return count == 1


def is_complete(domains):
    return not [position for position in domains if not is_singleton(domains[position])]


def get_value_of(domains, position):
    if is_singleton(domains[position]):
        return domains[position][-1]
    return None


def assign_value(domains, position, value):
    return {other: [value] if other == position else domains[other][:] for other in domains}


def select_variable(domains):
    best = None
    for position, domain in domains.items():
        if len(domain) > 1 and (best is None or len(domain) <= len(domains[best])):
            best = position
    return best


def rows_cols_consistent(domains, size):
    for first, domain in domains.items():
        for second, other in domains.items():
            in_line = first[0] == second[0] or first[1] == second[1]
            if first != second and in_line and is_singleton(domain) and domain == other:
                return False
    return size > 0


def cage_consistent(cage, domains):
    total, product, missing, values = 0, 1, 0, []
    for position in cage.positions:
        value = get_value_of(domains, position)
        if value is None:
            missing += 1
        else:
            total += value
            product *= value
            values.append(value)
    if cage.kind == "Add":
        return total + missing <= cage.target and (missing > 0 or total == cage.target)
    if cage.kind == "Mul":
        return cage.target % product == 0 and (missing > 0 or product == cage.target)
    if missing > 0:
        return True
    if cage.kind == "Single":
        return total == cage.target
    low, high = sorted(values)
    if cage.kind == "Sub":
        return low + cage.target == high
    return divmod(high, low) == (cage.target, 0)


def consistent(puzzle, domains):
    for cage in puzzle.cages:
        if not cage_consistent(cage, domains):
            return False
    return rows_cols_consistent(domains, puzzle.size)


def create_neq_arcs(puzzle):
    arcs = []
    for row in range(puzzle.size):
        for column in range(puzzle.size):
            for other in range(puzzle.size):
                if other != row:
                    arcs.append(Arc("neq", (row, column), (other, column)))
                if other != column:
                    arcs.append(Arc("neq", (row, column), (row, other)))
    return arcs


def arcs_of(puzzle, cage_kind, arc_kind):
    arcs = []
    for cage in reversed(puzzle.cages):
        if cage.kind != cage_kind:
            continue
        for first in cage.positions:
            others = [second for second in cage.positions if second != first]
            arcs += [Arc(arc_kind, first, second, cage.target) for second in others]
    return arcs


def create_sum_arcs(puzzle):
    return arcs_of(puzzle, "Add", "sum")


def create_product_arcs(puzzle):
    return arcs_of(puzzle, "Mul", "product")


def create_arcs(puzzle):
    arcs = create_product_arcs(puzzle)
    arcs.extend(create_sum_arcs(puzzle))
    arcs.extend(create_neq_arcs(puzzle))
    return arcs


def reduce_domain(arc, domains):
    kept = []
    for value in domains[arc.first]:
        for other in domains[arc.second]:
            if (
                (arc.kind == "neq" and value != other)
                or (arc.kind == "sum" and value + other <= arc.target)
                or (arc.kind == "product" and arc.target % (value * other) == 0)
            ):
                kept.append(value)
                break
    return kept


def propagate_domains(arcs, queue, domains):
    if [] in domains.values():
        return None
    left = {position: domain[:] for position, domain in domains.items()}
    stack = list(queue)
    while stack:
        arc = stack.pop()
        kept = reduce_domain(arc, left)
        if kept == []:
            return None
        if kept != left[arc.first]:
            left[arc.first] = kept
            stack += [other for other in arcs if other.second == arc.first]
    return left


def ac3(arcs, domains):
    return propagate_domains(arcs, list(arcs), domains)


def solve_kenken(puzzle, domains):
    left = ac3(create_arcs(puzzle), domains)
    if left is None or not consistent(puzzle, left):
        return None
    position = select_variable(left)
    if position is None:
        return left
    for value in reversed(left[position]):
        found = solve_kenken(puzzle, assign_value(left, position, value))
        if found:
            return found
    return None
