"""Platforms that submissions are handed in on; what is particular to one is in its module."""
