"""Renderings of boards."""
