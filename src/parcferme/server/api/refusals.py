"""What the server refuses. Every refusal leaves as `{"code", "reason"}` with the HTTP status below: 400 where a
request is malformed, 422 where it is well formed but names something that cannot be, 409 where it cannot be now.

A table's own codes are in `table.errors`; `docs/api.md` lists all of them.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from parcferme.core.errors import BadContent, BadNotation, BadOption, BadRecord, ParcFermeError, UnknownGame
from parcferme.house.messages import Refusal, RuleRefusal
from parcferme.server.api.lengths import shown
from parcferme.table import errors
from parcferme.table.errors import Denied

STATUS: Final[dict[str, int]] = {
    "bad_request": 400,
    "bad_value": 422,
    "bad_email": 422,
    "bad_webhook": 422,
    "bad_option": 422,
    "bad_record": 422,
    "bad_content": 422,
    "not_signed_in": 401,
    "wrong_login": 401,
    "forbidden": 403,
    "not_host": 403,
    "no_chat": 403,
    "not_found": 404,
    "unknown_game": 404,
    "bad_link": 404,
    "link_used": 404,
    "name_taken": 409,
    "conflict": 409,
    "last_admin": 409,
    "too_large": 413,
    "too_many": 429,
    "unavailable": 503,
    "unreadable": 503,
    errors.LATE: 409,
    errors.EARLY: 409,
    errors.TIME_UP: 409,
    errors.NOT_PLAYING: 409,
    errors.NOT_ASKED: 409,
    errors.ID_USED: 409,
    errors.ILLEGAL: 409,
    errors.BAD_ACTION: 422,
    errors.NOT_SEALED: 409,
    errors.AWAY: 409,
    errors.NOT_AWAY: 409,
    errors.SEAT_TAKEN: 409,
    errors.NO_SEAT: 409,
    errors.NOT_SEATED: 403,
    errors.NOT_READY: 409,
    errors.STARTED: 409,
    errors.UNDO_OFF: 409,
    errors.BAD_UNDO: 409,
    errors.NOTHING_ASKED: 409,
    errors.BAD_SETUP: 422,
    errors.BAD_TITLE: 422,
    errors.BAD_LEVEL: 422,
    errors.AID_OFF: 403,
    errors.NOT_OVER: 409,
    errors.NAME_SHORT: 422,
    errors.NAME_MIXED: 422,
    errors.NAME_RESERVED: 422,
    errors.NAME_LONG: 422,
    errors.NAME_LETTERS: 422,
    errors.NAME_TAKEN_HERE: 409,
}


def as_denied(error: ParcFermeError) -> Denied:
    """Any error raised on purpose, with its code."""
    if isinstance(error, Denied):
        return error
    kinds: list[tuple[type[ParcFermeError], str]] = [
        (UnknownGame, "unknown_game"),
        (BadOption, "bad_option"),
        (BadContent, "bad_content"),
        (BadRecord, "bad_record"),
        (BadNotation, errors.BAD_ACTION),
    ]
    code = next((code for kind, code in kinds if isinstance(error, kind)), "bad_request")
    return Denied(code, str(error), blanks={"option": error.option} if isinstance(error, BadOption) else None)


def refusal_of(denied: Denied) -> Refusal:
    """What the client reads. `clause` and `refusal` name the rule where the rules refused; `args` fill the client's own
    sentence for the code."""
    told = Refusal(denied.code, shown(denied.reason), args=denied.blanks or UNSET)
    if denied.refusal is not None:
        told.clause = denied.refusal.clause
        told.refusal = RuleRefusal(denied.refusal.code, denied.refusal.clause, denied.refusal.args)
    return told
