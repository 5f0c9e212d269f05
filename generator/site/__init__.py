"""Starbox in a browser: a static folder with the games, the guides, and the printer and referee themselves.

    site.py       the whole folder
    locked/       exactly what is taken from npm and from the Python package index
    downloads.py  taking it, once, with its hashes verified
    compiling.py  Python, compiled by the Python that runs there
    archive.py    our modules and those of the libraries, compiled and trimmed, in one file
    prebuilt.py   what is ready of a game: PDFs, faces, a picture
    kept.py       the cache with which printing begins there
    guides.py     the guides as pages, and what their search knows

CPython for browsers is Pyodide. Everything runs in a worker; when the page runs, nothing is fetched but from
this folder.
"""
