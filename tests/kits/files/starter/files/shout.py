def shout(source, target):
    """Write the text of the file `source` in capitals to the file `target`."""
    raise NotImplementedError
