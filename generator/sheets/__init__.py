"""Where pieces lie on sheets of paper: pure geometry, mm."""
