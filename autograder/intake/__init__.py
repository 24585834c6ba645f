"""What comes in: one submission, later a whole class."""
