"""Cagework's grader: course assignments about cage puzzles, graded function by function."""

from pathlib import Path

__version__ = "0.1.0"
KIT = Path(__file__).resolve().parents[1]
"""The folder of this package: a kit in a checkout, without assignments where it is installed."""
