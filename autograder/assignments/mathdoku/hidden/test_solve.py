import io

import boards
import pytest

REAL = {
    "a real 4 x 4, hard": (
        """\
aabb
cdeb
cdef
ggef
a 5 +
b 8 *
c 2 /
d 2 -
e 9 +
f 2 -
g 4 *
""",
        "3214\n4132\n2341\n1423\n",
    ),
    "a real 6 x 6": (
        """\
KKBBBB
aclsst
acl$#t
adm$#z
bdmvxz
bwwvxz
K 6 *
B 14 +
a 10 +
c 1 -
l 7 +
s 4 *
t 2 /
d 1 -
m 1 -
$ 30 *
# 5 +
b 3 -
w 3 -
v 7 +
x 6 *
z 30 *
""",
        "614253\n356142\n261534\n543621\n132465\n425316\n",
    ),
    "a real 6 x 6, hard": (
        """\
aabbcc
feebbd
fegkld
fhgkln
hhjkmn
iijjoo
a 3 +
b 480 *
c 18 *
d 6 +
e 10 +
f 10 +
g 5 /
h 12 +
i 10 +
j 9 +
k 11 +
l 2 /
m 1 =
n 2 /
o 15 *
""",
        "124536\n213465\n365241\n531624\n456312\n642153\n",
    ),
    "a real 7 x 7, hard": (
        """\
aeejkkk
adelmnn
adfllno
bdfflpp
bdgiqrs
bchiqrs
cchitts
a 10 +
b 24 *
c 15 +
d 336 *
e 6 +
f 210 *
g 5 =
h 4 /
i 9 +
j 7 =
k 48 *
l 14 +
m 5 =
n 9 +
o 5 =
p 8 +
q 1 -
r 9 +
s 42 *
t 3 *
""",
        "5137264\n3624571\n2763415\n1475326\n6251743\n4312657\n7546132\n",
    ),
    "a real 8 x 8": (
        """\
aabbccde
faghiide
faghjkll
mngojkpp
mnqrstuu
vwqrstxx
vwqryyzA
BBCCDDzA
a 24 *
b 7 -
c 3 /
d 1 -
e 6 -
f 11 +
g 112 *
h 8 +
i 2 /
j 2 -
k 2 -
l 13 +
m 4 -
n 2 /
o 7 =
p 3 -
q 14 +
r 12 +
s 3 +
t 2 -
u 3 -
v 14 *
w 13 +
x 5 -
y 7 -
z 2 /
A 6 *
B 11 +
C 4 /
D 10 +
""",
        "43186257\n32754861\n81235476\n14873625\n58362714\n27641538\n76528143\n65417382\n",
    ),
}

