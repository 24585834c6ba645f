"""Hardly any function calls another; the queue is a dict, and the search has a stack."""

from math import prod

from provided import Arc


def is_singleton(domain):
    return domain != [] and domain[1:] == []


def is_complete(domains):
    return {len(domain) for domain in domains.values()} <= {1}


def get_value_of(domains, position):
    value, *others = [*domains[position], None]
    return value if others == [None] else None


def assign_value(domains, position, value):
    return {**{other: [*domain] for other, domain in domains.items()}, position: [value]}


def select_variable(domains):
    sizes = sorted((len(domain), position) for position, domain in domains.items())
    return next(position for size, position in sizes if size > 1)


def rows_cols_consistent(domains, size):
    seen = set()
    count = 0
    for (row, column), domain in domains.items():
        if len(domain) == 1:
            seen |= {("row", row, domain[0]), ("column", column, domain[0])}
            count += 2
    return len(seen) == count and size > 0


def cage_consistent(cage, domains):
    values = sorted(domains[place][0] for place in cage.positions if len(domains[place]) == 1)
    missing = len(cage.positions) - len(values)
    if cage.kind == "Add":
        total = sum(values) + missing
        return total <= cage.target if missing else total == cage.target
    if cage.kind == "Mul":
        return cage.target % prod(values) == 0 if missing else cage.target == prod(values)
    if missing:
        return True
    if cage.kind == "Sub":
        return values[1] - values[0] == cage.target
    if cage.kind == "Div":
        return values[1] / values[0] == cage.target
    return values[0] == cage.target


def consistent(puzzle, domains):
    for line in range(puzzle.size):
        for axis in (0, 1):
            found = [d[0] for p, d in domains.items() if p[axis] == line and len(d) == 1]
            if len({*found}) < len(found):
                return False
    return False not in {cage_consistent(cage, domains) for cage in puzzle.cages}


def pairs(positions):
    return [(a, b) for a in positions for b in positions if a != b]


def create_neq_arcs(puzzle):
    places = [(row, column) for column in range(puzzle.size) for row in range(puzzle.size)]
    return [Arc("neq", a, b) for a, b in pairs(places) if a[0] == b[0] or a[1] == b[1]]


def create_sum_arcs(puzzle):
    cages = [cage for cage in puzzle.cages if cage.kind == "Add"]
    return [Arc("sum", a, b, cage.target) for cage in cages for a, b in pairs(cage.positions)]


def create_product_arcs(puzzle):
    cages = [cage for cage in puzzle.cages if cage.kind == "Mul"]
    return [Arc("product", a, b, cage.target) for cage in cages for a, b in pairs(cage.positions)]


def create_arcs(puzzle):
    return [*create_sum_arcs(puzzle), *create_product_arcs(puzzle), *create_neq_arcs(puzzle)]


def reduce_domain(arc, domains):
    fits = {
        "neq": lambda a, b: a != b,
        "sum": lambda a, b: a + b <= arc.target,
        "product": lambda a, b: arc.target % (a * b) == 0,
    }[arc.kind]
    return [a for a in domains[arc.first] if any(fits(a, b) for b in domains[arc.second])]


def propagate_domains(arcs, queue, domains):
    left = {position: tuple(domain) for position, domain in domains.items()}
    waiting = dict.fromkeys(queue)
    while waiting and all(left.values()):
        arc = next(iter(waiting))
        del waiting[arc]
        kept = tuple(reduce_domain(arc, left))
        if kept != left[arc.first]:
            left[arc.first] = kept
            waiting.update(dict.fromkeys(a for a in arcs if a.second == arc.first))
    return {p: [*domain] for p, domain in left.items()} if all(left.values()) else None


def ac3(arcs, domains):
    left = {position: [*domain] for position, domain in domains.items()}
    changed = {*left}
    while changed and all(left.values()):
        before, changed = changed, set()
        for arc in arcs:
            if arc.second in before or arc.second in changed:
                kept = reduce_domain(arc, left)
                if kept != left[arc.first]:
                    left[arc.first] = kept
                    changed.add(arc.first)
    return left if all(left.values()) else None


def solve_kenken(puzzle, domains):
    arcs, stack = create_arcs(puzzle), [domains]
    while stack:
        left = ac3(arcs, stack.pop())
        if left is None or not consistent(puzzle, left):
            continue
        if is_complete(left):
            return left
        position = select_variable(left)
        stack += [assign_value(left, position, value) for value in left[position]]
    return None
