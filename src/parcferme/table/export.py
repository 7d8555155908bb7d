"""Logs and records for those who may read them: while a match runs, secret actions of others are blanked.

A blank has the same size whatever it hides, and the marks of a record (fingerprints of the whole position) are left
out where anything is blanked: a fingerprint of few possibilities can be guessed.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.play import Entry
from parcferme.core.record import Record, record_of
from parcferme.table.fairness import seal
from parcferme.table.journal import Audience
from parcferme.table.seats import BOT
from parcferme.table.table import Table

BLANK: Final = "?"


def conceal(game: Game, entry: Entry, asked: tuple[int, ...], audience: Audience) -> Entry:
    """The entry as this audience may read it while the match runs."""
    who, what = entry
    if isinstance(what, list):
        return [who, [_text(game, str(text), seat == audience) for seat, text in zip(asked, what, strict=True)]]
    if isinstance(who, int):
        return [who, _text(game, str(what), who == audience)]
    return entry


def _text(game: Game, text: str, own: bool) -> str:
    return text if own or not game.secret(game.parse(text)) else BLANK


def log_for(table: Table, audience: Audience) -> list[Entry]:
    """The whole log as this audience may read it; nothing is blanked once the match is over."""
    if table.is_over():
        return [list(entry) for entry in table.play.log]
    state = table.play.at(0)
    log: list[Entry] = []
    for index, entry in enumerate(table.play.log):
        log.append(conceal(table.game, entry, state.to_act(), audience))
        state = table.play.after(state, index)
    return log


def record_for(table: Table, audience: Audience, names: list[str], notes: dict[str, object]) -> Record:
    """The match as a record, with the table's dice and who was stood in for among its notes."""
    notes = {**notes, "fair_dice": table.dice_notes(), **_drivers(table)}
    log = log_for(table, audience)
    if log == table.play.log:
        record = record_of(table.play, names, notes)
        if table.is_over():
            record.notes["seal"] = seal(record)
        return record
    notes["concealed"] = True
    game = table.game
    return Record(game.id, game.version, game.options, names, log, [], None, notes, table.play.start)


def _drivers(table: Table) -> dict[str, object]:
    bots = {str(number): seat.level for number, seat in enumerate(table.seats) if seat.kind == BOT}
    return {"bots": bots, "stood_in": [number for number, seat in enumerate(table.seats) if seat.stood_in]}
