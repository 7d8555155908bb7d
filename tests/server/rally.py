"""Events on a running server, for tests: a clock to be set, an organiser, crews."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import update

from parcferme.organise.moments import read_moment
from parcferme.server.ops.settings import Settings
from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import people
from tests.server.house import House, Json, Person, Spawned, wait_for

PASSWORD = "correct horse"
BEFORE = "2096-11-17T08:00:00Z"
OPENS = "2096-11-17T12:00:00Z"
CLOSES = "2096-11-18T12:00:00Z"
DAY = 86_400_000
ROUND: Json = {"title": "Club rally", "game": "rally_round", "opens": OPENS, "closes": CLOSES, "classes": []}
DICE: Json = {
    "title": "Rallyman cup",
    "game": "rallyman",
    "opens": OPENS,
    "closes": CLOSES,
    "legs": 1,
    "submissions": 2,
    "options": {"stages": ["J1-J4"] * 3, "sisu": False},
}
CODE: Json = {
    "title": "Code league",
    "kind": "match",
    "game": "rallye_code",
    "opens": OPENS,
    "closes": CLOSES,
    "rounds": 2,
    "seats": 2,
}
MATCH: Json = {**CODE, "title": "Toy league", "game": "toy_dash", "options": {"length": 2}}


class SetClock:
    """A calendar that shows what it is told."""

    def __init__(self, at: str) -> None:
        self.at = read_moment("at", at)

    def now(self) -> int:
        return self.at


def at(house: House | Spawned, moment: str) -> None:
    """It is this time now, and the clock has been looked at; in a process of its own it will be in a moment."""
    if isinstance(house, Spawned):
        shown = Path(house.environment["SET_CLOCK"])
        shown.with_suffix(".next").write_text(str(read_moment("at", moment)))
        shown.with_suffix(".next").replace(shown)  # nobody looks at a clock that shows nothing
        return
    clock: Any = SetClock(moment)
    house.server.events.calendar = clock
    house.run(house.server.events.tick())


def account(house: House | Spawned, name: str) -> Person:
    person = house.person()
    person.post("/api/account", {"name": name, "password": PASSWORD}, 201)
    return person


class Rally:
    """An event, its organiser, and the crews that have entered."""

    def __init__(
        self,
        house: House | Spawned,
        regulations: Json,
        visibility: str = "private",
        *crews: str,
        announced: bool = True,
    ) -> None:
        self.house = house
        at(house, BEFORE)
        self.host = account(house, f"Host {len(house.people)}")
        if visibility == "public":
            me = self.host.get("/api/account")["id"]
            admin = administrator(house)
            admin.post(f"/api/people/{me}/role", {"role": "organiser"})
        made = self.host.post("/api/events", {"regulations": regulations, "visibility": visibility}, 201)
        self.id: str = made["id"]
        self.key: str = made["key"]
        self.url = f"/api/events/{self.id}"
        self.crews: dict[str, Person] = {}
        if announced:
            self.host.post(f"{self.url}/announce")
            self.crews = {name: self.enter(name) for name in crews}

    def enter(self, name: str, klass: str = "") -> Person:
        person = self.house.person()
        person.post(f"{self.url}/enter", {"name": name, "key": self.key, "klass": klass})
        return person

    def crew(self, name: str) -> str:
        """What an entry is called in the file."""
        return str(self.info(self.crews[name])["yours"]["crew"])

    def open(self) -> Rally:
        at(self.house, OPENS)
        return self

    def close(self) -> Rally:
        at(self.house, CLOSES)
        return self

    def info(self, person: Person | None = None) -> Json:
        told: Json = (person or self.host).get(f"{self.url}?key={self.key}")
        return told

    def hand_in(self, name: str, text: str, status: int = 201, kind: str = "sheet") -> Json:
        told: Json = self.crews[name].post(f"{self.url}/papers", {"kind": kind, "text": text}, status)
        return told

    def marked(self) -> None:
        """Every paper is marked."""
        assert isinstance(self.house, House)
        events = self.house.server.events
        wait_for(lambda: self.id not in events.held or not events.held[self.id].waiting())


def administrator(house: House | Spawned) -> Person:
    """Somebody who gives roles."""
    admin = account(house, f"Admin {len(house.people)}")
    me = admin.get("/api/account")["id"]
    engine = open_engine(Settings(database=house.database).database_url())
    with engine.begin() as connection:
        connection.execute(update(people).where(people.c.id == me).values(role="admin"))
    engine.dispose()
    return admin


def sheet(kit: str, *first: int) -> str:
    """A sheet that says a little: a kit, and some speeds in its first row."""
    cells = ",".join(map(str, first))
    return f"Crew,X\nKit,{kit}\nRoute to,Distance,Target,Taken,Penalty,1,2,3,4\nTC2,19,7,,,{cells}\n"


KIT = "S3 A5 D2 DR3 N3 E4"


def drive_to_the_end(person: Person, rally: Rally) -> tuple[str, int]:
    """The first action offered, again and again, until the drive is done."""
    drive = person.post(f"{rally.url}/drives")
    table = drive["table"]
    while not person.get(f"{rally.url}/drives")["drives"][0]["done"]:
        for _ in range(6):
            position = person.position(table)
            if position["status"] == "playing":
                person.act(table, position["actions"][0]["notation"], position["node"])
    return table, drive["attempt"]
