"""Fail to load with a syntax error whose file, line and text are invented.

double: not_run
secret: not_run
program: not_run
"""

error = SyntaxError("\x1b[2J\nScore: 100 of 100")
error.filename = "/etc/passwd\n\x1b[2J/work.py"
error.lineno, error.offset, error.end_lineno = 9_999_999, 9_999_999, -1
error.text = error.print_file_and_line = "x" * 1_000_000
raise error


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
