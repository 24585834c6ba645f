"""The browser for the tests of the report's page."""

from tests.puzzles.trace.conftest import browser

__all__ = ["browser"]
