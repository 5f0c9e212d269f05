"""The look of the pages of a rulebook: openings of its parts, tabs at the edge, contents and columns."""
