"""Records of tables in a match event: of the event's game and options, replayed, with the places they are to give."""

from __future__ import annotations

from parcferme.core import registry
from parcferme.core.errors import BadRecord
from parcferme.core.record import read_record
from parcferme.organise.event import Event
from parcferme.table import fairness


def must_be_of_table(event: Event, table: list[str], places: list[int], text: str) -> None:
    """Raises BadRecord where a record is not of this table, does not replay, or ended otherwise."""
    made = event.regulations
    record = read_record(text)
    if (record.game, record.rules) != (made.game, made.rules):
        raise BadRecord("record", f"is of {record.game} rules {record.rules}, not {made.game} rules {made.rules}")
    if record.options != {**made.options, "players": len(table)}:
        raise BadRecord("record.options", "are not the event's")
    if "fair_dice" in record.notes:
        fairness.verify(record)
    result = record.replay(registry.create_recorded(record)).state.result()
    if places and (result is None or result.places != places):
        raise BadRecord(
            "record.result", f"the places are {result.places if result is not None else None}, not {places}"
        )
