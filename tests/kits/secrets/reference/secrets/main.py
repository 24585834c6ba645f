import own

if __name__ == "__main__":
    print(input()[::-1])
