"""Bandits, tree search, exact search, certificates of perfect play and their checker."""
