"""Games on the virtual tables of other programs: pictures, and files that say what lies where."""
