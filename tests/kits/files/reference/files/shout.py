def shout(source, target):
    """Write the text of the file `source` in capitals to the file `target`."""
    with open(source) as text, open(target, "w") as written:
        written.write(text.read().upper())
