"""The contents of the box: the data of the games and its typed loader. Start reading at `catalogue.py`."""