LARGE = {
    "7 x 7": (
        """\
aabbcdd
eeffcgh
ijklmgh
ijklmnh
oopqrns
oppqrrs
ttpuuvv
a 1 -
b 7 +
c 2 -
d 3 /
e 12 *
f 6 +
g 5 -
h 12 *
i 1 -
j 2 -
k 5 +
l 1 -
m 9 +
n 8 +
o 14 *
p 18 +
q 12 *
r 18 *
s 20 *
t 6 *
u 3 -
v 11 +
""",
        "7625413\n3451672\n5346721\n4517236\n2763154\n1274365\n6132547\n",
    ),
    "7 x 7, extreme": (
        """\
aabbbcc
deffgch
deijgkh
llijmkn
opqrmsn
opqrtsu
vvwwtsu
a 1 -
b 14 *
c 12 *
d 12 *
e 3 /
f 11 +
g 6 *
h 3 -
i 8 +
j 1 -
k 9 +
l 8 +
m 6 *
n 4 -
o 2 /
p 3 -
q 2 /
r 9 +
s 90 *
t 1 -
u 3 /
v 8 +
w 1 -
""",
        "6521743\n4256317\n3615274\n5374621\n2467135\n1732456\n7143562\n",
    ),
    "8 x 8": (
        """\
aabbccdd
efgghijj
efkkhill
mmnnoopp
qmrnssst
qurvwsxt
yurvwzxA
yBBCCzzA
a 5 -
b 11 +
c 4 -
d 3 /
e 4 -
f 3 /
g 6 *
h 2 /
i 12 +
j 5 -
k 3 -
l 5 +
m 15 +
n 19 +
o 4 /
p 21 *
q 6 *
r 21 *
s 168 *
t 1 -
u 4 /
v 12 *
w 3 /
x 4 /
y 1 -
z 240 *
A 6 -
B 9 +
C 11 +
""",
        "83475162\n72614538\n36528714\n25861473\n18357246\n61742385\n54136827\n47283651\n",
    ),
    "8 x 8, unreasonable": (
        """\
aabccdde
ffbghiie
jfkghlmm
jnkoplqr
sntopuqr
svtwwuxy
zvAABBxy
zvCCDDEE
a 2 /
b 24 *
c 8 +
d 6 -
e 6 *
f 72 *
g 2 /
h 7 +
i 11 +
j 8 +
k 7 +
l 8 *
m 4 -
n 10 +
o 6 *
p 2 /
q 3 -
r 2 /
s 24 *
t 6 *
u 1 -
v 14 +
w 14 *
x 2 /
y 5 -
z 1 -
A 11 +
B 2 /
C 4 -
D 2 /
E 1 -
""",
        "24853716\n62385471\n16542837\n73268154\n37614582\n85127643\n51476328\n48731265\n",
    ),
    "9 x 9": (
        """\
aabccddef
ggbbchhef
ijkkllmno
ijjppqmno
rrstuqvww
rxstuyvzz
AxBCCyDDE
AFBGGHIJE
AFKKKHIJJ
a 8 +
b 5 +
c 72 *
d 3 -
e 3 -
f 2 /
g 2 -
h 2 /
i 5 +
j 378 *
k 15 +
l 8 +
m 7 +
n 4 /
o 2 /
p 3 -
q 3 -
r 14 +
s 45 *
t 12 *
u 6 *
v 1 -
w 56 *
x 4 /
y 8 +
z 7 +
A 192 *
B 21 *
C 20 *
D 5 -
E 10 +
F 5 -
G 2 -
H 5 +
I 4 -
J 280 *
K 48 *
""",
        "532184796\n751298463\n298735614\n376859142\n945316278\n189467325\n627541839\n463972581\n814623957\n",
    ),
    "9 x 9, hard": (
        """\
abcdddefg
abchiiefg
jjkhhlmmg
nokpqlrrr
noppqsstt
uvwxyzzAA
uvwxyBCAD
EEFxBBCGD
HHFIIJJGD
a 1 -
b 7 +
c 4 /
d 13 +
e 2 -
f 12 +
g 189 *
h 11 +
i 14 +
j 1 -
k 2 -
l 2 /
m 3 /
n 10 +
o 9 +
p 126 *
q 14 +
r 12 *
s 18 *
t 7 -
u 2 /
v 4 /
w 4 -
x 63 *
y 3 /
z 3 -
A 96 *
B 392 *
C 1 -
D 240 *
E 2 /
F 6 *
G 18 *
H 2 -
I 2 -
J 6 +
""",
        "461823759\n514286973\n896542137\n758394612\n347659281\n129735864\n285917346\n632178495\n973461528\n",
    ),
    "9 x 9, unreasonable": (
        """\
aabccdeff
gbbhidejk
glmhinnjk
olmpqqrrs
otupvvwxs
ttuyyzwxA
BCDDzzEFA
BCGDHHEFI
JJGKKLLLI
a 11 +
b 252 *
c 12 *
d 13 +
e 3 /
f 2 /
g 2 -
h 8 +
i 7 +
j 14 +
k 10 +
l 2 -
m 3 -
n 24 *
o 24 *
p 2 -
q 8 +
r 2 /
s 11 +
t 10 *
u 12 *
v 18 *
w 13 +
x 4 -
y 4 /
z 432 *
A 5 -
B 2 -
C 1 -
D 15 +
E 4 /
F 3 -
G 14 +
H 2 -
I 3 -
J 8 *
K 6 *
L 315 *
""",
        "567348912\n649725381\n472153869\n395871246\n814692735\n253419678\n721986453\n938564127\n186237594\n",
    ),
}

