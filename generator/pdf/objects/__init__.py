"""Objects of a PDF that are written without reportlab's help: streams, pictures, and what forms name."""
