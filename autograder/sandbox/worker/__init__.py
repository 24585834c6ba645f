"""The untrusted side of the boundary."""
