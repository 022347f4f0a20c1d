"""The game: words, feedback, states, scores, policies and decision trees."""
