"""The boundary: everything that a submission runs, runs on the far side of it."""
