"""Trusted: runs an assignment's tests and holds what is expected."""
