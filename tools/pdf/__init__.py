"""Print the built pages as one book: `python -m tools.pdf`."""
