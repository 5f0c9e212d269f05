"""Places of pieces on sheets of paper: pure geometry, mm."""
