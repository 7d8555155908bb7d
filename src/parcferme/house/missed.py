"""What somebody has missed. Loops over notes stay interpreted: compiled code does not let go of the interpreter."""

from __future__ import annotations

from parcferme.house.messages import Stream
from parcferme.house.positions import Names, Reader
from parcferme.house.telling import bare_message, seats
from parcferme.table.journal import Audience, Note
from parcferme.table.table import Table


def replayed(
    table: Table, notes: list[Note], seen_by: Audience, since: int, reader: Reader, names: Names
) -> list[Stream]:
    """Fold notes once more, on the table as it stood before them, and collect what this audience was told after
    `since`."""
    told: list[Stream] = []
    for note in notes:
        happening = table.fold(note)
        if happening.count_for(seen_by) > since:
            message = bare_message(table, happening, seen_by, reader, seats(table, names))
            if message is not None:
                told.append(message)
    return told
