"""Process inks: colours as cyan, magenta, yellow and black, and what print houses ask of a PDF."""
