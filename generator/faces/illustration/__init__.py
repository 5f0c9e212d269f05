"""The illustration kit: paints and light, the drawings made of them, and the areas that they keep out of."""
