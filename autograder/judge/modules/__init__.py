"""What a test sees of a submission: stand-ins for its modules, functions, classes and objects."""
