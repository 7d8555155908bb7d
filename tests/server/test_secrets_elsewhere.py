"""Non-interference beyond the table itself: of two running matches that differ only in a secret, all pages about people
and tables say the same to a friend, a member of the host's club, a program with a token, and a stranger: watching,
profiles, ladders, friends, clubs, invitations, what a shared link or a frame shows, and what leaves by webhook."""

from __future__ import annotations

import json
import re

import pytest

from tests.server.house import House, Json, Person
from tests.server.test_friends import befriend, club
from tests.server.test_secrets import HIDDEN
from tests.server.test_telling import DAY, Posted, account, hooked

FIRST = bytes(32)  # the same dice at both tables
CHOICES = [*HIDDEN[0][2], *HIDDEN[1][2]]


class Side:
    """A match at which Ann has a secret. Bob sits there, too; a friend and fellow club member of Ann's looks about."""

    def __init__(self, house: House, number: int, game: str, options: dict[str, object]) -> None:
        self.house, self.number = house, number
        self.ann, self.bob = account(house, f"Anouk {number}"), hooked(house, f"Bruno {number}")
        self.friend, self.stranger = account(house, f"Freda {number}"), house.person()
        befriend(self.ann, f"Freda {number}")
        befriend(self.friend, f"Anouk {number}", "accept")
        self.club = club(self.ann, f"Stages {number}")
        self.friend.post(f"/api/clubs/{self.club['id']}/join", {"key": self.club["key"]})
        token = self.friend.post("/api/account/tokens", {"label": "bot", "scopes": ["read", "play"]}, 201)["token"]
        self.program = house.person(token)
        self.table: str = self.ann.open(game, options=options, pace={"kind": "correspondence", "days": 3})["id"]
        self.ann.post(f"/api/clubs/{self.club['id']}/tables", {"table": self.table})
        self.ann.post(f"/api/tables/{self.table}/invite", {"person": f"Freda {number}"})
        self.bob.join(self.table)

    def act(self, person: Person, action: str, node: int) -> None:
        person.post(f"/api/tables/{self.table}/act", {"node": node, "action": action, "id": f"n{node}"})

    def pages(self) -> list[str]:
        table, name, club = self.table, f"Anouk {self.number}", self.club["id"]
        game = self.house.server.tables.rooms[table].table.game.id
        everybody = [f"/table/{table}", f"/embed/{table}", f"/replay/{table}", f"/review/{table}"]
        everybody += [f"/api/people/{name}{part}" for part in ("", "/matches", f"/games/{game}", f"/bests/{game}")]
        everybody += [f"/api/tables/{table}{part}" for part in ("", "/review", "/review?stage=1", "/events?since=0")]
        everybody += [f"/api/ladders/{game}/ratings", f"/api/tables/{table}/frames"]
        own = [f"/api/clubs/{club}{part}" for part in ("", "/tables", "/events", f"/standings/{game}")]
        own += ["/api/friends", "/api/invitations", "/api/tables/mine", "/api/account/export"]
        readers = {self.friend: everybody + own, self.program: everybody + own, self.stranger: everybody}
        return [person.http.get(path).text for person, paths in readers.items() for path in paths]

    def listed(self) -> str:
        """This table where all are listed."""
        found: list[Json] = [
            *self.stranger.get("/api/watch?limit=12")["tables"],
            *self.stranger.lobby("?status=playing"),
        ]
        return json.dumps([one for one in found if one["id"] == self.table])

    def refusals(self) -> list[str]:
        """What nobody may do with a running match."""
        puzzle = {"table": self.table, "at": 1, "seat": 0}
        return [
            person.http.post(path, json=body).text
            for person in (self.friend, self.program, self.stranger)
            for path, body in (("/api/puzzles", puzzle), (f"/api/tables/{self.table}/hint", {"node": 1, "seat": 0}))
        ]

    def told(self, letters: list[str]) -> list[str]:
        mine = [text for text in letters if self.table in text]
        return [self._masked(text) for text in [*self.pages(), self.listed(), *self.refusals(), *mine]]

    def _masked(self, text: str) -> str:
        """Ids, keys, times and names are each match's own."""
        ids = {one.get("/api/account")["id"]: who for one, who in ((self.ann, "ANN"), (self.bob, "BOB"))}
        for id, who in {**ids, self.table: "TABLE", self.club["id"]: "CLUB"}.items():
            text = text.replace(id, who)
        text = re.sub(r"\b(Anouk|Bruno|Freda|Stages) \d", r"\1", text)
        return re.sub(r"\b[0-9a-f]{16,64}\b|\b\d{6,}\b|\"idle\": \d+|\"plate\": ?\d", "…", text)


def both(posted: Posted, *sides: Side) -> list[list[str]]:
    posted.kinds(DAY)
    letters = sorted(str(content) for url, content, _ in posted.calls if url.endswith("/hook"))
    return [side.told(letters) for side in sides]


@pytest.fixture
def posted(house: House, monkeypatch: pytest.MonkeyPatch) -> Posted:
    monkeypatch.setattr("parcferme.server.api.tables.new_secret", lambda: FIRST)
    return Posted(house, monkeypatch)


@pytest.mark.parametrize(("game", "options", "choices"), HIDDEN)
def test_no_page_elsewhere_tells_a_running_matchs_secret(
    house: House, posted: Posted, game: str, options: dict[str, object], choices: list[tuple[str, str]]
) -> None:
    one, two = Side(house, 1, game, options), Side(house, 2, game, options)
    for turn, actions in enumerate(choices):
        for side, action in zip((one, two), actions, strict=True):
            side.act(side.ann if turn == 0 else side.bob, action, 0 if game == "toy_bids" else turn)
        mine = [side.ann.http.get(f"/api/tables/{side.table}/position").text for side in (one, two)]
        assert turn or mine[0] != mine[1], "the secrets do differ"
        told = both(posted, one, two)
        assert told[0] == told[1]


def test_a_difference_would_be_seen(house: House, posted: Posted) -> None:
    one, two = Side(house, 1, "toy_dash", {}), Side(house, 2, "toy_dash", {})
    one.act(one.ann, "gear:1", 0)
    two.act(two.ann, "gear:2", 0)
    told = both(posted, one, two)
    assert told[0] != told[1]
