"""Puzzles for the tests. FIGURE is the example of the specification, SOLVED its solution."""

from provided import read_puzzle

FIGURE = read_puzzle("""\
4
a b b c
a d e e
f d g g
f h i i
a 6 *
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

CONSTRAINTS_LAST_FIRST = read_puzzle("""\
4
a b b c
a d e e
f d g g
f h i i
i 1 -
h 4 =
g 2 /
f 3 -
e 3 -
d 5 +
c 3 =
b 3 -
a 6 *
""")

ONE_GUESS = read_puzzle("""\
4
Guess(a,2) b b c
a d e e
f d g g
f h i i
a 6 *
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

TWO_GUESSES = read_puzzle("""\
4
Guess(a,2) b b c
Guess(a,3) d e e
f d g g
f h i i
a 6 *
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

FIRST_APPLIED = read_puzzle("""\
4
2 b b c
3 d e e
f d g g
f h i i
b 3 -
c 3 =
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

HALF_WAY = read_puzzle("""\
4
2 1 4 3
3 Guess(d,2) e e
f d g g
f h i i
d 5 +
e 3 -
f 3 -
g 2 /
h 4 =
i 1 -
""")

LAST_CAGE = read_puzzle("""\
4
2 1 4 3
3 2 1 4
4 3 2 1
1 4 Guess(i,3) Guess(i,2)
i 1 -
""")

SOLVED = read_puzzle("""\
4
2 1 4 3
3 2 1 4
4 3 2 1
1 4 3 2
""")
