"""The rulebook and its booklet."""
