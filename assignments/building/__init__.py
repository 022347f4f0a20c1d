"""Make what is handed out: problem sets, slides, the students' edition of the book, and an archive of each."""
