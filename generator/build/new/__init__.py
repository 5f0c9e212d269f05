"""The folder of a new game, for `pnp new`."""
