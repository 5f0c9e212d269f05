"""Sparks: a small game in which any flaw can be planted by changing one number of its box."""
