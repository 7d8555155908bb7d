"""What an event refuses, each with a stable code (raised as `Denied`, like a table's refusals)."""

from __future__ import annotations

from typing import Final

from parcferme.table.errors import Denied

BAD_REGULATIONS: Final = "bad_regulations"
NO_TRIAL: Final = "no_trial"  # the game is not driven alone
NOT_NOW: Final = "not_now"  # the event's state does not allow it
TOO_LATE: Final = "too_late"  # the event has closed; the refusal says when it arrived
FROZEN: Final = "frozen"  # what was frozen at the opening is not changed, not even by a bulletin
NO_SUCH: Final = "no_such"  # entry, submission, question, protest, round or table
TAKEN: Final = "taken"  # the entry's id or name, or the person has entered already
NO_CLASS: Final = "no_class"
NO_ROOM: Final = "no_room"  # it was written down, or changed, as often as may be
ALL_USED: Final = "all_used"  # every submission or attempt of the regulations
NOT_BEGUN: Final = "not_begun"  # a drive with the event's dice begins with an attempt
BAD_PAPER: Final = "bad_paper"  # neither a sheet nor a record of this event
BAD_TEXT: Final = "bad_text"
NOT_ORGANISER: Final = "not_organiser"
OWN_CASE: Final = "own_case"  # nobody decides about the own drive
PROTESTS_OPEN: Final = "protests_open"
UNMARKED: Final = "unmarked"  # papers are still to be marked


def no_paper(why: str, reason: str, **blanks: object) -> Denied:
    """What was handed in is no paper of this event. `why` picks the client's sentence, `blanks` fill it."""
    return Denied(BAD_PAPER, reason, blanks={"why": why, **blanks})
