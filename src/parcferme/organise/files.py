"""Event files, `parcferme-event/1`: one JSON document from which anybody can work out every official number again.

    format, id       what it is                        status         how far it has come
    regulations      those in force                    documents      own boards and decks, by their hash
    journal          everything that was done          commitment     the hash of the secret, published at the opening
    secret           published at the closing          entries        with submissions and their marks
    rounds           draws and results of tables       classification (trials), standings (match events)
    par              the best that can be done, with its certificate; null where nothing is proved
    signature        of the server, if it has a key; '' else

The journal and the secret are what the rest follows from: `verify` works it out again and compares.
"""

from __future__ import annotations

import json
import math
from typing import Final

from parcferme.core.errors import BadRecord
from parcferme.core.position import document_at, object_at, text_at
from parcferme.organise.dice import read_secret
from parcferme.organise.documents import Documents
from parcferme.organise.event import CANCELLED, ID_LIMIT, Entry, Event, load
from parcferme.organise.journal import read_notes
from parcferme.organise.moments import write_moment
from parcferme.organise.outcome import Outcome

FORMAT: Final = "parcferme-event/1"
FIELDS: Final = (
    "format", "id", "status", "regulations", "documents", "commitment", "secret", "entries", "rounds", "classification",
    "standings", "par", "journal", "signature",
)  # fmt: skip
FILE_LIMIT: Final = 400_000_000  # characters
DOCUMENT_LIMIT: Final = 2_000_000  # … of one board or deck
MOST_DOCUMENTS: Final = 100
SIGNATURE_LIMIT: Final = 1_000


def event_json(outcome: Outcome, signature: str = "") -> dict[str, object]:
    """The whole file of an event whose seals are lifted, or of an organiser's own copy."""
    event = outcome.event
    documents: Documents = {}
    regulations = event.regulations.to_json(documents)
    return {
        "format": FORMAT,
        "id": event.id,
        "status": event.status,
        "regulations": regulations,
        "documents": event.documents,
        "commitment": event.commitment,
        "secret": event.secret.hex() if event.secret is not None else "",
        "entries": [_entry(outcome, entry) for entry in sorted(event.entries.values(), key=_by_id)],
        "rounds": _rounds(outcome),
        "classification": outcome.classification.to_json() if outcome.classification is not None else None,
        "standings": [line.to_json() for line in outcome.standings] if outcome.classification is None else None,
        "par": event.par.to_json() if event.par is not None else None,
        "journal": [note.to_json() for note in event.journal],
        "signature": signature,
    }


def _by_id(entry: Entry) -> str:
    return entry.id


def entry_json(entry: Entry) -> dict[str, object]:
    return {"entry": entry.id, "name": entry.name, "class": entry.klass, "withdrawn": entry.withdrawn}


def _entry(outcome: Outcome, entry: Entry) -> dict[str, object]:
    papers = sorted(entry.submissions, key=lambda paper: paper.number)
    return {
        **entry_json(entry),
        "submissions": [
            {
                "number": paper.number,
                "arrived": write_moment(paper.arrived),
                "kind": paper.kind,
                "verdict": paper.verdict,
                "mark": outcome.marks[entry.id, paper.number].to_json(),
            }
            for paper in papers
            if (entry.id, paper.number) in outcome.marks
        ],
    }


def _rounds(outcome: Outcome) -> list[object]:
    return [
        {
            "seed": made.seed,
            "tables": tables,
            "results": [
                {"table": table, "places": result.places, "absent": result.absent}
                for table, result in sorted(made.results.items())
            ],
        }
        for made, tables in zip(outcome.event.rounds, outcome.drawn, strict=True)
    ]


def write_event(outcome: Outcome, signature: str = "") -> str:
    """The file's text: a line for each part, and for each note of the journal."""
    lines = [f" {json.dumps(name)}: {_written(name, value)}" for name, value in event_json(outcome, signature).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _written(name: str, value: object) -> str:
    if name in ("journal", "entries") and isinstance(value, list) and value:
        return "[\n  " + ",\n  ".join(json.dumps(line, sort_keys=True) for line in value) + "\n ]"
    return json.dumps(value, sort_keys=True)


def read_document(text: str) -> dict[str, object]:
    """The file as a document of the right format and size; raises BadRecord."""
    if len(text) > FILE_LIMIT:
        raise BadRecord("file", f"has {len(text)} characters, more than {FILE_LIMIT}")
    try:
        data = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise BadRecord("file", f"is not JSON: {error}") from error
    if isinstance(data, dict) and "format" not in data and "commitment" in data:  # what `sealed.view` shows
        raise BadRecord("file", "is the announcement of an event: there is nothing to check before it has closed")
    return document_at("file", data, FORMAT, FIELDS)


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number} is not a number")
    return value


def event_of(document: dict[str, object]) -> Event:
    """The event a document tells of, folded from its journal; raises BadRecord naming the place."""
    secret = text_at("secret", document.get("secret", ""), 64)
    return load(
        text_at("id", document.get("id"), ID_LIMIT),
        read_secret("secret", secret) if secret else None,
        _documents(document.get("documents", {})),
        read_notes("journal", document.get("journal")),
    )


def _documents(given: object) -> Documents:
    documents = object_at("documents", given)
    if len(documents) > MOST_DOCUMENTS:
        raise BadRecord("documents", f"has {len(documents)}, more than {MOST_DOCUMENTS}")
    found: Documents = {}
    for hash, document in documents.items():
        found[hash] = object_at(f"documents.{hash}", document)
        if len(json.dumps(document)) > DOCUMENT_LIMIT:
            raise BadRecord(f"documents.{hash}", f"has more than {DOCUMENT_LIMIT} characters")
    return found


def read_event(text: str) -> Event:
    """The event of a file; raises BadRecord naming the place. What was worked out stands in `verify`."""
    return event_of(read_document(text))


def is_public(event: Event) -> bool:
    """May the whole file be given to everybody?"""
    return event.is_unsealed() or event.status == CANCELLED
