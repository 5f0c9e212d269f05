"""The common part of all score pads: `ledger.py` keeps entries and corrects them, `tallies.py` shows them."""
