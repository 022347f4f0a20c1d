"""Wordle as an environment for other people's agents: one game, many at once, two players, and in words."""
