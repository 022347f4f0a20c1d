"""Problem sets: made for students, graded for teachers. nbgrader keeps the points; students' code runs shut in."""
