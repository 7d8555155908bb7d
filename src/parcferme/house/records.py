"""Records of matches as they are looked at: read within bounds, described, stepped through, their dice checked."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from msgspec import ValidationError, convert

from parcferme.core import registry
from parcferme.core.bounds import MISFIT, misfit
from parcferme.core.contract import Game
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.record import Record, read_record
from parcferme.house import catalogue
from parcferme.house.forms import RecordForm, VerdictForm
from parcferme.house.lengths import must_be_keepable
from parcferme.house.positions import Names, Result
from parcferme.house.telling import seats
from parcferme.table.export import record_for
from parcferme.table.fairness import verify
from parcferme.table.journal import Audience
from parcferme.table.table import Table

LOG_LIMIT = 20_000  # entries
UNDO_LIMIT = 100_000  # entries that all undos of a record together may play again


def uploaded(text: str) -> Record:
    """A record that can be read and played again, within bounds."""
    record = read_record(text)
    for place, part in (("seats", record.seats), ("options", record.options), ("notes", record.notes)):
        must_be_keepable(part)
        wrong = misfit({place: part})
        if wrong:
            raise BadRecord(wrong, MISFIT)
    if len(record.log) > LOG_LIMIT:
        raise BadRecord("log", f"has {len(record.log)} entries: at most {LOG_LIMIT} are played again here")
    if sum(max(0, what) for who, what in record.log if who == "undo" and isinstance(what, int)) > UNDO_LIMIT:
        raise BadRecord("log", "takes back too much to be played again here")
    _replay(record)
    _result(record)
    return record


def brought(text: str) -> tuple[str, RecordForm]:
    """… as it is kept, and what is told of it but for its id."""
    record = uploaded(text)
    return record.to_text(), described("", record)


def _replay(record: Record) -> None:
    try:
        record.replay(game_of(record))
    except ParcFermeError:
        raise
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadRecord("log", f"cannot be replayed: {error}") from error


def game_of(record: Record) -> Game:
    return catalogue.game_of(record.game, record.rules, registry.meta(record.game).options.read(record.options))


def _result(record: Record) -> Result | None:
    try:
        return None if record.result is None else convert(record.result, Result)
    except ValidationError as error:
        raise BadRecord("result", str(error)) from error


def described(id: str, record: Record) -> RecordForm:
    game = game_of(record)
    return RecordForm(
        id=id,
        game=record.game,
        variant=catalogue.variant(record.game, game.options),
        players=game.players,
        seats=record.seats,
        entries=len(record.log),
        over=record.result is not None,
        result=_result(record),
        notes=record.notes,
        options=dict(record.options),
    )


def verdict_of(text: str) -> VerdictForm:
    return verdict(read_record(text))


def verdict(record: Record) -> VerdictForm:
    """What repeating every roll from the published secret finds."""
    try:
        rolls = verify(record)
    except BadRecord as error:
        return VerdictForm(False, 0, str(error))
    said = f"{rolls} rolls are the dice's own" if rolls else "nothing was rolled: there are no dice to check"
    return VerdictForm(True, rolls, said)


@lru_cache(maxsize=32)
def read(text: str) -> Record:
    return read_record(text)


def of_match(table: Table, seen_by: Audience, names: Names, id: str, created_at: int) -> str:
    """A table's match on paper as an audience may have it: while it runs, what others must not know is blanked."""
    date = datetime.fromtimestamp(created_at / 1000, UTC).date().isoformat()
    called = [seat.name for seat in seats(table, names)]
    return record_for(table, seen_by, called, {"date": date, "table": id, "title": table.setup.title}).to_text()
