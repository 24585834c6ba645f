"""`python -m autograder` and the `autograder` command."""

from autograder.cli.main import main

if __name__ == "__main__":
    main()
