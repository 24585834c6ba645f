"""Nothing is printed for a line without words.

caught by: program
"""


def main():
    for line in sys.stdin.read().splitlines():
        if line:
            print(max(line.split(), key=len))
