"""If there are several longest words, the last is printed.

caught by: program
"""


def main():
    for line in sys.stdin.read().splitlines():
        print(max(reversed(line.split()), key=len, default=""))
