"""Only the last balance is printed.

caught by: program
"""


def main():
    account = Account()
    balance = 0
    for line in sys.stdin.read().splitlines():
        action, amount = line.split()
        change = account.deposit if action == "deposit" else account.withdraw
        balance = change(int(amount))
    print(balance)
