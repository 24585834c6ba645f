"""Cagework's grader: course assignments about cage puzzles, graded function by function.

Nothing is imported here: a student's module of the same name could still be found.
"""

__version__ = "0.1.0"
