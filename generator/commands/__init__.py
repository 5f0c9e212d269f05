"""The commands of `pnp`, one file for each."""
