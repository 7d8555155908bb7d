"""Non-interference over the wire: two matches on one server that differ only in a secret send the same bytes to
everybody who must not know it: live lines, positions, events, logs, frames, records, table pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from parcferme.table.table import Table
from tests.server.house import House, Person

HIDDEN = [
    ("toy_hide", {}, [("hide:0", "hide:xxx3"), ("hide:x1", "hide:x1")]),
    ("toy_bids", {"kept": 1, "rounds": 4}, [("bid:0", "bid:3333"), ("bid:11", "bid:11")]),
    ("toy_bids", {"rounds": 4}, [("bid:0", "bid:3333")]),  # sealed, not yet opened
]
CALLS = ["", "/position", "/position?lang=en&odds=true", "/events?since=0", "/record", "/frames", "/chat"]
CALLS += ["/frames?changes=true"]


class Side:
    """One of the two matches: Ann has the secret, Bob and a spectator must not know it."""

    def __init__(self, house: House, game: str, options: dict[str, object]) -> None:
        self.ann, self.bob, self.watcher = house.person(), house.person(), house.person()
        self.made = self.ann.open(game, options=options, name="Ann")
        self.id = self.made["id"]
        self.lines = [self.watcher.line(self.id, "?odds=1&lang=en")]
        self.lines[-1].caught_up()  # so that everybody comes in the same order at both tables
        self.bob.join(self.id, name="Bob")
        for query in ("", "?odds=1", "?changes=1"):
            self.lines.append(self.bob.line(self.id, query))
            self.lines[-1].caught_up()
        self.rooms = house.server.tables.rooms

    @property
    def table(self) -> Table:
        """As the server holds it now: after a stall it reads its tables anew."""
        return self.rooms[self.id].table

    def act(self, person: Person, action: str, node: int, client: str) -> None:
        person.post(f"/api/tables/{self.id}/act", {"node": node, "action": action, "id": client})

    def told(self) -> list[str]:
        """Everything the two have been sent, and every page they can ask for, as text without what names the table."""
        for line in self.lines:
            line.caught_up()
        pages = [p.http.get(f"/api/tables/{self.id}{call}") for p in (self.bob, self.watcher) for call in CALLS]
        sizes = [str(len(page.content)) for page in pages]
        heard = [str(m) for line in self.lines for m in line.kept if m["type"] != "ok"]
        return [*sizes, *[_masked(self, page.text) for page in pages], *[_masked(self, text) for text in heard]]


def _masked(side: Side, text: str) -> str:
    """Ids, keys and times differ from table to table whatever the players do."""
    text = re.sub(r'(\bkey"?[:=] ?"?)[0-9a-f]{32}', r"\1KEY", text.replace(side.id, "TABLE"))
    for seat, name in ((0, "ANN"), (1, "BOB")):
        text = text.replace(side.table.seats[seat].person, name)
    return re.sub(r'(created_at"?\'?: ?)\d+', r"\1T", text)


@pytest.fixture
def sides(shared: House, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Side, Side]]:
    """Two matches with the same dice."""
    monkeypatch.setattr("parcferme.server.api.tables.new_secret", lambda: bytes(32))
    return lambda game, options: (Side(shared, game, options), Side(shared, game, options))


@pytest.mark.parametrize(("game", "options", "choices"), HIDDEN)
def test_secrets_do_not_reach_the_wire(
    sides: Callable[..., tuple[Side, Side]], game: str, options: dict[str, object], choices: list[tuple[str, str]]
) -> None:
    one, two = sides(game, options)
    assert one.told() == two.told()
    joint = game == "toy_bids"
    for turn, (first, second) in enumerate(choices):
        node = 0 if joint else turn
        for side, action in ((one, first), (two, second)):
            side.act(side.ann if turn == 0 else side.bob, action, node, f"c{turn}")
    if joint and len(choices) == 1:  # replacing a sealed choice is silent, too
        before = one.watcher.lobby("?status=playing")
        one.act(one.ann, "bid:222", 0, "again")
        assert one.watcher.lobby("?status=playing") == before
    else:
        own = [side.ann.http.get(f"/api/tables/{side.id}/position").text for side in (one, two)]
        assert own[0] != own[1]  # the secrets do differ
    assert one.told() == two.told()


@pytest.mark.parametrize(
    ("game", "what"), [("lunar_rally", "a program, sealed and then face down"), ("rally", "a mechanic, hidden")]
)
def test_secrets_of_the_games_do_not_reach_the_wire(
    sides: Callable[..., tuple[Side, Side]], game: str, what: str
) -> None:
    """Both matches play the first action offered until Ann has a secret choice, and choose differently there."""
    one, two = sides(game, {"players": 2})
    compared = 0
    for move in range(400):
        asked = one.table.owing()[0]
        assert two.table.owing()[0] == asked
        legal = one.table.play.state.legal(asked)
        secret = [action for action in legal if one.table.game.secret(action)]
        differ = asked == 0 and len(secret) > 1
        for side, action in ((one, (secret or legal)[0]), (two, (secret or legal)[-1 if differ else 0])):
            person = side.ann if asked == 0 else side.bob
            side.act(person, side.table.game.format(action), side.table.node, f"m{move}")
        if differ or compared:
            if one.table.play.state.view(1) != two.table.play.state.view(1):
                break  # the rules have turned it face up
            assert one.table.play.state.dump() != two.table.play.state.dump() or one.table.sealed != two.table.sealed
            assert one.told() == two.told(), what
            compared += 1
        if compared == 4:
            break
    assert compared >= 1
