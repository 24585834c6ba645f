"""Compare the words one by one."""

# To change: a wheat is another correct solution, a whole file. It must score full marks, which
# shows that the tests demand no more than the handout.


def longest_word(text):
    longest = ""
    for word in text.split():
        if len(word) > len(longest):
            longest = word
    return longest
