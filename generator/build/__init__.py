"""One build: what is ordered, its cache, workers, manifest, and what was printed."""
