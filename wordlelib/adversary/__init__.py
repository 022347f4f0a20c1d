"""A second player who hides the word: minimax, alpha-beta, guarantees, players."""
