"""Checking an event file: the journal is folded, every record replayed with its dice, every sheet marked again, every
draw drawn again, every table worked out again; then all of it is compared with the file, and the certificate of the par
is checked by the rules, and the signature by its key. The first difference is named.
"""

from __future__ import annotations

from typing import NamedTuple

from parcferme.core.content import content_hash
from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.position import text_at
from parcferme.organise.differences import compare
from parcferme.organise.event import Event
from parcferme.organise.files import SIGNATURE_LIMIT, event_json, event_of, read_document
from parcferme.organise.matches import must_be_of_table
from parcferme.organise.outcome import Outcome, outcome_of
from parcferme.organise.signing import signer_of


class Checked(NamedTuple):
    """What was found to hold."""

    event: Event
    marks: int
    notes: int
    rounds: int
    signer: str  # the public key of the server that has signed the file; '' where none has


def verify(text: str) -> Checked:
    """Check a whole file; raises BadRecord at the first place that differs."""
    document = read_document(text)
    event = event_of(document)
    for hash in event.documents:
        if content_hash(event.documents[hash]) != hash:
            raise BadRecord(f"documents.{hash}", f"was changed: its hash is {content_hash(event.documents[hash])}")
    if event.is_unsealed() and event.secret is None:
        raise BadRecord("secret", "is missing, although the event has closed")
    outcome = outcome_of(event)
    _check_tables(outcome)
    signature = text_at("signature", document.get("signature", ""), SIGNATURE_LIMIT)
    compare("", {"par": None, **document}, event_json(outcome, signature))  # files had no par once
    _check_par(event)
    return Checked(event, len(outcome.marks), len(event.journal), len(event.rounds), signer_of(event, signature))


def _check_tables(outcome: Outcome) -> None:
    """The matches of a match event end as their results say."""
    for round, (made, tables) in enumerate(zip(outcome.event.rounds, outcome.drawn, strict=True)):
        for table, result in made.results.items():
            place = f"rounds[{round}].results, table {table}"
            if table > len(tables) or len(result.places) not in (0, len(tables[table - 1])):
                raise BadRecord(place, "is no table of the draw")
            if result.record:
                try:
                    must_be_of_table(outcome.event, tables[table - 1], result.places, result.record)
                except ParcFermeError as error:
                    raise BadRecord(place, str(error)) from error


def _check_par(event: Event) -> None:
    """The certificate of the par holds by the rules, whoever has found it."""
    if event.par is None:
        return
    task = event.regulations.task()
    if task.trial.check_par is None:
        raise BadRecord("par", "this game proves none")
    wrong = task.trial.check_par(task.game, task.legs, event.par)
    if wrong:
        raise BadRecord("par", wrong[0])
