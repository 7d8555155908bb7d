"""An event: the fold over its journal. Nothing else changes an event, and folding the same notes gives the same event.

draft ──announce──▶ announced ──open──▶ open ──close──▶ closed ──publish──▶ provisional ──final──▶ final
  └──────────────────────┴────── cancel ──┴────────────────┴─────────────────────┘──▶ cancelled
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from parcferme.core.errors import BadRecord, ParcFermeError
from parcferme.core.position import flag_at, list_at, number_at, object_at, text_at
from parcferme.core.trial import Par, read_par
from parcferme.organise.dice import seed_of_round
from parcferme.organise.documents import Documents
from parcferme.organise.journal import START, Body, Note, link
from parcferme.organise.moments import read_moment
from parcferme.organise.regulations import Regulations, changed, read_regulations
from parcferme.organise.tasks import trial_of
from parcferme.table.fairness import FairDice

DRAFT: Final = "draft"
ANNOUNCED: Final = "announced"
OPEN: Final = "open"
CLOSED: Final = "closed"
PROVISIONAL: Final = "provisional"
FINAL: Final = "final"
CANCELLED: Final = "cancelled"
STATES: Final = (DRAFT, ANNOUNCED, OPEN, CLOSED, PROVISIONAL, FINAL, CANCELLED)
UNSEALED: Final = (CLOSED, PROVISIONAL, FINAL)  # the states in which everybody may see everything

SHEET: Final = "sheet"
RECORD: Final = "record"
PAPERS: Final = (SHEET, RECORD)
SLIP: Final = "slip"
FALSE_ENTRY: Final = "false_entry"
VERDICTS: Final = (SLIP, FALSE_ENTRY)

PAPER_LIMIT: Final = 400_000  # characters of a sheet or record
TEXT_LIMIT: Final = 4_000
ID_LIMIT: Final = 40
MOST_TABLES: Final = 2_000


class Submission:
    """What was handed in, and when. The moment of arrival counts, marking may follow."""

    def __init__(self, number: int, arrived: int, kind: str, text: str) -> None:
        self.number = number  # from 1; of a drive with dice the number of its attempt
        self.arrived = arrived
        self.kind = kind
        self.text = text
        self.verdict = ""  # the organiser's written decision about a wrong cell …
        self.why = ""  # … its reason,
        self.clause = ""  # and the rule by which a false entry disqualifies


class Entry:
    """One person's part in an event."""

    def __init__(self, id: str, person: str, name: str, klass: str) -> None:
        self.id = id
        self.person = person
        self.name = name
        self.klass = klass  # '' where the event has no classes
        self.withdrawn = False
        self.attempts = 0  # begun, of drives with dice
        self.submissions: list[Submission] = []

    def submission(self, number: int) -> Submission | None:
        return next((paper for paper in self.submissions if paper.number == number), None)


class Bulletin(NamedTuple):
    at: int
    text: str
    changes: Body


class Question:
    """To the organiser. The answer is for all; one that would spoil is held back until closing."""

    def __init__(self, person: str, text: str) -> None:
        self.person = person
        self.text = text
        self.answer: str | None = None
        self.held = False


class Protest:
    """Against a result, by an entry; decided in writing."""

    def __init__(self, entry: str, against: str, text: str) -> None:
        self.entry = entry
        self.against = against
        self.text = text
        self.upheld: bool | None = None
        self.ruling = ""


class TableResult(NamedTuple):
    """How a table of a match event ended: places by seat in the order it was drawn; none: without a result."""

    places: list[int]
    absent: list[str]  # entries a stand-in drove for
    record: str  # the match, where there is one


class Round:
    """A round of a match event: who was still in it when it was drawn, the seed, and the results by table."""

    def __init__(self, seed: str, entries: list[str]) -> None:
        self.seed = seed
        self.entries = entries
        self.results: dict[int, TableResult] = {}


