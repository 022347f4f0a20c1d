"""The pictures at the heads of the chapters: each function draws one kind, from data that the chapter computes."""
