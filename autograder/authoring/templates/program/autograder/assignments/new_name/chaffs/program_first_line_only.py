"""Only the first line is read.

caught by: program
"""

# To change: a chaff is a wrong solution with one mistake that students make. It replaces a function
# of the reference; the part named above must lose points, and no other.


def main():
    print(max(input().split(), key=len, default=""))
