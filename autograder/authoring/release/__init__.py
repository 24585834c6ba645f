"""The bundles that are handed out for an assignment: for students, Gradescope and Classroom 50."""
