"""The journal of an event: numbered notes, each chained to the one before it by a hash.

kind      by           body                                    what it says
write     organiser    regulations                             the event is written down (again, until it is announced)
announce  organiser                                            everybody may read it and enter
open      clock        commitment                              regulations, documents, rules and secret are frozen
enter     entrant      entry, name, class                      a person takes part
leave     entrant      entry                                   … and withdraws
begin     entrant      entry, attempt                          a drive with the event's dice: the attempt is used
submit    entrant      entry, number, arrived, kind, text      a sheet or a record is handed in
close     clock                                                nothing is taken any more; the seals are lifted
publish   organiser                                            provisional results; protests are open from here
final     organiser                                            the results stand
cancel    organiser    reason
par       clock        low, high, certificate                  the best that can be done, found after the closing
bulletin  organiser    number, text, changes                   what changes and why
ask       a person     number, text                            a question to the organiser
answer    organiser    number, text, held                      … answered to all; held back until closing if it spoils
protest   entrant      number, entry, against, text            against a result
rule      who judges   number, upheld, text                    … decided in writing
decide    who judges   entry, number, verdict, text            a wrong cell: a slip, or a false entry
draw      organiser    round, seed                             a round of tables; the draw follows from the seed
result    organiser    round, table, places, absent, record    how a table ended (no places: without a result)
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Final, NamedTuple

from parcferme.core.errors import BadRecord
from parcferme.core.position import list_at, number_at, object_at, text_at
from parcferme.core.record import canonical, read_record
from parcferme.organise.differences import compare
from parcferme.organise.moments import read_moment, write_moment

Body = dict[str, object]
CLOCK: Final = ""  # who writes what the time brings
MOST_NOTES: Final = 400_000
PERSON_LIMIT: Final = 80
CREW: Final = "Crew,"  # a sheet's first line
START: Final = "0" * 16  # the chain before the first note
Span = tuple[int, int]
NUMBER: Final = re.compile(r"[0-9]+")
PART: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[0-9]+')  # of a JSON text: a string or a number
MOST_TRIED: Final = 10_000  # values of a number, when it is looked for which one was changed
MOST_HASHED: Final = 30_000_000  # … and characters of all tries


class Note(NamedTuple):
    """One line of a journal: its number (from 1), the moment, who did what with which details, and the chain."""

    seq: int
    at: int
    by: str
    kind: str
    body: Body
    chain: str

    def __repr__(self) -> str:
        return f"Note({self.seq}, {self.at}, {self.by!r}, {self.kind!r}, {self.body!r})"

    def to_json(self) -> dict[str, object]:
        return {
            "seq": self.seq,
            "at": write_moment(self.at),
            "by": self.by,
            "kind": self.kind,
            "body": self.body,
            "chain": self.chain,
        }


def link(before: str, seq: int, at: int, by: str, kind: str, body: Body) -> str:
    """Sixteen hex digits over a note and all before it: whoever noted them once knows if a line was changed."""
    return _chain_of(before, canonical([seq, at, by, kind, body]))


def _chain_of(before: str, text: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode("ascii")).hexdigest()[:16]


def unnamed(notes: list[Note], person: str, called: str) -> list[Note]:
    """The journal with somebody's name replaced who wants to be known here no more. Every later note is chained anew:
    the journal fits itself again, and is another one than before."""
    chain, again = START, list[Note]()
    for note in notes:
        body = _unnamed(note, called) if note.by == person else note.body
        chain = link(chain, note.seq, note.at, note.by, note.kind, body)
        again.append(Note(note.seq, note.at, note.by, note.kind, body, chain))
    return again


def _unnamed(note: Note, called: str) -> Body:
    if note.kind == "enter":
        return {**note.body, "name": called}
    if note.kind == "submit":
        return {**note.body, "text": _paper_unnamed(str(note.body.get("text", "")), called)}
    if note.kind == "write":
        regulations = note.body.get("regulations")
        return {**note.body, "regulations": {**object_at("regulations", regulations), "organiser": called}}
    return note.body


def _paper_unnamed(text: str, called: str) -> str:
    """A sheet says whose it is in its first line, a record who sat there; no mark depends on it."""
    if text.startswith(CREW):
        return f"{CREW}{called}\n{text.partition(chr(10))[2]}"
    if not text.lstrip().startswith("{"):
        return text
    try:
        record = read_record(text)
    except BadRecord:
        return text
    record.seats = [called if not seat.startswith("bot:") else seat for seat in record.seats]
    return record.to_text()


def read_notes(place: str, given: object) -> list[Note]:
    """A journal as a file holds it; raises BadRecord at the first line that is malformed or does not fit the chain."""
    notes: list[Note] = []
    chain = START
    for index, line in enumerate(list_at(place, given, 1, MOST_NOTES)):
        note = _read_note(f"{place}[{index}]", line, index + 1)
        if note.at < (notes[-1].at if notes else 0):
            raise BadRecord(f"{place}[{index}].at", "is before the note before it")
        _must_fit(f"{place}[{index}]", chain, note)
        chain = note.chain
        notes.append(note)
    return notes


def _must_fit(place: str, before: str, note: Note) -> None:
    """A note that was changed since it was chained is refused, by the number that was changed if it was but one."""
    made = link(before, note.seq, note.at, note.by, note.kind, note.body)
    if note.chain == made:
        return
    was = _as_chained(before, note)
    if was is not None:
        compare(place, note.to_json(), was.to_json())
    raise BadRecord(f"{place}.chain", f"is {note.chain!r}; this note and those before it make {made}")


def _as_chained(before: str, note: Note) -> Note | None:
    """The note with that one number in it with which it would fit its chain: numbers of its own first, then those in
    its texts, such as a sheet's. Small values and those near it come first, and of long records not all are tried."""
    text = canonical([note.seq, note.at, note.by, note.kind, note.body])
    for spans in _numbers(text):
        for value in range(min(MOST_TRIED, MOST_HASHED // (len(text) * max(1, len(spans))))):
            for start, end in spans:
                now = int(text[start:end])
                for written in {str(value), str(value).zfill(end - start), str(now + value), str(abs(now - value))}:
                    tried = text[:start] + written + text[end:]
                    if _chain_of(before, tried) == note.chain:
                        seq, at, by, kind, body = json.loads(tried)
                        return Note(seq, at, by, kind, body, note.chain)
    return None


def _numbers(text: str) -> tuple[list[Span], list[Span]]:
    """Where numbers stand in a JSON text, and where in its strings."""
    own: list[Span] = []
    inside: list[Span] = []
    for part in PART.finditer(text):
        if part[0].startswith('"'):
            inside += [(part.start() + n.start(), part.start() + n.end()) for n in NUMBER.finditer(part[0])]
        else:
            own.append(part.span())
    return own, inside


def _read_note(place: str, given: object, seq: int) -> Note:
    data = object_at(place, given)
    if data.get("seq") != seq:
        raise BadRecord(f"{place}.seq", f"is {data.get('seq')!r}, not {seq}")
    return Note(
        number_at(f"{place}.seq", data.get("seq"), 1, MOST_NOTES),
        read_moment(f"{place}.at", data.get("at")),
        text_at(f"{place}.by", data.get("by"), PERSON_LIMIT),
        text_at(f"{place}.kind", data.get("kind"), 20),
        object_at(f"{place}.body", data.get("body")),
        text_at(f"{place}.chain", data.get("chain"), 16),
    )
