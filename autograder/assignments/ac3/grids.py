"""Check a printed grid: any solution of the puzzle is right."""

from dataclasses import replace
from math import prod

from provided import cage_text, read_puzzle

NO_SOLUTION = "No Solution..."


def right_output(case, output, expected):
    """Return what `output` is compared with: its own grid if that is a solution, else `expected`.

    Only words are checked here; whitespace is compared, and explained, later.
    """
    words = output.text.split()
    puzzle = read_puzzle(case.input.read_text(encoding="utf-8"))
    if expected.text.strip() == NO_SOLUTION or fault(puzzle, words):
        return expected
    size = puzzle.size
    rows = [words[start : start + size] for start in range(0, size * size, size)]
    return replace(expected, text="".join(" ".join(row) + "\n" for row in rows))


def hint(case, output, expected):
    """Return why the output is not a solution; "" if it is, or if there is none to compare."""
    words = output.text.split()
    if not words or NO_SOLUTION in (output.text.strip(), expected.text.strip()):
        return ""
    return fault(read_puzzle(case.input.read_text(encoding="utf-8")), words)


def fault(puzzle, words):
    """Return the first fault in the words of a grid; "" if it is a solution."""
    size = puzzle.size
    values = [str(value) for value in range(1, size + 1)]
    if len(words) != size * size:
        return f"A solution has {size * size} numbers; this has {len(words)} words."
    for i, word in enumerate(words):
        if word not in values:
            return f"Row {i // size}, counted from 0, must hold only numbers from 1 to {size}."
    grid = [int(word) for word in words]
    for i in range(size):
        for name, line in (("Row", grid[i * size : (i + 1) * size]), ("Column", grid[i::size])):
            if len(set(line)) < size:
                return f"{name} {i}, counted from 0, holds a number twice."
    for cage in puzzle.cages:
        inside = [grid[row * size + column] for row, column in cage.positions]
        if not fits(cage, inside):
            return f"The cage {cage_text(cage)} holds {' '.join(map(str, inside))}."
    return ""


def fits(cage, values):
    low, high = min(values), max(values)
    return (
        cage.target
        in {
            "Single": [high],
            "Add": [sum(values)],
            "Mul": [prod(values)],
            "Sub": [high - low],
            "Div": [high / low],
        }[cage.kind]
    )