SMALL = {
    "3 x 3": (
        """\
aab
cdb
cdd
a 6 *
b 3 *
c 1 -
d 6 +
""",
        "321\n213\n132\n",
    ),
    "4 x 4": (
        """\
aabb
ccbd
effd
eggd
a 1 -
b 7 +
c 4 *
d 24 *
e 2 -
f 1 -
g 5 +
""",
        "2341\n4123\n1234\n3412\n",
    ),
    "5 x 5": (
        """\
aabbc
adefc
gdefh
gdiih
jjiii
a 60 *
b 2 /
c 2 /
d 10 +
e 6 +
f 2 -
g 1 -
h 1 -
i 120 *
j 2 /
""",
        "53421\n41532\n24153\n35214\n12345\n",
    ),
    "5 x 5, extreme": (
        """\
abcdd
abccd
eeeff
ghhif
gjjii
a 1 -
b 5 +
c 12 *
d 8 +
e 20 *
f 24 *
g 1 -
h 2 -
i 10 +
j 2 /
""",
        "43152\n52431\n14523\n25314\n31245\n",
    ),
    "6 x 6": (
        """\
abbcdd
aeecff
gghcii
jhhkll
jmnkop
mmnoop
a 1 -
b 7 +
c 9 +
d 5 +
e 2 /
f 7 +
g 2 -
h 4 *
i 2 -
j 4 -
k 20 *
l 6 *
m 20 *
n 3 /
o 54 *
p 4 -
""",
        "325614\n463152\n531246\n614523\n256431\n142365\n",
    ),
}


@pytest.mark.parametrize(("text", "solution"), SMALL.values(), ids=SMALL)
def test_small(student, text, solution):
    """solve finds the solution of a small puzzle"""
    puzzle = boards.loaded(student, text)
    assert puzzle.solve() is True
    assert puzzle.print() == solution


@pytest.mark.parametrize(("text", "solution"), REAL.values(), ids=REAL)
def test_real(student, text, solution):
    """solve finds the solution of a puzzle from a magazine or a site"""
    puzzle = boards.loaded(student, text)
    assert puzzle.solve() is True
    assert puzzle.print() == solution


@pytest.mark.parametrize(("text", "solution"), LARGE.values(), ids=LARGE)
def test_large(student, text, solution):
    """solve finds the solution of a large puzzle"""
    puzzle = boards.loaded(student, text)
    assert puzzle.solve() is True
    assert puzzle.print() == solution


RULES = {
    "- with the smaller number first": (
        "aab\nccb\nddd\na 2 -\nb 1 -\nc 1 -\nd 6 +\n",
        ("132\n213\n321\n", "312\n123\n231\n", "312\n231\n123\n", "132\n321\n213\n"),
    ),
    "+ and * on one cell": ("ab\ncd\na 1 +\nb 2 *\nc 2 =\nd 1 =\n", ("12\n21\n",)),
    "a number twice in a group": (
        "aab\nacb\nccb\na 5 +\nb 6 +\nc 7 +\n",
        ("123\n231\n312\n", "312\n123\n231\n"),
    ),
    "one group": ("aa\naa\na 4 *\n", ("12\n21\n", "21\n12\n")),
}


@pytest.mark.parametrize(("text", "solutions"), RULES.values(), ids=RULES)
def test_rules(student, text, solutions):
    """solve goes by the rules, whichever of the solutions it finds"""
    puzzle = boards.loaded(student, text)
    assert puzzle.solve() is True
    assert puzzle.print() in solutions


NO_SOLUTION = {
    "two groups of a row": "aab\ncbb\ncdd\na 3 +\nb 5 +\nc 3 +\nd 3 +\n",
    "one number twice in a row": "ab\ncd\na 1 =\nb 1 =\nc 2 =\nd 2 =\n",
    "one number twice in a column": "ab\ncd\na 1 =\nb 2 =\nc 1 =\nd 2 =\n",
    "a division that leaves a rest": (
        "aabbb\nccccc\nddddd\neeeee\nfffff\na 2 /\nb 8 +\nc 15 +\nd 15 +\ne 15 +\nf 15 +\n"
    ),
    "found late": boards.FIGURE.replace("h 4 =", "h 3 ="),
}


@pytest.mark.parametrize("text", NO_SOLUTION.values(), ids=NO_SOLUTION)
def test_no_solution(student, text):
    """solve gives False where there is no solution, and solves the next puzzle"""
    puzzle = boards.loaded(student, text)
    assert puzzle.solve() is False
    boards.solves_figure(puzzle)


def test_twice(student):
    """solve finds the same when it is asked again"""
    puzzle = boards.loaded(student, boards.FIGURE)
    assert puzzle.solve() is True
    assert puzzle.solve() is True
    assert puzzle.print() == boards.FIGURE_SOLVED


def test_after_failed_load(student):
    """solve gives False after a load that failed, and not the solution of an earlier puzzle"""
    puzzle = boards.loaded(student, boards.FIGURE)
    assert puzzle.load_puzzle(io.StringIO("a\nb\n")) is False
    assert puzzle.solve() is False
    boards.solves_figure(puzzle)
