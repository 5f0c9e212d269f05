"""`pnp`: print and play."""

import gc
import os
import sys


def main() -> None:
    """Run `pnp`. An error that a person can cause ends in one paragraph and exit code 2."""
    # A process that we start imports nothing from the folder it is started in, which may be a stranger's.
    os.environ["PYTHONSAFEPATH"] = "1"
    # Most of what is loaded and drawn stays in use, so looking for garbage takes a tenth of a build and finds
    # little. So nothing is loaded before this.
    gc.set_threshold(2_000_000, 20, 20)
    from generator.commands import start

    start.run("".join(sys.argv[1:2]))
