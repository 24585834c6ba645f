"""The trusted side: runs an assignment's tests and knows the correct answers."""
