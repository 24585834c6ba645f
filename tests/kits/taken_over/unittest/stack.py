class Stack:
    pass
