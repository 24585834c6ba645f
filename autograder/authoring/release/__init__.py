"""What an assignment is given out as: bundles for students, Gradescope and Classroom 50."""
