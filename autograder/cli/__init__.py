"""The commands that make things, by what they make. `autograder.cli.main` has those that grade."""