class Event:
    """One event. Read its fields freely; change them by folding notes only."""

    def __init__(self, id: str, secret: bytes | None, documents: Documents) -> None:
        self.id = id
        self.secret = secret  # `None` in a file that was published before the closing
        self.documents = documents
        self.status = DRAFT
        self.journal: list[Note] = []
        self.at = 0
        self.chain = START
        self.written: list[Regulations] = []  # the last ones are in force; those before a bulletin are kept
        self.commitment = ""
        self.entries: dict[str, Entry] = {}
        self.bulletins: list[Bulletin] = []
        self.questions: list[Question] = []
        self.protests: list[Protest] = []
        self.rounds: list[Round] = []
        self.par: Par | None = None  # the best that can be done, once somebody has proved it
        self.published = 0  # when results became provisional
        self.cancelled = ""  # why

    # Reading

    @property
    def regulations(self) -> Regulations:
        return self.written[-1]

    @property
    def organiser(self) -> str:
        """Who decides here: whoever wrote the event down. (`regulations.organiser` is what they call themselves.)"""
        return self.journal[0].by if self.journal else ""

    def is_unsealed(self) -> bool:
        return self.status in UNSEALED

    def entry_of(self, person: str) -> Entry | None:
        return next((entry for entry in self.entries.values() if entry.person == person), None)

    def starters(self) -> list[str]:
        """The ids of all who have not withdrawn, in an order that says nothing about who came first."""
        return sorted(entry.id for entry in self.entries.values() if not entry.withdrawn)

    # Folding

    def write(self, kind: str, body: Body, by: str, now: int) -> Note:
        """The next note, not yet folded. An event's time never runs backwards."""
        seq, at = len(self.journal) + 1, max(now, self.at)
        return Note(seq, at, by, kind, body, link(self.chain, seq, at, by, kind, body))

    def fold(self, note: Note) -> None:
        """Take in the next note of the journal; raises BadRecord for what no journal holds."""
        if note.seq != len(self.journal) + 1:
            raise BadRecord("seq", f"note {note.seq} does not follow note {len(self.journal)}")
        if note.kind not in _FOLDS:
            raise BadRecord("kind", f"{note.kind!r} is no kind of note")
        if not self.written and note.kind != "write":
            raise BadRecord("kind", "a journal begins with the regulations")
        _FOLDS[note.kind](self, note)
        self.journal.append(note)
        self.at = note.at
        self.chain = note.chain

    def _fold_write(self, note: Note) -> None:
        self._must_be(DRAFT)
        self.written = [read_regulations(note.body.get("regulations"), self.documents)]

    def _fold_announce(self, note: Note) -> None:
        self._must_be(DRAFT)
        self.status = ANNOUNCED

    def _fold_open(self, note: Note) -> None:
        self._must_be(ANNOUNCED)
        self.commitment = text_at("commitment", note.body.get("commitment"), 64)
        if self.secret is not None and FairDice(self.secret).commitment() != self.commitment:
            raise BadRecord("commitment", "is not the hash of the event's secret")
        self.status = OPEN

    def _fold_enter(self, note: Note) -> None:
        self._must_be(ANNOUNCED, OPEN, CLOSED)
        id = text_at("entry", note.body.get("entry"), ID_LIMIT)
        if id in self.entries:
            raise BadRecord("entry", f"{id!r} has entered already")
        name = text_at("name", note.body.get("name"), TEXT_LIMIT)
        self.entries[id] = Entry(id, note.by, name, text_at("class", note.body.get("class"), ID_LIMIT))

    def _fold_leave(self, note: Note) -> None:
        self._must_be(ANNOUNCED, OPEN)
        self._entry(note).withdrawn = True

    def _fold_begin(self, note: Note) -> None:
        self._must_be(OPEN)
        entry = self._entry(note)
        entry.attempts += 1
        number_at("attempt", note.body.get("attempt"), entry.attempts, entry.attempts)

    def _fold_submit(self, note: Note) -> None:
        self._must_be(OPEN, CLOSED)
        entry, kind = self._entry(note), text_at("kind", note.body.get("kind"), ID_LIMIT)
        arrived = read_moment("arrived", note.body.get("arrived"))
        if kind not in PAPERS:
            raise BadRecord("kind", f"{kind!r} is none of {', '.join(PAPERS)}")
        if not self.regulations.opens <= arrived < self.regulations.closes:
            raise BadRecord("arrived", "is not between the opening and the closing")
        number = number_at("number", note.body.get("number"), 1, self.regulations.submissions)
        if entry.submission(number) is not None:
            raise BadRecord("number", f"submission {number} was handed in before")
        text = text_at("text", note.body.get("text"), PAPER_LIMIT)
        entry.submissions.append(Submission(number, arrived, kind, text))

    def _fold_close(self, note: Note) -> None:
        self._must_be(OPEN)
        self.status = CLOSED

    def _fold_publish(self, note: Note) -> None:
        self._must_be(CLOSED)
        self.status, self.published = PROVISIONAL, note.at

    def _fold_final(self, note: Note) -> None:
        self._must_be(PROVISIONAL)
        self.status = FINAL

    def _fold_cancel(self, note: Note) -> None:
        self._must_be(DRAFT, ANNOUNCED, OPEN, CLOSED, PROVISIONAL)
        self.status, self.cancelled = CANCELLED, text_at("reason", note.body.get("reason"), TEXT_LIMIT)

    def _fold_bulletin(self, note: Note) -> None:
        self._must_be(ANNOUNCED, OPEN, CLOSED, PROVISIONAL)
        number_at("number", note.body.get("number"), len(self.bulletins) + 1, len(self.bulletins) + 1)
        changes = object_at("changes", note.body.get("changes"))
        if changes:
            self.written.append(changed(self.regulations, changes, self.documents))
            self.par = None if "options" in changes else self.par  # it was of another task
        self.bulletins.append(Bulletin(note.at, text_at("text", note.body.get("text"), TEXT_LIMIT), changes))

    def _fold_par(self, note: Note) -> None:
        self._must_be(CLOSED, PROVISIONAL)
        self.par = read_par("par", note.body)

    def _fold_ask(self, note: Note) -> None:
        number_at("number", note.body.get("number"), len(self.questions) + 1, len(self.questions) + 1)
        self.questions.append(Question(note.by, text_at("text", note.body.get("text"), TEXT_LIMIT)))

    def _fold_answer(self, note: Note) -> None:
        question = self.questions[number_at("number", note.body.get("number"), 1, len(self.questions)) - 1]
        question.answer = text_at("text", note.body.get("text"), TEXT_LIMIT)
        question.held = flag_at("held", note.body.get("held"))

    def _fold_protest(self, note: Note) -> None:
        self._must_be(PROVISIONAL)
        number_at("number", note.body.get("number"), len(self.protests) + 1, len(self.protests) + 1)
        against = text_at("against", note.body.get("against"), ID_LIMIT)
        if against not in self.entries:
            raise BadRecord("against", f"there is no entry {against!r}")
        text = text_at("text", note.body.get("text"), TEXT_LIMIT)
        self.protests.append(Protest(self._entry(note).id, against, text))

    def _fold_rule(self, note: Note) -> None:
        self._must_be(PROVISIONAL)
        protest = self.protests[number_at("number", note.body.get("number"), 1, len(self.protests)) - 1]
        protest.upheld = flag_at("upheld", note.body.get("upheld"))
        protest.ruling = text_at("text", note.body.get("text"), TEXT_LIMIT)

    def _fold_decide(self, note: Note) -> None:
        self._must_be(CLOSED, PROVISIONAL)
        entry = self._entry(note)
        paper = entry.submission(number_at("number", note.body.get("number"), 1, self.regulations.submissions))
        if paper is None:
            raise BadRecord("number", f"{entry.id} has not handed it in")
        verdict = text_at("verdict", note.body.get("verdict"), ID_LIMIT)
        if verdict not in VERDICTS:
            raise BadRecord("verdict", f"{verdict!r} is none of {', '.join(VERDICTS)}")
        paper.verdict, paper.why = verdict, text_at("text", note.body.get("text"), TEXT_LIMIT)
        paper.clause = trial_of(self.regulations.game).false_entry if verdict == FALSE_ENTRY else ""

    def _fold_draw(self, note: Note) -> None:
        self._must_be(OPEN)
        number = number_at("round", note.body.get("round"), len(self.rounds) + 1, self.regulations.rounds)
        seed = text_at("seed", note.body.get("seed"), 64)
        if self.secret is not None and seed != seed_of_round(self.secret, number):
            raise BadRecord("seed", f"is not the one the event's secret gives for round {number}")
        self.rounds.append(Round(seed, self.starters()))

    def _fold_result(self, note: Note) -> None:
        self._must_be(OPEN, CLOSED)
        round = self.rounds[number_at("round", note.body.get("round"), 1, len(self.rounds)) - 1]
        places = list_at("places", note.body.get("places"), 0, 6)
        absent = [text_at("absent", id, ID_LIMIT) for id in list_at("absent", note.body.get("absent"), 0, 6)]
        table = number_at("table", note.body.get("table"), 1, MOST_TABLES)
        record = text_at("record", note.body.get("record"), PAPER_LIMIT)
        round.results[table] = TableResult([number_at("places", place, 1, 6) for place in places], absent, record)

    def _must_be(self, *states: str) -> None:
        if self.status not in states:
            raise BadRecord("kind", f"the event is {self.status}: such a note belongs into {' or '.join(states)}")

    def _entry(self, note: Note) -> Entry:
        id = text_at("entry", note.body.get("entry"), ID_LIMIT)
        if id not in self.entries:
            raise BadRecord("entry", f"there is no entry {id!r}")
        return self.entries[id]


