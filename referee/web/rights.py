"""Rights to see and do something at a table: tokens, exchanged once for a cookie.

Only hashes of tokens are kept, so a file of them opens no seat.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["host", "seat", "onlooker"]

_BYTES = 24  # length of a token: 192 bits
_CODE = "BCDFGHJKLMNPQRSTVWXZ"  # letters that are not taken for others, and that make no words
_CODE_LENGTH = 6
_TRIES = 10
LONGEST_NAME = 40
_JOINER = "\u200d"  # joins emoji to one
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0 "  # letters that nobody sees


class Right(NamedTuple):
    """The right that a token gives: to be the host, to sit on a seat, or to look on.

    player  name of the player whose seat it is; empty for the others
    """

    kind: Kind
    player: str = ""


ONLOOKER = Right("onlooker")
HOST = Right("host")


@dataclass
class Rights:
    """The tokens of one table.

    invitation  opens the page where one takes a seat; it is in the QR code
    code        six letters that do the same while the table is in its lobby; empty after ten wrong tries
    seat_codes  tokens by player that open one seat and nothing else. Those of before a stop still open
                theirs, but cannot be shown again
    """

    invitation: str = field(default_factory=lambda: secrets.token_urlsafe(_BYTES))
    code: str = field(default_factory=lambda: _new_code())
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(_BYTES))
    _held: dict[str, Right] = field(default_factory=dict)  # rights by the hash of their token
    _wrong: int = 0
    seat_codes: dict[str, str] = field(default_factory=dict)
    _kept_seats: dict[str, str] = field(default_factory=dict)  # players by the hash of the code of their seat

    def issue(self, right: Right) -> str:
        """A new token of that right. For a seat or the host it revokes the ones before."""
        if right.kind != "onlooker":
            self.revoke(right)
        token = secrets.token_urlsafe(_BYTES)
        self._held[hashed(token)] = right
        return token

    def revoke(self, right: Right) -> frozenset[str]:
        """Make every token of that right worthless, and the code of its seat; the hashes of those tokens."""
        gone = frozenset(held for held, one in self._held.items() if one == right)
        self._held = {held: one for held, one in self._held.items() if held not in gone}
        self.seat_codes.pop(right.player, None)
        self._kept_seats = {
            code: player for code, player in self._kept_seats.items() if player != right.player
        }
        return gone

    def new_seat_code(self, player: str) -> frozenset[str]:
        """Keep that seat for whoever has a new code of its own. Revokes as `revoke` does."""
        gone = self.revoke(Right("seat", player))
        self.seat_codes[player] = secrets.token_urlsafe(_BYTES)
        self._kept_seats[hashed(self.seat_codes[player])] = player
        return gone

    def seat_of_code(self, code: str) -> str:
        """Whose seat that code opens; empty for none. It is found as in `of`."""
        return self._kept_seats.get(hashed(code), "")

    def kept(self, player: str) -> bool:
        """Tell whether that seat is kept for whoever has its own code."""
        return player in self._kept_seats.values()

    def of(self, token: str | None) -> Right | None:
        """Return the right that the token gives; None for an unknown one.

        It is looked up by its hash, so how long that takes tells nothing about the tokens there are.
        """
        return self._held.get(hashed(token)) if token else None

    def taken(self, player: str) -> bool:
        """Tell whether somebody has that player's seat."""
        return Right("seat", player) in self._held.values()

    def bound(self, player: str) -> bool:
        """Tell whether that seat is somebody's: taken, or kept for whoever has its own code."""
        return self.taken(player) or self.kept(player)

    def invites(self, token: str) -> bool:
        """Tell whether that is the invitation."""
        return hmac.compare_digest(token.encode(), self.invitation.encode())

    def invite_anew(self) -> None:
        """Another invitation; the one before is worthless."""
        self.invitation = secrets.token_urlsafe(_BYTES)

    def reads_code(self, typed: str) -> bool:
        """Tell whether that is the code."""
        return bool(self.code) and hmac.compare_digest(typed.strip().upper().encode(), self.code.encode())

    def count_wrong_code(self) -> None:
        """Somebody typed a code that no table has; after ten of them the code is void."""
        self._wrong += 1
        if self._wrong >= _TRIES:
            self.code = ""

    def new_code(self) -> None:
        """Another code, with ten tries again."""
        self.code, self._wrong = _new_code(), 0

    def form_token(self, token: str | None) -> str:
        """Return what every form of the holder of that token carries, so that no other page can send one."""
        return hmac.digest(self._secret, f"form:{token or ''}".encode(), "sha256").hex()

    def sent_by(self, token: str | None, form_token: str) -> bool:
        """Tell whether a form with that mark comes from a page made for the holder of the token."""
        return hmac.compare_digest(self.form_token(token).encode(), form_token.encode())

    def as_json(self) -> dict[str, object]:
        """Return what has to be kept so that phones come back after the server was stopped."""
        held = {key: [right.kind, right.player] for key, right in self._held.items()}
        return {
            "invitation": self.invitation, "code": self.code, "secret": self._secret.hex(), "held": held,
            "wrong": self._wrong, "kept_seats": self._kept_seats,
        }  # fmt: skip

    @classmethod
    def from_json(cls, kept: dict[str, object]) -> Rights:
        """The rights that were kept. Raises `KeyError`, `TypeError` or `ValueError` for others."""
        held, seats = kept["held"], kept.get("kept_seats", {})
        if not isinstance(held, dict) or not isinstance(seats, dict):
            raise TypeError("held")
        return cls(
            invitation=str(kept["invitation"]),
            code=str(kept["code"]),
            _secret=bytes.fromhex(str(kept["secret"])),
            _held={str(key): Right(kind, str(player)) for key, (kind, player) in held.items()},
            _wrong=int(str(kept["wrong"])),
            _kept_seats={str(code): str(player) for code, player in seats.items()},
        )


def is_name(name: str) -> bool:
    """Tell whether people can see that name, and read it as one. Emoji may be joined, letters may not."""
    joined = any(one.isalnum() for part in name.split(_JOINER)[1:] for one in part[:1])
    apart = name.replace(_JOINER, "")
    seen = apart.isprintable() and apart.strip(_BLANKS) and not any(sign in name for sign in ":=")
    return bool(seen) and not joined and len(name) <= LONGEST_NAME


def plain(name: str) -> str:
    """The name as people compare it: of letters that look alike in other widths, one."""
    return unicodedata.normalize("NFKC", name).casefold()


def hashed(token: str) -> str:
    """Return the hash of a token, which is all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def _new_code() -> str:
    return "".join(secrets.choice(_CODE) for _ in range(_CODE_LENGTH))
