"""Loops, indices and flags only; guesses of the first cage are found by their letter.

Only the types of provided.py are used: boards are copied with the module copy, used numbers are
found by trying each number, and the results of find_blank are distinguished by their x.
"""

import copy

from provided import Entry, Guess, Posn, Puzzle


def find_blank(puzzle):
    if len(puzzle.constraints) == 0:
        return Posn(-2, -2)
    y = 0
    while y < puzzle.board_size:
        x = 0
        while x < puzzle.board_size:
            cell = puzzle.board[y][x]
            blank = cell.guess is False and cell.number == 0
            if blank and cell.letter == puzzle.constraints[0].letter:
                return Posn(x, y)
            x += 1
        y += 1
    return Posn(-1, -1)


def has_number(cell, number):
    if cell.guess:
        return cell.g.number == number
    return cell.number == number


def used_in_row(puzzle, posn):
    used = []
    for number in range(1, puzzle.board_size + 1):
        for x in range(puzzle.board_size):
            if has_number(puzzle.board[posn.y][x], number):
                used.append(number)
                break
    return used


def used_in_col(puzzle, posn):
    used = []
    for number in range(1, puzzle.board_size + 1):
        for y in range(puzzle.board_size):
            if has_number(puzzle.board[y][posn.x], number):
                used.append(number)
                break
    return used


def available_vals(puzzle, posn):
    available = [True] * (puzzle.board_size + 1)
    available[0] = False
    for number in used_in_row(puzzle, posn):
        available[number] = False
    for number in used_in_col(puzzle, posn):
        available[number] = False
    return [number for number in range(puzzle.board_size + 1) if available[number]]


def place_guess(puzzle, posn, value):
    board = []
    for row in puzzle.board:
        board.append([])
        for entry in row:
            board[-1].append(copy.copy(entry))
    cell = board[posn.y][posn.x]
    board[posn.y][posn.x] = Entry(guess=True, g=Guess(cell.letter, value))
    return board


def fill_in_guess(puzzle, posn, value):
    board = place_guess(puzzle, posn, value)
    return Puzzle(puzzle.board_size, board, puzzle.constraints[:])


def guess_valid(puzzle):
    first = puzzle.constraints[0]
    numbers = []
    for y in range(puzzle.board_size):
        for x in range(puzzle.board_size):
            cell = puzzle.board[y][x]
            if cell.guess and cell.g.letter == first.letter:
                numbers.append(cell.g.number)
    if first.symbol in ("+", "="):
        total = 0
        for number in numbers:
            total += number
        return total == first.number
    if first.symbol == "*":
        total = 1
        for number in numbers:
            total *= number
        return total == first.number
    one, other = numbers
    if first.symbol == "-":
        return first.number in (one - other, other - one)
    return first.number in (one / other, other / one)


def apply_guess(puzzle):
    applied = copy.deepcopy(puzzle)
    for y in range(applied.board_size):
        for x in range(applied.board_size):
            cell = applied.board[y][x]
            if cell.guess:
                cell.number = cell.g.number
                cell.guess = False
    del applied.constraints[0]
    return applied


def neighbours(puzzle):
    result = []
    posn = find_blank(puzzle)
    if posn.x == -1 and guess_valid(puzzle):
        result.append(apply_guess(puzzle))
    if posn.x >= 0:
        values = available_vals(puzzle, posn)
        while values:
            result.append(fill_in_guess(puzzle, posn, values.pop(0)))
    return result
