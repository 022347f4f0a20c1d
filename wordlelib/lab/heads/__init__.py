"""The pictures at the heads of the chapters: each function draws one kind, from data that the chapter computes."""

from wordlelib.core.checks import needed

with needed("wordlelib.lab.heads", extra="plots"):
    import matplotlib as matplotlib
