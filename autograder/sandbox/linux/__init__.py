"""Confinement on Linux."""
