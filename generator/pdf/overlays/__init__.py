"""Sheets that help at the table: sticky labels, braille, large faces."""
