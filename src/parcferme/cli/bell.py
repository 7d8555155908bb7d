"""The playing time that was agreed (`Game.bell`), kept at this terminal and over several sittings."""

from __future__ import annotations

from time import monotonic

from parcferme.core.contract import Game, State

PLAYED = "played_seconds"  # the note of a record that says how long its earlier sittings were


class Bell:
    """Rings once the agreed minutes have been played; never where none were agreed."""

    def __init__(self, game: Game, notes: dict[str, object]) -> None:
        played = notes.get(PLAYED)
        agreed = game.bell()
        self.notes = notes
        self.minutes = agreed[0] if agreed is not None else 0
        self.action = agreed[1] if agreed is not None else -1
        self.call = game.format(self.action) if agreed is not None else ""
        self.began = monotonic() - (played if isinstance(played, int) and played > 0 else 0)

    def left(self) -> int:
        """Seconds until it rings."""
        return max(0, self.minutes * 60 - self._played())

    def callers(self, state: State, seats: int) -> list[int]:
        """The seats it calls time for now: none before it rings."""
        if not self.call or self.left() > 0:
            return []
        return [seat for seat in range(seats) if self.action in state.interrupts(seat)]

    def rang(self, what: object) -> bool:
        """Was this entry of the log the bell, and nobody's own decision?"""
        return bool(self.call) and what == self.call and self.left() == 0

    def note(self) -> None:
        """Write down how long has been played, for the next sitting."""
        if self.call:
            self.notes[PLAYED] = self._played()

    def _played(self) -> int:
        return int(monotonic() - self.began)
