"""Whatever is refused, as it is told: a stable code, a reason for programmers, and the clause where a rule did it."""

from __future__ import annotations

from msgspec import UNSET

from parcferme.core.errors import BadContent, BadNotation, BadOption, BadRecord, ParcFermeError, UnknownGame
from parcferme.house.lengths import shown
from parcferme.house.messages import Refusal, RefusedMessage, RuleRefusal
from parcferme.table import errors
from parcferme.table.errors import Denied


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
    return Denied(code, str(error), blanks=_place(error))


def _place(error: ParcFermeError) -> dict[str, object] | None:
    """Where in what was sent the fault lies."""
    if isinstance(error, BadOption):
        return {"option": error.option}
    return {"place": shown(error.place)} if isinstance(error, BadRecord) else None


def refusal_of(denied: Denied) -> Refusal:
    """What the client reads. `clause` and `refusal` name the rule where the rules refused; `args` fill the client's own
    sentence for the code."""
    told = Refusal(denied.code, shown(denied.reason), args=denied.blanks or UNSET)
    if denied.refusal is not None:
        told.clause = denied.refusal.clause
        told.refusal = RuleRefusal(denied.refusal.code, denied.refusal.clause, denied.refusal.args)
    return told


def refused(denied: Denied) -> RefusedMessage:
    """The same over the live line."""
    why = refusal_of(denied)
    return RefusedMessage(why.code, why.reason, why.clause, why.refusal, why.args)
