import io

import boards
import pytest

CHOICES = [
    # keen-4-normal-6
    (
        """\
aabc
dabc
defc
eeff
a 24 *
b 1 -
c 6 +
d 2 /
e 12 *
f 7 +
""",
        "4231\n1342\n2413\n3124\n",
    ),
    # keen-4-hard-6
    (
        """\
abbb
acbb
ccde
ffde
a 1 -
b 24 *
c 4 *
d 1 -
e 5 +
f 5 +
""",
        "4321\n3214\n2143\n1432\n",
    ),
    # keen-4-extreme-6
    (
        """\
abbc
aadc
efdg
efgg
a 6 *
b 1 -
c 5 +
d 2 /
e 1 -
f 5 +
g 6 *
""",
        "1234\n2341\n4123\n3412\n",
    ),
    # keen-4-unreasonable-6
    (
        """\
abcc
abdd
eefg
hhfg
a 2 /
b 2 -
c 12 *
d 3 +
e 5 +
f 2 /
g 3 *
h 1 -
""",
        "2134\n4312\n1423\n3241\n",
    ),
    # keen-5-normal-6
    (
        """\
aabbc
addec
fghei
fghji
kkjjj
a 11 +
b 1 -
c 2 /
d 2 -
e 5 *
f 5 +
g 5 +
h 2 /
i 15 *
j 160 *
k 2 -
""",
        "52431\n45312\n24153\n31245\n13524\n",
    ),
    # keen-5-hard-6
    (
        """\
aabcc
ddbec
ffgeh
ijgkh
ijkkk
a 3 *
b 2 -
c 40 *
d 2 /
e 6 +
f 5 +
g 2 /
h 2 -
i 6 +
j 1 -
k 24 *
""",
        "31524\n42315\n23451\n15243\n54132\n",
    ),
    # keen-5-extreme-6
    (
        """\
abbcd
aefcd
gefhi
gjhhi
jjkki
a 7 +
b 7 +
c 2 /
d 2 -
e 2 -
f 5 +
g 2 /
h 60 *
i 40 *
j 20 *
k 1 -
""",
        "42513\n35421\n23145\n14352\n51234\n",
    ),
    # keen-5-unreasonable-6
    (
        """\
aaabb
cddee
cfggh
ffijh
ffijj
a 20 *
b 5 +
c 1 -
d 1 -
e 5 *
f 30 *
g 2 /
h 1 -
i 9 +
j 11 +
""",
        "54132\n42351\n35214\n21543\n13425\n",
    ),
    # keen-6-normal-6
    (
        """\
abbcde
aafcde
ghfiij
ghkklj
mnollp
mnoqqp
a 10 *
b 2 /
c 2 -
d 3 *
e 2 /
f 6 +
g 1 -
h 1 -
i 7 +
j 7 +
k 2 /
l 150 *
m 2 -
n 5 +
o 1 -
p 15 *
q 2 /
""",
        "536412\n125634\n251346\n364251\n412563\n643125\n",
    ),
    # keen-6-hard-6
    (
        """\
abccdd
abecdd
feeggh
fiijjh
kllmmh
knnooo
a 12 *
b 2 -
c 12 +
d 30 *
e 4 *
f 6 *
g 2 -
h 11 +
i 1 -
j 1 -
k 7 +
l 2 /
m 2 /
n 3 /
o 15 +
""",
        "345612\n462153\n621534\n154326\n536241\n213465\n",
    ),
    # keen-6-extreme-6
    (
        """\
aabccd
efbggd
efhiij
ekhlmj
nkolmp
nkoqqp
a 8 *
b 6 +
c 3 /
d 12 *
e 36 *
f 8 +
g 1 -
h 2 /
i 1 -
j 9 +
k 24 *
l 1 -
m 2 -
n 4 -
o 2 /
p 3 /
q 9 +
""",
        "425136\n631452\n356214\n213645\n164523\n542361\n",
    ),
    # keen-6-unreasonable-6
    (
        """\
aabcde
fbbcde
fgghhi
jkklli
jmmnoo
ppnnqq
a 6 *
b 12 *
c 2 -
d 1 -
e 7 +
f 6 +
g 2 /
h 3 /
i 6 *
j 2 -
k 7 +
l 1 -
m 1 -
n 60 *
o 3 /
p 3 /
q 6 +
""",
        "231465\n143652\n524136\n652341\n465213\n316524\n",
    ),
]


def test_new_puzzle(student):
    """choices gives 0 for a puzzle that is not yet solved, whatever came before"""
    for text, _ in CHOICES:
        puzzle = boards.loaded(student, text)
        puzzle.solve()
        assert puzzle.load_puzzle(io.StringIO(boards.FIGURE)) is True
        assert puzzle.choices() == 0


@pytest.mark.parametrize("strategy", ["plain", "domains", "combinations"])
def test_in_all(student, measured, strategy):
    """choices gives, for twelve other puzzles, no more than a program of this strategy needs"""
    undone = []
    for text, solution in CHOICES:
        puzzle = boards.loaded(student, text)
        assert puzzle.solve() is True
        assert puzzle.print() == solution
        undone.append(boards.counted(puzzle.choices()))
    student.hint(boards.told(undone))
    assert sum(undone) <= measured[f"secret_{strategy}"]
