"""Grids and cages for `autograder mutants`, the smallest first."""

import random
from math import prod

from provided import SIZE, Cage

OPERATIONS = ["add", "mult", "sub", "div", "id"]


def calls(part):
    """Yield (function, arguments) for a part."""
    draw = random.Random("cages")
    if part == "solve":
        for count in [*range(6), *[12] * 20, *[20] * 20]:
            yield part, (cages_of(solved(draw), count, draw),)
        return
    for size in [1, *[2] * 40, *[3] * 80, *[6] * 80]:
        grid = [[draw.randint(1, size) for _ in range(size)] for _ in range(size)]
        cells = [(row, column) for row in range(size) for column in range(size)]
        numbers = [draw.randint(1, size) for _ in range(draw.randint(0, size))]
        arguments = {
            "sum_list": (numbers,),
            "product_list": (numbers,),
            "get_cell": (grid, draw.choice(cells)),
            "cell_values": (draw.sample(cells, draw.randint(0, size)), grid),
            "check_constraint": (grid, cage_of(grid, cells, draw)),
            "check_cages": (grid, [cage_of(grid, cells, draw) for _ in range(draw.randint(0, 3))]),
        }
        yield part, arguments[part]


def solved(draw):
    """Return a grid with the numbers 1 to SIZE in each row and column."""
    numbers, rows, columns = (draw.sample(range(SIZE), SIZE) for _ in range(3))
    return [[1 + numbers[(row + column) % SIZE] for column in columns] for row in rows]


def cages_of(grid, count, draw):
    """Return this many cages that the grid satisfies, and rarely one that it does not."""
    cells = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    found = []
    for _ in range(count):
        cage = cage_of(grid, cells, draw, wrong=0.01)
        cells = [cell for cell in cells if cell not in cage.cells]
        found.append(cage)
        if len(cells) < 3:
            break
    return found


def cage_of(grid, cells, draw, wrong=0.5):
    """Return a cage, with the grid's own target or one next to it."""
    op = draw.choice(OPERATIONS if len(cells) > 1 else ["add", "mult", "id"])
    count = {"id": 1, "sub": 2, "div": 2}.get(op) or draw.randint(1, min(3, len(cells)))
    chosen = draw.sample(cells, count)
    values = [grid[row][column] for row, column in chosen]
    targets = {
        "add": sum(values),
        "mult": prod(values),
        "sub": max(values) - min(values),
        "div": max(values) // min(values),
        "id": values[0],
    }
    change = draw.choice([-1, 1]) if draw.random() < wrong else 0
    return Cage(op, max(0, targets[op] + change), tuple(chosen))
