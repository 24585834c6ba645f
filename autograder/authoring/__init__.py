"""What course staff do with an assignment: generate its files, verify it and release it."""