_FOLDS: Final[dict[str, Callable[[Event, Note], None]]] = {
    "write": Event._fold_write,
    "announce": Event._fold_announce,
    "open": Event._fold_open,
    "enter": Event._fold_enter,
    "leave": Event._fold_leave,
    "begin": Event._fold_begin,
    "submit": Event._fold_submit,
    "close": Event._fold_close,
    "publish": Event._fold_publish,
    "final": Event._fold_final,
    "cancel": Event._fold_cancel,
    "bulletin": Event._fold_bulletin,
    "par": Event._fold_par,
    "ask": Event._fold_ask,
    "answer": Event._fold_answer,
    "protest": Event._fold_protest,
    "rule": Event._fold_rule,
    "decide": Event._fold_decide,
    "draw": Event._fold_draw,
    "result": Event._fold_result,
}


def load(id: str, secret: bytes | None, documents: Documents, journal: list[Note]) -> Event:
    """An event from its journal; raises BadRecord naming the note that cannot be."""
    event = Event(id, secret, documents)
    for index, note in enumerate(journal):
        try:
            event.fold(note)
        except BadRecord as error:
            raise BadRecord(f"journal[{index}].{error.place}", error.reason) from error
        except ParcFermeError as error:
            raise BadRecord(f"journal[{index}]", str(error)) from error
    return event
