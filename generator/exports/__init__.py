"""What a game can become besides sheets: pictures, a gallery, labels, tables for simulators, cut files."""
