"""What a table refuses, each with a stable code. The codes are part of the API: `docs/api.md` lists them."""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import ParcFermeError, Refusal

# A code never changes its meaning. The text beside it is for people and may.
LATE: Final = "late"  # the answered node is no longer the present one
EARLY: Final = "early"  # … or not yet
TIME_UP: Final = "time_up"  # the clock of this decision has run out
NOT_PLAYING: Final = "not_playing"  # the table has not started, is over or was closed
NOT_ASKED: Final = "not_asked"  # another seat decides now
ID_USED: Final = "id_used"  # the client's id was given to another action at this node
ILLEGAL: Final = "illegal"  # the rules forbid it; `refusal` says which clause
BAD_ACTION: Final = "bad_action"  # the text names no action
NOT_SEALED: Final = "not_sealed"
AWAY: Final = "away"  # a bot drives this seat until its person returns
NOT_AWAY: Final = "not_away"
SEAT_TAKEN: Final = "seat_taken"
NO_SEAT: Final = "no_seat"
NOT_SEATED: Final = "not_seated"
NOT_READY: Final = "not_ready"  # somebody is still missing
STARTED: Final = "started"
UNDO_OFF: Final = "undo_off"
BAD_UNDO: Final = "bad_undo"
NOTHING_ASKED: Final = "nothing_asked"
BAD_SETUP: Final = "bad_setup"
BAD_TITLE: Final = "bad_title"
BAD_LEVEL: Final = "bad_level"
NOT_RATEABLE: Final = "not_rateable"  # a table that cannot be rated shall be
RATED: Final = "rated"  # a rated match is not closed by its host
AID_OFF: Final = "aid_off"  # the table was opened without this aid
NOT_OVER: Final = "not_over"  # only finished matches are reviewed
NAME_SHORT: Final = "name_short"
NAME_LONG: Final = "name_long"
NAME_LETTERS: Final = "name_letters"  # something in the name is no letter, digit, blank, hyphen or apostrophe
NAME_MIXED: Final = "name_mixed"  # letters of two scripts, which may look alike
NAME_RESERVED: Final = "name_reserved"  # reads like a bot's or the server's
NAME_TAKEN_HERE: Final = "name_taken_here"  # by another at the same table; one that is free is told with it


class Denied(ParcFermeError):
    """A wish the table does not grant. Nothing has changed. `blanks` fill the client's own sentence for the code."""

    def __init__(
        self, code: str, reason: str, refusal: Refusal | None = None, blanks: dict[str, object] | None = None
    ) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.refusal = refusal
        self.blanks: dict[str, object] = blanks or {}
