"""Markov decision processes, beliefs, adaptive control, noise, rollout, values and how they are learned."""
