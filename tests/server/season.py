"""A season of six events over five games, played by scripted people and bots through a running server, which is cut
short at changes of state. `benchmarks/server/season.py` runs the long one, where the server is killed at each of them
and every table is played out."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from sqlalchemy import update

from parcferme.core.contract import CHANCE, JOINT, OVER
from parcferme.core.errors import BadRecord
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import bots, meta
from parcferme.games.rally_round.par.drive_sheet import sheet_of_log
from parcferme.games.rally_round.par.sheets import to_csv
from parcferme.games.rally_round.rules import RallyGame
from parcferme.organise.tasks import Task, trial_of
from parcferme.organise.verify import verify
from parcferme.server.ops.settings import Settings
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import tables
from tests.games.rally_round.samples import ODILE
from tests.server.house import House, Json, Person, Spawned, rewind, wait_for
from tests.server.rally import BEFORE, CLOSES, DAY, DICE, OPENS, ROUND, Rally, at

WINDOW: Json = {"opens": OPENS, "closes": CLOSES, "protest_days": 1}
EVENTS: dict[str, Json] = {
    "round": {**ROUND, **WINDOW, "classes": ["novice", "expert"]},
    "night": {**ROUND, **WINDOW, "title": "Night rally"},
    "dice": {**DICE, **WINDOW},
    "moon": {**WINDOW, "title": "Tycho Gates", "game": "lunar_rally"},
    "race": {**WINDOW, "title": "Hill climb", "game": "rally", "submissions": 1},
    "code": {**WINDOW, "title": "Code league", "kind": "match", "game": "rallye_code", "rounds": 1, "seats": 3},
}
FINAL = "2096-11-19T12:00:01Z"
PEOPLE = 6  # the crews that type their sheets; of the others every second is a bot


class Season:
    """Six events that run at the same time; `cuts`: at the changes of how many of them the server is cut short;
    `drivers`: how many crews drive with the events' dice; `played`: … tables of the match event are played to their end
    besides that of the crew that does not come; none: the results of all are noted by hand."""

    def __init__(
        self, house: House | Spawned, crews: int, cuts: int = 1, drivers: int = 1, played: int | None = None
    ) -> None:
        self.house = house
        self.names = [f"Crew {number:02}" for number in range(crews)]
        self.cuts = cuts
        self.drivers = drivers
        self.played = played
        self.restarts = 0
        self.moment = BEFORE
        self.rallies = {name: Rally(house, lines, "public", announced=False) for name, lines in EVENTS.items()}
        self.people = {name: house.person() for name in self.names}
        self.host = self.rallies["round"].host

    # The server

    def at(self, moment: str, status: str) -> None:
        """The time of all events comes, and the server is cut short."""
        self.house.cut_short(lambda: at(self.house, moment), 1.0)
        at(self.house, moment)
        self.restarts += 1
        for rally in self.rallies.values():
            wait_for(lambda it=rally: it.info()["status"] == status)  # type: ignore[misc]

    def step(self, what: str, status: str) -> None:
        """Every organiser takes a step. Who got no answer looks how it stands, and asks again if nothing was done."""
        for number, rally in enumerate(self.rallies.values()):
            if number < self.cuts and rally.info()["status"] != status:
                self.house.cut_short(lambda it=rally: it.host.post(f"{it.url}/{what}"))  # type: ignore[misc]
                at(self.house, self.moment)
                self.restarts += 1
            if rally.info()["status"] != status:
                rally.host.post(f"{rally.url}/{what}")
            assert rally.info()["status"] == status

    # The people

    def enter(self) -> None:
        for number, (name, person) in enumerate(self.people.items()):
            for which, rally in self.rallies.items():
                klass = ("novice", "expert")[number % 2] if which == "round" else ""
                person.post(f"{rally.url}/enter", {"name": name, "klass": klass})
                rally.crews[name] = person

    # What they drive

    def drive(self) -> None:
        """Sheets, drives at a table, records; the last crew never comes."""
        for number, name in enumerate(self.names[:-1]):
            self.rallies["round"].hand_in(name, self.sheet(number, name))
            self.rallies["night"].hand_in(name, ODILE.format(name=name, third="20"))
            self.rallies["moon"].hand_in(name, self.record("moon", name, number), kind="record")
        for which in ("dice", "race"):
            for name in self.names[: self.drivers]:
                self.drive_at_a_table(which, name)

    def sheet(self, number: int, name: str) -> str:
        """Three are tied, the other people have a wrong cell."""
        if self.is_bot(number):
            task, play = self.driven("round", number)
            assert isinstance(task.game, RallyGame)
            return to_csv(sheet_of_log(task.game, play.log, name))
        return ODILE.format(name=name, third="20" if number < 3 else "10")

    def is_bot(self, number: int) -> bool:
        return number >= PEOPLE and number % 2 == 1

    def record(self, which: str, name: str, number: int) -> str:
        return record_of(self.driven(which, number)[1], [name]).to_text()

    def driven(self, which: str, number: int) -> tuple[Task, Play]:
        """A drive where nothing is rolled: a bot's, or one by chance choices."""
        game = str(EVENTS[which]["game"])
        task = Task(game, meta(game).version, trial_of(game).task({}), 0)
        play, rng = Play(task.game), Random(number)
        bot = bots(game)["novice"](task.game, rng) if self.is_bot(number) else None
        while play.state.kind() != OVER:
            seats = play.state.to_act()
            if play.state.kind() == CHANCE:
                assert len(play.state.chance()) == 1
                play.happen(play.state.draw(0.0))
                continue
            chosen = [
                bot.choose(play.state.copy(), seat) if bot is not None else rng.choice(play.state.legal(seat))
                for seat in seats
            ]
            if play.state.kind() == JOINT:
                play.act_jointly(chosen)
            else:
                play.act(seats[0], chosen[0])
        return task, play

    def drive_at_a_table(self, which: str, name: str) -> None:
        """With the event's dice, to the end."""
        rally, person = self.rallies[which], self.people[name]
        table, rng = person.post(f"{rally.url}/drives")["table"], Random(name)
        for moves in range(4_000):
            position = person.position(table)
            if position["status"] != "playing" or (moves % 10 == 9 and _done(person, rally)):
                break
            person.act(table, rng.choice(position["actions"])["notation"], position["node"])
        person.post(f"{rally.url}/papers", {"kind": "drive", "attempt": 1}, 201)

    # What the organisers do

    def change_a_target(self) -> None:
        """Regularity by the printed speed: RTC3's target is another, and every sheet is marked by it."""
        rally = self.rallies["night"]
        before = rally.info()["options"]
        changes = {"options": {**before, "printed_regularity": True}}
        told = rally.host.post(f"{rally.url}/bulletins", {"text": "Regularity as printed", "changes": changes})
        assert told["version"] == 2

    def draw(self) -> None:
        """A round of tables of three. The last crew does not appear, at tables that are noted by hand the last one."""
        drawn = self.rallies["code"].host.post(f"{self.rallies['code'].url}/rounds")["drawn"][0]["tables"]
        left = self.played
        for number, table in enumerate(drawn):
            if left is not None and (left > 0 or self.names[-1] in table["seats"]):
                left -= self.names[-1] not in table["seats"]
                self.play_table(number, table)
            else:
                self.note_result(number, table)

    def play_table(self, number: int, table: Json) -> None:
        here = [self.people[name] for name in table["seats"] if name != self.names[-1]]
        self.play_out(table["table"], here)
        wait_for(lambda: self.told_of(number)["done"])
        absent = [name for name in table["seats"] if name == self.names[-1]]
        assert self.told_of(number)["absent"] == absent

    def told_of(self, table: int) -> Json:
        told: Json = self.rallies["code"].info()["drawn"][0]["tables"][table]
        return told

    def note_result(self, number: int, table: Json) -> None:
        rally, last = self.rallies["code"], self.people[table["seats"][-1]]
        places = list(range(1, len(table["seats"]) + 1))
        absent = [rally.info(last)["yours"]["crew"]]
        body = {"round": 1, "table": number + 1, "places": places, "absent": absent}
        rally.host.post(f"{rally.url}/tables", body)

    def play_out(self, table: str, here: list[Person]) -> None:
        """By chance choices. Where all wait for somebody who does not come, the time for the decision passes, and a
        bot drives for them from then on."""
        rng, seats = Random(table), here[0].get(f"/api/tables/{table}")["seats"]
        waits_for_a_bot = len(here) == len(seats)
        while here[0].get(f"/api/tables/{table}")["status"] == "playing":
            moved = [person for person in here if self.act(person, table, rng)]
            if not moved and not waits_for_a_bot:
                waits_for_a_bot = True
                self.pass_time(table, 4 * DAY)

    def act(self, person: Person, table: str, rng: Random) -> bool:
        position = person.position(table)
        if position["actions"]:
            person.act(table, rng.choice(position["actions"])["notation"], position["node"])
        return bool(position["actions"])

    def pass_time(self, table: str, milliseconds: int) -> None:
        """At one table; a server in a process of its own is killed for it."""
        if isinstance(self.house, House):
            rewind(self.house, table, milliseconds / 1000)
            return
        self.house.kill()
        engine = open_engine(Settings(database=self.house.database).database_url())
        with engine.begin() as connection:
            connection.execute(update(tables).where(tables.c.id == table).values(shift=tables.c.shift - milliseconds))
        engine.dispose()
        self.house.start()
        self.restarts += 1

    def late(self) -> Json:
        refused: Json = self.rallies["round"].hand_in(self.names[-1], ODILE.format(name="x", third="20"), 409)
        return refused

    def mark(self) -> None:
        for rally in self.rallies.values():
            wait_for(lambda it=rally: it.info()["waiting"] == 0, 120)  # type: ignore[misc]

    def protest(self) -> None:
        """Somebody protests against the fourth crew, whose wrong cell turns out to be a false entry; and against the
        own result, in vain."""
        rally, against = self.rallies["round"], self.rallies["round"].info(self.people[self.names[3]])["yours"]["crew"]
        first = self.people[self.names[0]]
        first.post(f"{rally.url}/protests", {"against": against, "text": "Another kit"})
        first.post(f"{rally.url}/protests", {"against": rally.info(first)["yours"]["crew"], "text": "Alone ahead"})
        rally.host.post(f"{rally.url}/rulings", {"number": 1, "upheld": True, "text": "So it was"})
        assert rally.host.post(f"{rally.url}/final", status=409)["code"] == "protests_open"
        rally.host.post(f"{rally.url}/rulings", {"number": 2, "upheld": False, "text": "All three were equal"})
        verdict = {"crew": against, "number": 1, "verdict": "false_entry", "text": "The kit was another"}
        rally.host.post(f"{rally.url}/decisions", verdict)

    def files(self) -> dict[str, str]:
        return {name: self.host.http.get(f"{rally.url}/file").text for name, rally in self.rallies.items()}

    def championship(self) -> Json:
        events = [rally.id for rally in self.rallies.values()]
        made: Json = self.host.post("/api/championships", {"title": "Cup", "events": events, "best": 4}, 201)
        return made

    def play(self) -> None:
        """From the announcement to final results."""
        self.step("announce", "announced")
        self.enter()
        self.at(OPENS, "open")
        self.drive_until_closed()
        self.step("publish", "provisional")
        self.protest()
        self.moment = FINAL
        at(self.house, FINAL)
        self.step("final", "final")

    def drive_until_closed(self) -> None:
        """Everybody, while a target changes; who comes later is refused, and what is there is marked."""
        self.drive()
        self.change_a_target()
        self.draw()
        self.at(CLOSES, "closed")
        assert self.late()["code"] == "too_late"
        self.mark()
        self.moment = CLOSES


def _done(person: Person, rally: Rally) -> bool:
    drives = person.get(f"{rally.url}/drives")["drives"]
    return bool(drives and drives[0]["done"])


def numbers(value: Any, path: str = "") -> list[str]:
    """Where numbers stand in a file, but for its journal, whose chain is another test's."""
    if isinstance(value, dict):
        return [found for key, inner in value.items() for found in numbers(inner, f"{path}.{key}" if path else key)]
    if isinstance(value, list):
        return [found for n, inner in enumerate(value) for found in numbers(inner, f"{path}[{n}]")]
    return [path] if isinstance(value, int) and not isinstance(value, bool) else []


def spoilt(text: str, path: str) -> str:
    """The file with the number at this place changed by one."""
    document = json.loads(text)
    parts = path.replace("[", ".[").split(".")
    inner: Any = document
    for part in parts[:-1]:
        inner = inner[int(part[1:-1])] if part.startswith("[") else inner[part]
    last: Any = int(parts[-1][1:-1]) if parts[-1].startswith("[") else parts[-1]
    inner[last] += 1
    return json.dumps(document)


def refusal_of(text: str) -> str:
    """Where a file is refused; '' where it holds."""
    try:
        verify(text)
    except BadRecord as error:
        return error.place
    return ""
