"""MLEM at the table, rule by rule."""

from __future__ import annotations

from referee.games.mlem import game
from tests.referee.engine_contract import Contract


class TestContract(Contract, game=game, seats=(2, 3, 4, 5), many=200): ...
