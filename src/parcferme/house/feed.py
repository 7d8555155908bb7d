"""What each audience is told. Everything that leaves a table goes through this file, and it only ever adds what the
audience may know: views from the game's own allow-list, events by their audience, concealed log entries.

A message has a `type` and the audience's own running number `n`; `position` is all a board needs to draw and to offer.
"""

from __future__ import annotations

from parcferme.core.contract import KIND_NAMES
from parcferme.table import undo
from parcferme.table.export import conceal
from parcferme.table.journal import Audience, Happening, Step
from parcferme.table.table import PLAYING, Table

Message = dict[str, object]
SEAT_NOTES = ("sit", "stand", "bot", "away", "back")


def message(table: Table, happening: Happening, audience: Audience) -> Message | None:
    """One folded note for one audience, `None` where it must not even notice. Call it right after folding."""
    note = happening.note
    head: Message = {"n": happening.count_for(audience), "type": note.kind}
    if note.kind in ("play", "start"):
        return {**head, **_played(table, happening, audience)}
    if note.kind in SEAT_NOTES:
        return {**head, "type": "seats", "what": note.kind, "seat": note.body["seat"], "seats": seats(table)}
    if note.kind in ("seal", "unseal"):
        if note.kind == "seal" and not happening.first_seal and note.body["seat"] != audience:
            return None
        seal: Message = {
            "seat": note.body["seat"],
            "sealed": sorted(table.sealed),
            "own_seal": _own_seal(table, audience),
        }
        return {**head, "type": "sealed", **seal, "clocks": clocks(table, note.at)}
    if note.kind == "ask":
        return {**head, "seat": note.body["seat"], "to": note.body["to"]}
    if note.kind == "answer":
        return {**head, "seat": note.body["seat"], "yes": note.body["yes"]}
    if note.kind == "again":
        return {**head, "table": note.body["table"]}
    return {**head} if note.kind == "close" else None


def _played(table: Table, happening: Happening, audience: Audience) -> Message:
    body = happening.note.body
    return {
        "by": body.get("by"),
        "cause": body.get("cause", "start"),
        "flagged": body.get("flagged", []),
        "steps": [step(table, one, audience) for one in happening.steps],
    }


def step(table: Table, one: Step, audience: Audience) -> Message:
    """One entry of the log, what it caused, and the view after it (the last step's view is the position's)."""
    return {
        "entry": conceal(table.game, one.entry, one.asked, audience),
        "events": [event.to_json() for event in one.events if event.visible_to(audience)],
        "view": one.views.get(audience),
    }


def position(table: Table, audience: Audience, at: int | None = None) -> Message:
    """Everything this audience may know now. `at`: the table's time to read the clocks by."""
    state = table.play.state
    told: Message = {
        "n": table.count_for(audience),
        "node": table.node,
        "status": table.status,
        "kind": KIND_NAMES[state.kind()],
        "to_act": list(table.to_act()),
        "turn": {"kind": KIND_NAMES[state.kind()], "seats": list(table.to_act())},
        "happened": _happened(table, audience),
        "seat": audience,
        "view": state.view(audience),
        "actions": offered(table, audience),
        "interrupts": interrupts(table, audience),
        "sealed": sorted(table.sealed),
        "own_seal": _own_seal(table, audience),
        "clocks": clocks(table, table.at if at is None else at),
        "undo": _question(table),
        "back": _back(table, audience),
        "result": None,
    }
    result = state.result()
    if result is not None:
        told["result"] = {**result.to_json(), "stood_in": [n for n, s in enumerate(table.seats) if s.stood_in]}
    return told


def _happened(table: Table, audience: Audience) -> Message | None:
    """The last move, as far as the audience may know it; `None` before the start."""
    move = table.happened
    if move is None:
        return None
    events = [event.to_json() for event in move.events if event.visible_to(audience)]
    return {"by": move.by, "cause": move.cause, "events": events}


def offered(table: Table, audience: Audience) -> list[int]:
    """The actions this audience may take now, by id."""
    if audience is None or audience not in table.to_act() or table.seats[audience].driven():
        return []
    return table.play.state.legal(audience)


def interrupts(table: Table, audience: Audience) -> list[int]:
    """… and those it may take whether asked or not."""
    if audience is None or table.status != PLAYING or table.seats[audience].driven():
        return []
    return table.play.state.interrupts(audience)


def clocks(table: Table, at: int) -> Message:
    """Banks, what is left of the present wait, and until time is called for the match: milliseconds, read at a time."""
    due, rings = table.due(), table.bell_due()
    return {
        "pace": table.setup.pace.kind,
        "banks": table.clocks.remaining(at),
        "running": list(table.clocks.waiting) if table.status == PLAYING else [],
        "left": None if due is None else max(0, due - at),
        "bell": None if rings is None else max(0, rings - at),
    }


def seats(table: Table) -> list[Message]:
    """Who sits where, for everybody. A person is named by id, and the server adds the name; a bot has its own."""
    return [
        {"kind": s.kind, "person": s.person, "name": s.driver, "level": s.level, "away": s.away} for s in table.seats
    ]


def _question(table: Table) -> Message | None:
    """The open question to go back, and who has agreed: everybody at the table hears the answers."""
    asked = table.asked
    return None if asked is None else {"seat": asked.seat, "to": asked.to, "agreed": undo.agreed(table)}


def _back(table: Table, audience: Audience) -> int | None:
    """Where the audience goes back to when it takes its last decision back, with the others' consent or without."""
    if audience is None or table.status != PLAYING or table.setup.undo == "off" or table.seats[audience].driven():
        return None
    return undo.last_decision(table, audience)


def _own_seal(table: Table, audience: Audience) -> str | None:
    if audience is None or audience not in table.sealed:
        return None
    return table.game.format(table.sealed[audience])
