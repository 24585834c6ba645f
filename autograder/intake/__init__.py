"""Reading what was handed in."""
