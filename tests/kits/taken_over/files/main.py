import words

print(words.known())
