"""What serves the book and its replications: sweeps, races, stored results, games judged, pictures of chapter heads."""
