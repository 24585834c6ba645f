"""The browser for the tests of the class's pages."""

from tests.puzzles.trace.conftest import browser

__all__ = ["browser"]
