"""From a piece and its template to a face, and from its SVG to a drawing."""
