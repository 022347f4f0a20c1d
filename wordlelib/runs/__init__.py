"""Long runs: sweeps of tasks, engines that work on them, journals that outlive them, shards and provenance."""
