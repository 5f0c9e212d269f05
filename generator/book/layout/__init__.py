"""How the pages of a rulebook look: openings of its parts, tabs at the edge, contents and columns."""
