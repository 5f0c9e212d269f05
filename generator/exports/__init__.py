"""Exports of a game besides sheets: pictures, a gallery, labels, tables for simulators, cut files."""
