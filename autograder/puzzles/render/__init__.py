"""Drawings of boards."""
