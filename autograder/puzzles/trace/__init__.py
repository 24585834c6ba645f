"""How a method solves a puzzle, step by step, and a page that plays it."""

from autograder.puzzles.trace.methods import LIMIT, METHODS, Method, trace
from autograder.puzzles.trace.page import page
from autograder.puzzles.trace.steps import Step, Trace

__all__ = ["LIMIT", "METHODS", "Method", "Step", "Trace", "page", "trace"]
