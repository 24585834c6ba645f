"""Each line gets an account of its own.

caught by: program
"""


def main():
    for line in sys.stdin.read().splitlines():
        action, amount = line.split()
        account = Account()
        change = account.deposit if action == "deposit" else account.withdraw
        print(change(int(amount)))
