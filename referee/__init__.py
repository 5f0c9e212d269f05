"""The rules at the table. Start reading at `cli.py`; a game's author at `answers.py`."""
