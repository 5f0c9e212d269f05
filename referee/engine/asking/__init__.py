"""Asking and telling people: picks, fields, what is left of a choice, and news. Knows no page."""
