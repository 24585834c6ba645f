"""What is handed out of an assignment: bundles for students, Gradescope and Classroom 50."""
