"""Puzzles for `autograder mutants`, the smallest first, some of them broken."""

import io
import random
from math import prod

CHARACTERS = "abcdefghijklmnopqrstuvwxyz"
SIZES = [1, *[2] * 60, *[3] * 100, *[4] * 40]


def calls(part):
    """Yield lists of calls for a part: an object, a puzzle that it loads, and what it is asked."""
    after = {
        "load_puzzle": ["print"],
        "ready_to_solve": ["ready_to_solve"],
        "solve": ["solve", "print"],
        "print": ["print", "solve", "print"],
        "choices": ["solve", "choices", "choices"],
    }[part]
    for text in inputs():
        load = ("load_puzzle", (io.StringIO(text),))
        yield [("Mathdoku", ()), load, *((method, ()) for method in after)]


def inputs():
    """Yield puzzles as text: most have a solution, some are broken."""
    draw = random.Random("mathdoku")
    for size in SIZES:
        text = puzzle_of(size, draw)
        yield text
        yield broken(text, draw)


def puzzle_of(size, draw):
    """Return a puzzle with connected groups, most of whose targets are right."""
    start = draw.randrange(size)
    numbers = {(y, x): 1 + (y + x + start) % size for y in range(size) for x in range(size)}
    free, groups = list(numbers), []
    while free:
        group = [free.pop(draw.randrange(len(free)))]
        for _ in range(draw.randint(0, 3)):
            y, x = draw.choice(group)
            near = [c for c in free if c in {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)}]
            if near:
                group.append(near[0])
                free.remove(near[0])
        groups.append(group)
    named = dict(zip(CHARACTERS, groups, strict=False))
    character_of = {cell: name for name, group in named.items() for cell in group}
    rows = ["".join(character_of[y, x] for x in range(size)) for y in range(size)]
    constraints = [
        f"{name} {constraint_of([numbers[cell] for cell in group], draw)}"
        for name, group in named.items()
    ]
    return "\n".join([*rows, *constraints, ""])


def constraint_of(values, draw):
    """Return a target and an operator that these numbers satisfy, or nearly."""
    operators = {1: "=+*", 2: "+*-/"}.get(len(values), "+*")
    operator = draw.choice(operators)
    target = {
        "=": values[0],
        "+": sum(values),
        "*": prod(values),
        "-": max(values) - min(values),
        "/": max(values) // min(values),
    }[operator]
    return f"{max(0, target + draw.choice([0] * 12 + [-1, 1]))} {operator}"


def broken(text, draw):
    """Return the text with a line left out, repeated or changed."""
    lines = text.splitlines()
    place = draw.randrange(len(lines))
    changes = {
        "left out": [],
        "repeated": [lines[place]] * 2,
        "blank": ["", lines[place]],
        "longer": [f"{lines[place]} a"],
        "spaces": [f"  {lines[place]}  "],
        "exchanged": [lines[place][::-1]],
    }
    lines[place : place + 1] = draw.choice(list(changes.values()))
    return "\n".join([*lines, ""])
