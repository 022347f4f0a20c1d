"""What of the house style a machine can hold: spelling, terms, and constructions that a native reader stumbles over."""
