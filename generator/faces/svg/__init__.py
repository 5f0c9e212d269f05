"""The subset of SVG that faces are drawn in: values, paths, shapes, styles, paints; each read or refused."""
