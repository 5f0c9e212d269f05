"""Workbooks of Excel and LibreOffice, read as tables of texts."""
