"""The commands that make things, by what they make. `autograder.cli` has those that grade."""
