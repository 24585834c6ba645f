"""Stacks."""


class Stack:
    """Items, of which the last is on top."""

    def __init__(self, items=()):
        self.items = list(items)

    def push(self, item):
        """Put an item on top."""
        self.items.append(item)

    def pop(self):
        """Remove the item on top, and return it; raise an IndexError if there is none."""
        return self.items.pop()


def is_balanced(text):
    """Return whether each bracket in a text has its counterpart."""
    closing = {")": "(", "]": "["}
    opened = Stack()
    for sign in text:
        if sign in closing.values():
            opened.push(sign)
        elif sign in closing and (not opened.items or opened.pop() != closing[sign]):
            return False
    return not opened.items
