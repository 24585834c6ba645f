"""A quiz in the terminal."""

import sys


def greet():
    """Ask for a name, and print a greeting."""
    name = input("Your name: ").strip()
    print(f"Hello, {name or 'you'}!")


def ask(question, answer):
    """Ask a question until the answer is right; print a line each time. Return how often."""
    tries = 1
    while input(f"{question} ") != answer:
        print("Try again.")
        tries += 1
    print("Right.")
    return tries


def average():
    """Print the average of the numbers on standard input, one a line."""
    numbers = [float(line) for line in sys.stdin if line.strip()]
    if not numbers:
        print("no numbers", file=sys.stderr)
    else:
        print(f"average: {sum(numbers) / len(numbers):.1f}")
