"""Ring Tugs: salvage in the rings of Saturn, for two to four players."""
