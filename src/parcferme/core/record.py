"""Records: one text format for finished and unfinished games of every kind.

A record is JSON (`docs/records.md` describes each field). Loading is replaying: `Record.replay` plays the log through
the rules and compares a fingerprint of the whole position every `MARK_EVERY` entries and at the end, so a tampered or
truncated record is found at the first entry that differs.
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import Final, TypeVar

from parcferme.core.contract import Game, State
from parcferme.core.errors import BadRecord, Diverged, ParcFermeError
from parcferme.core.options import Options
from parcferme.core.play import Entry, Play
from parcferme.core.position import Note

FORMAT: Final = "parcferme-record"
FORMAT_VERSION: Final = 1
MARK_EVERY: Final = 50

T = TypeVar("T")


def canonical(value: object) -> str:
    """The one JSON text of a value."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def fingerprint(state: State) -> str:
    """Sixteen hex digits that differ when any part of the position differs."""
    return hashlib.sha256(canonical(state.dump()).encode("ascii")).hexdigest()[:16]


class Record:
    """A game on paper: what it was, who sat where, every entry of its log, and marks to check it by."""

    def __init__(
        self,
        game: str,
        rules: int,
        options: Options,
        seats: list[str],
        log: list[Entry],
        marks: list[tuple[int, str]],
        result: dict[str, object] | None,
        notes: dict[str, object],
        start: Note | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.options = options
        self.seats = seats
        self.log = log
        self.marks = marks  # (number of entries, fingerprint after them)
        self.result = result
        self.start = start  # the position it began with, if not as the rules begin
        self.notes = notes  # date, event, fair dice, …: kept, never interpreted by the rules

    def replay(self, game: Game) -> Play:
        """Play the log under `game`; raises Diverged at the first entry that differs from the record."""
        if (game.id, game.version) != (self.game, self.rules):
            raise BadRecord("rules", f"made under {self.game} rules {self.rules}, not {game.id} rules {game.version}")
        if len(self.seats) != game.players:
            raise BadRecord("seats", f"names {len(self.seats)}, but the game has {game.players} players")
        play = Play(game, self.start)
        marks = dict(self.marks)
        for index, entry in enumerate(self.log):
            self._check_mark(marks, index, play.state)
            try:
                play.enter(entry)
            except ParcFermeError as error:
                raise Diverged(index, str(error)) from error
        self._check_mark(marks, len(self.log), play.state)
        if max(marks, default=0) > len(self.log):
            raise Diverged(len(self.log), f"the log ends here, but a mark stands after entry {max(marks)}")
        self._check_result(play)
        return play

    def _check_mark(self, marks: dict[int, str], count: int, state: State) -> None:
        if count in marks and marks[count] != fingerprint(state):
            raise Diverged(count, f"the position has fingerprint {fingerprint(state)}, the record says {marks[count]}")

    def _check_result(self, play: Play) -> None:
        result = play.state.result()
        found = result.to_json() if result is not None else None
        if canonical(found) != canonical(self.result):
            raise Diverged(len(self.log), f"the result is {canonical(found)}, the record says {canonical(self.result)}")

    def to_text(self) -> str:
        """The record as JSON, one log entry a line, so that two records can be compared line by line."""
        head: dict[str, object] = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seats": self.seats,
            "notes": self.notes,
        }
        if self.start is not None:
            head["start"] = self.start
        lines = [f" {canonical(key)}:{canonical(value)}," for key, value in head.items()]
        log = ",\n".join(f"  {canonical(entry)}" for entry in self.log)
        marks = canonical([[count, mark] for count, mark in self.marks])
        tail = f' "log":[\n{log}\n ],\n "marks":{marks},\n "result":{canonical(self.result)}'
        return "{\n" + "\n".join(lines) + "\n" + tail + "\n}\n"


def record_of(play: Play, seats: list[str], notes: dict[str, object] | None = None) -> Record:
    """The record of a game as it stands, with a mark every MARK_EVERY entries and one at the end."""
    marks = [(count, fingerprint(play.at(count))) for count in range(MARK_EVERY, len(play.log), MARK_EVERY)]
    marks.append((len(play.log), fingerprint(play.state)))
    result = play.state.result()
    return Record(
        play.game.id,
        play.game.version,
        play.game.options,
        seats,
        play.log,
        marks,
        result.to_json() if result is not None else None,
        notes if notes is not None else {},
        play.start,
    )


def read_record(text: str) -> Record:
    """Parse a record's text; raises BadRecord with the place and the reason."""
    try:
        data = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise BadRecord("file", f"is not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord("format", f"is not {FORMAT!r}")
    if data.get("format_version") != FORMAT_VERSION:
        raise BadRecord("format_version", f"is {data.get('format_version')!r}; this program reads {FORMAT_VERSION}")
    return Record(
        _field(data, "game", str),
        _field(data, "rules", int),
        _field(data, "options", dict),
        [str(name) for name in _field(data, "seats", list)],
        _read_log(_field(data, "log", list)),
        _read_marks(_field(data, "marks", list)),
        _field(data, "result", dict) if data.get("result") is not None else None,
        _field(data, "notes", dict),
        _field(data, "start", dict) if "start" in data else None,
    )


def _finite(number: str) -> float:
    """Numbers that JSON does not know (NaN, Infinity, 1e999) would not read back."""
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number} is not a number")
    return value


def _field(data: dict[str, object], name: str, kind: type[T]) -> T:
    if name not in data:
        raise BadRecord(name, "is missing")
    value = data[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRecord(name, f"is not of type {kind.__name__}")
    return value


def _read_log(log: list[object]) -> list[Entry]:
    for index, entry in enumerate(log):
        if not isinstance(entry, list) or len(entry) != 2:
            raise BadRecord(f"log entry {index}", "is not a pair [who, what]")
    return [entry for entry in log if isinstance(entry, list)]


def _read_marks(marks: list[object]) -> list[tuple[int, str]]:
    read: list[tuple[int, str]] = []
    for index, mark in enumerate(marks):
        if not (isinstance(mark, list) and len(mark) == 2 and type(mark[0]) is int and isinstance(mark[1], str)):
            raise BadRecord(f"mark {index}", "is not a pair [number of entries, fingerprint]")
        if mark[0] <= (read[-1][0] if read else -1):
            raise BadRecord(f"mark {index}", f"stands after {mark[0]} entries, which is not after the mark before it")
        read.append((mark[0], mark[1]))
    return read
