"""What an event has come to: marks, draws and the classification, worked out from its journal alone."""

from __future__ import annotations

from functools import cached_property

from parcferme.core.trial import DISQUALIFIED
from parcferme.organise.classification import Classification, classify
from parcferme.organise.draws import Tables, tables_of
from parcferme.organise.event import Event
from parcferme.organise.marking import Marks, mark_all
from parcferme.organise.regulations import TRIAL
from parcferme.organise.rounds import match_standings
from parcferme.organise.standings import Standing


class Outcome:
    """Everything official about an event. Marks that were made before may be brought along."""

    def __init__(self, event: Event, marks: Marks) -> None:
        self.event = event
        self.marks = marks

    @cached_property
    def drawn(self) -> list[Tables]:
        return [tables_of(self.event, number) for number in range(1, len(self.event.rounds) + 1)]

    @cached_property
    def classification(self) -> Classification | None:
        """Of a trial."""
        return classify(self.event, self.marks) if self.event.regulations.kind == TRIAL else None

    @cached_property
    def standings(self) -> list[Standing]:
        """Of a match event."""
        return match_standings(self.event, self.drawn)

    def places(self, klass: str = "") -> dict[str, int]:
        """Places by the names of those who took part, overall or in a class; 0: not classified."""
        if self.classification is None:
            return {self.event.entries[line.who].name: line.place for line in self._lines(klass)}
        return {row.drive.entry.name: row.place for row in self.classification.rows(klass)}

    def disqualified(self, klass: str = "") -> set[str]:
        """The names of those who were, of a trial."""
        if self.classification is None:
            return set()
        rows = self.classification.rows(klass)
        return {row.drive.entry.name for row in rows if row.drive.mark.status == DISQUALIFIED}

    def _lines(self, klass: str) -> list[Standing]:
        entries = self.event.entries
        return [line for line in self.standings if not klass or entries[line.who].klass == klass]

    def names(self, klass: str = "") -> list[str]:
        return list(self.places(klass))


def outcome_of(event: Event) -> Outcome:
    """With every mark made anew."""
    return Outcome(event, mark_all(event))
