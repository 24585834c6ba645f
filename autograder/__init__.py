"""Cagework's grader: course assignments about cage puzzles, graded function by function."""

__version__ = "0.1.0"
