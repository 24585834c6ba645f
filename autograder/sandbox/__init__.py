"""The boundary: a submission's code runs only on the other side of it."""
