"""The commands of `autograder course` that read a results file."""

from __future__ import annotations

from autograder.cli.course import course

__all__ = ["course"]
