"""What every room stands on: checks of arguments, pickling, tables, packing, files."""
