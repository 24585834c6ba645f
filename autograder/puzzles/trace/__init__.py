"""Traces: how a method solves a puzzle, step by step, and a page that plays the steps."""

from autograder.puzzles.trace.method import (
    LIMIT,
    Method,
    Trace,
    default_method,
    label_cages,
    methods,
    trace,
)
from autograder.puzzles.trace.page import page
from autograder.puzzles.trace.steps import CageLabel, Step

__all__ = [
    "LIMIT",
    "CageLabel",
    "Method",
    "Step",
    "Trace",
    "default_method",
    "label_cages",
    "methods",
    "page",
    "trace",
]
