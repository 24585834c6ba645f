"""Puzzles that the tests use, and how they are asked. FIGURE is the specification's.

Real ones and those made with the generator of Simon Tatham's Keen (MIT licence) have one solution.
"""

import io

FIGURE = """\
aabb
cdee
cfeg
ffhg
a 3 -
b 1 -
c 2 /
d 2 =
e 5 +
f 9 *
g 2 /
h 4 =
"""
FIGURE_SOLVED = "1423\n4231\n2314\n3142\n"

MISPRINT = FIGURE.replace("cdee", "cede")
"""The figure's puzzle as it was printed: groups d and e are torn apart."""

NO_SOLUTION = """\
aab
ccb
ddd
a 3 +
b 3 +
c 4 +
d 6 +
"""
"""The first row has to end in 3, the second in 2."""


def loaded(student, text):
    """A new object that has loaded a puzzle."""
    puzzle = student.new("Mathdoku")
    assert puzzle.load_puzzle(io.StringIO(text)) is True
    return puzzle


def solves_figure(puzzle):
    """An object loads the figure's puzzle and solves it: what came before has left no trace."""
    assert puzzle.load_puzzle(io.StringIO(FIGURE)) is True
    assert puzzle.ready_to_solve() is True
    assert puzzle.solve() is True


def counted(choices):
    """A number of guesses, if it is one.

    It is what a program says of itself and could be made up. All that can be seen from outside is
    that the puzzle is solved and that this is a number of guesses; how they are counted is read by
    whoever marks the explanation.
    """
    assert type(choices) is int
    assert choices >= 0
    return choices


def told(undone):
    """What the guesses undone in several puzzles make in all."""
    numbers = ", ".join(map(str, undone))
    return f"That is the sum for {len(undone)} puzzles, this one the last: {numbers}."


CHOICES_SAMPLE = [
    # keen-4-normal-2
    (
        """\
abbb
acde
fcde
fggg
a 4 *
b 6 +
c 1 -
d 2 /
e 2 -
f 6 *
g 7 +
""",
        "4132\n1423\n2341\n3214\n",
    ),
    # keen-4-hard-2
    (
        """\
aabb
accd
eefd
ggff
a 8 +
b 2 /
c 2 -
d 12 *
e 2 -
f 6 *
g 2 /
""",
        "4312\n1243\n3124\n2431\n",
    ),
    # keen-4-extreme-2
    (
        """\
aabc
dbbc
defg
eefg
a 2 /
b 6 *
c 7 +
d 1 -
e 24 *
f 5 +
g 1 -
""",
        "1234\n4123\n3412\n2341\n",
    ),
    # keen-4-unreasonable-2
    (
        """\
aaab
ccdb
efdg
effg
a 6 *
b 1 -
c 5 +
d 2 /
e 1 -
f 12 *
g 2 /
""",
        "1234\n4123\n2341\n3412\n",
    ),
    # keen-5-normal-2
    (
        """\
aabbc
defgc
defgh
ijjkh
illkk
a 1 -
b 2 /
c 15 *
d 5 +
e 2 -
f 3 -
g 2 /
h 2 /
i 5 +
j 5 *
k 60 *
l 5 +
""",
        "54213\n23145\n35421\n41532\n12354\n",
    ),
    # keen-5-hard-2
    (
        """\
aabcc
ddbee
fdggh
fiijh
kkjjh
a 2 /
b 2 -
c 3 *
d 9 +
e 2 /
f 1 -
g 1 -
h 60 *
i 2 /
j 20 *
k 5 +
""",
        "24531\n15342\n53124\n41253\n32415\n",
    ),
    # keen-5-extreme-2
    (
        """\
aabbc
daecc
dfegh
ifggh
ijjkk
a 40 *
b 2 -
c 7 +
d 5 +
e 15 *
f 2 -
g 40 *
h 1 -
i 6 +
j 2 /
k 2 -
""",
        "45132\n32541\n21354\n13425\n54213\n",
    ),
    # keen-5-unreasonable-2
    (
        """\
aabbc
daefc
deeff
ghhif
gghii
a 24 *
b 6 +
c 1 -
d 2 -
e 40 *
f 20 *
g 10 *
h 8 +
i 12 +
""",
        "42513\n13254\n35421\n54132\n21345\n",
    ),
    # keen-6-normal-2
    (
        """\
aabcdd
aebcff
gehcij
ghhhij
kklmnn
oolmmn
a 10 *
b 2 /
c 6 *
d 24 *
e 2 -
f 7 +
g 1 -
h 100 *
i 1 -
j 7 +
k 1 -
l 2 /
m 15 +
n 6 +
o 2 /
""",
        "523164\n146325\n365241\n214536\n452613\n631452\n",
    ),
    # keen-6-hard-2
    (
        """\
abcdde
abccfe
ggchfi
jjkhhi
jlkmmn
lloomn
a 3 /
b 3 -
c 16 +
d 1 -
e 24 *
f 7 +
g 1 -
h 12 +
i 2 /
j 120 *
k 3 /
l 24 *
m 36 *
n 2 -
o 2 /
""",
        "125346\n356124\n234651\n463512\n541263\n612435\n",
    ),
    # keen-6-extreme-2
    (
        """\
aaabbc
deeffc
ddeggc
hhijjk
llimnk
oommnn
a 10 +
b 2 /
c 20 *
d 24 *
e 9 +
f 1 -
g 2 -
h 2 -
i 5 *
j 2 -
k 6 *
l 2 -
m 8 *
n 10 +
o 7 +
""",
        "163425\n312564\n426351\n531642\n645213\n254136\n",
    ),
    # keen-6-unreasonable-2
    (
        """\
aabcdd
eebccf
ggbhif
jjkhil
mnkhol
mnppoo
a 3 /
b 30 *
c 12 *
d 12 *
e 3 -
f 9 +
g 3 -
h 60 *
i 4 -
j 2 /
k 7 +
l 3 -
m 3 /
n 9 +
o 9 +
p 2 /
""",
        "265134\n521346\n416253\n634512\n143625\n352461\n",
    ),
]

