"""Non-interference over the wire: two matches on one server that differ only in a secret send the same bytes to
everybody who must not know it: live lines, positions, events, logs, frames, records, table pages."""

from __future__ import annotations

import re

import pytest

from tests.server.house import House, Person

HIDDEN = [
    ("toy_hide", {}, [("hide:0", "hide:xxx3"), ("hide:x1", "hide:x1")]),
    ("toy_bids", {"kept": 1, "rounds": 4}, [("bid:0", "bid:3333"), ("bid:11", "bid:11")]),
    ("toy_bids", {"rounds": 4}, [("bid:0", "bid:3333")]),  # sealed, not yet opened
]
CALLS = ["", "/position", "/position?lang=en&odds=true", "/events?since=0", "/record", "/frames", "/chat"]


class Side:
    """One of the two matches: Ann has the secret, Bob and a spectator must not know it."""

    def __init__(self, house: House, game: str, options: dict[str, object]) -> None:
        self.ann, self.bob, self.watcher = house.person(), house.person(), house.person()
        self.made = self.ann.open(game, options=options, name="Ann")
        self.id = self.made["id"]
        self.lines = [self.watcher.line(self.id)]
        self.bob.join(self.id, name="Bob")
        self.lines.append(self.bob.line(self.id))
        self.heard: list[str] = []

    def act(self, person: Person, action: str, node: int, client: str) -> None:
        person.post(f"/api/tables/{self.id}/act", {"node": node, "action": action, "id": client})

    def told(self) -> list[str]:
        """Everything the two have been sent, and every page they can ask for, as text without what names the table."""
        for line in self.lines:
            while not line.silent(0.15):
                pass
        pages = [p.http.get(f"/api/tables/{self.id}{call}") for p in (self.bob, self.watcher) for call in CALLS]
        sizes = [str(len(page.content)) for page in pages]
        heard = [str(message) for line in self.lines for message in line.kept]
        return [*sizes, *[_masked(self, page.text) for page in pages], *[_masked(self, text) for text in heard]]


def _masked(side: Side, text: str) -> str:
    """Ids and times differ from table to table whatever the players do."""
    text = text.replace(side.id, "TABLE")
    for seat, name in ((0, "ANN"), (1, "BOB")):
        text = text.replace(side.bob.get(f"/api/tables/{side.id}")["seats"][seat]["person"], name)
    return re.sub(r'(created_at"?\'?: ?)\d+', r"\1T", text)


@pytest.mark.parametrize(("game", "options", "choices"), HIDDEN)
def test_secrets_do_not_reach_the_wire(
    shared: House,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    options: dict[str, object],
    choices: list[tuple[str, str]],
) -> None:
    monkeypatch.setattr("parcferme.server.api.tables.new_secret", lambda: bytes(32))  # the same dice at both tables
    one, two = Side(shared, game, options), Side(shared, game, options)
    assert one.told() == two.told()
    joint = game == "toy_bids"
    for turn, (first, second) in enumerate(choices):
        node = 0 if joint else turn
        for side, action in ((one, first), (two, second)):
            side.act(side.ann if turn == 0 else side.bob, action, node, f"c{turn}")
    if joint and len(choices) == 1:  # replacing a sealed choice is silent, too
        one.act(one.ann, "bid:222", 0, "again")
    else:
        own = [side.ann.http.get(f"/api/tables/{side.id}/position").text for side in (one, two)]
        assert own[0] != own[1]  # the secrets do differ
    assert one.told() == two.told()
