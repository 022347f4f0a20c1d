"""Everything that is compiled; the public modules stand above it."""