PUZZLES = {
    "3 x 3": (
        """\
abb
acc
ddc
a 3 *
b 1 -
c 6 *
d 3 +
""",
        "132\n321\n213\n",
    ),
    "4 x 4": (
        """\
aabc
debc
defg
hhfg
a 1 -
b 2 /
c 4 *
d 7 +
e 4 *
f 1 -
g 5 +
h 2 /
""",
        "2314\n3421\n4132\n1243\n",
    ),
    "5 x 5": (
        """\
aabcc
debfg
deefg
hhijk
llijk
a 5 +
b 2 -
c 7 +
d 10 *
e 12 *
f 2 /
g 1 -
h 1 -
i 2 /
j 1 -
k 5 *
l 5 +
""",
        "14352\n23514\n51423\n45231\n32145\n",
    ),
    "5 x 5, hard": (
        """\
aabcc
aabde
fghde
fghii
jjkki
a 120 *
b 2 /
c 1 -
d 4 +
e 1 -
f 3 -
g 5 +
h 8 +
i 4 *
j 2 -
k 20 *
""",
        "32145\n45213\n21534\n54321\n13452\n",
    ),
    "6 x 6": (
        """\
aabbcd
effgcd
ehfgii
jhklmm
jnklop
nnqqop
a 3 -
b 3 /
c 10 *
d 7 +
e 6 *
f 150 *
g 3 /
h 2 -
i 5 +
j 10 *
k 1 -
l 2 /
m 4 -
n 8 +
o 24 *
p 7 +
q 4 -
""",
        "412653\n156324\n645132\n263415\n534261\n321546\n",
    ),
    "7 x 7": (
        """\
aabcdde
afbcgge
hficjkl
hiiijkl
mmnnool
pqrrstt
pquusvv
a 8 *
b 2 /
c 15 +
d 15 *
e 2 /
f 35 *
g 11 +
h 5 -
i 525 *
j 3 /
k 10 +
l 40 *
m 3 -
n 3 -
o 2 /
p 8 +
q 3 /
r 12 *
s 1 -
t 2 /
u 5 +
v 2 -
""",
        "4127536\n2516473\n1752364\n6375142\n7463215\n5634721\n3241657\n",
    ),
}
