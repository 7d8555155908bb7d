"""Events without a server: commands are folded as soon as they are granted."""

from __future__ import annotations

from random import Random

from parcferme.core.contract import CHANCE, OVER
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.organise import commands, desk
from parcferme.organise.dice import dice_of, next_roll
from parcferme.organise.event import RECORD, Event
from parcferme.organise.journal import Note
from parcferme.organise.marking import Marks, mark_all
from parcferme.organise.outcome import Outcome

SECRET = bytes(range(32))
HOST = "host"
JUDGE = desk.Judge(HOST, HOST)
OPENS = "2026-11-17T12:00:00Z"
CLOSES = "2026-11-18T12:00:00Z"
RALLYMAN: dict[str, object] = {
    "title": "Rallyman cup",
    "game": "rallyman",
    "organiser": HOST,
    "opens": OPENS,
    "closes": CLOSES,
    "legs": 1,
    "options": {"stages": ["J1-J4"] * 3, "sisu": False},
}
ROUND: dict[str, object] = {
    "title": "Club rally",
    "game": "rally_round",
    "organiser": HOST,
    "opens": OPENS,
    "closes": CLOSES,
}
CODE: dict[str, object] = {
    "title": "Code league",
    "kind": "match",
    "game": "rallye_code",
    "organiser": HOST,
    "opens": OPENS,
    "closes": CLOSES,
    "rounds": 3,
    "seats": 3,
    "draw": "ladder",
}


class Desk:
    """An event and the moment."""

    def __init__(self, regulations: dict[str, object], secret: bytes = SECRET, id: str = "cup") -> None:
        self.event = Event(id, secret, {})
        self.now = 1_000
        self.do(commands.write(self.event, regulations, {}, HOST, self.now))
        self.do(commands.announce(self.event, HOST, self.now))

    def do(self, note: Note | None) -> Note:
        assert note is not None
        self.event.fold(note)
        return note

    def enter(self, *names: str, klass: str = "") -> Desk:
        for name in names:
            self.do(commands.enter(self.event, name, name.title(), klass, f"person-{name}", self.now))
        return self

    def open(self) -> Desk:
        self.now = self.event.regulations.opens + 1
        self.do(commands.due(self.event, self.now))
        return self

    def hand_in(self, name: str, kind: str, text: str, attempt: int = 0) -> Note:
        person = f"person-{name}"
        return self.do(commands.submit(self.event, kind, text, person, self.now, self.now, attempt))

    def drive(self, name: str, seed: int = 0, attempt: int = 1) -> Note:
        """A drive by chance choices, with the event's dice."""
        self.do(commands.begin(self.event, f"person-{name}", self.now))
        return self.hand_in(name, RECORD, driven(self.event, name, attempt, seed), attempt)

    def close(self) -> Desk:
        self.now = self.event.regulations.closes + 1
        self.do(commands.due(self.event, self.now))
        return self

    def publish(self) -> Desk:
        self.do(commands.publish(self.event, HOST, self.now))
        return self

    def finish(self) -> Desk:
        self.now = commands.protests_until(self.event)
        self.do(commands.finalise(self.event, HOST, self.now))
        return self

    def result(self, round: int, table: int, places: list[int], *absent: str) -> Note:
        return self.do(desk.table_result(self.event, round, table, places, list(absent), HOST, self.now))

    def marks(self) -> Marks:
        return mark_all(self.event)

    def outcome(self) -> Outcome:
        return Outcome(self.event, self.marks())


def drive_alone(event: Event, name: str, attempt: int, seed: int) -> Play:
    """To where the trial ends, by chance choices."""
    task, rng = event.regulations.task(), Random(seed)
    play = Play(task.game)
    assert event.secret is not None
    dice = dice_of(event.secret, event.regulations.dice, name, attempt)
    while play.state.kind() != OVER and task.trial.judge(task.game, play.log, task.legs) is None:
        if play.state.kind() == CHANCE:
            play.happen(next_roll(play, dice))
        else:
            play.act(0, rng.choice(play.state.legal(0)))
    return play


def driven(event: Event, name: str, attempt: int, seed: int) -> str:
    return record_of(drive_alone(event, name, attempt, seed), [name]).to_text()
