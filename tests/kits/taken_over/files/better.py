def longest(file):
    return sorted(open(file).read().split(), key=len)[-1]
