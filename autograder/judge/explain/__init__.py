"""What went wrong with a call, in a sentence for beginners."""
