"""From sheets to PDF."""
