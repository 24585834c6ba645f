"""The action is printed before the balance.

caught by: program
"""


def main():
    account = Account()
    for line in sys.stdin.read().splitlines():
        action, amount = line.split()
        change = account.deposit if action == "deposit" else account.withdraw
        print(action, change(int(amount)))
