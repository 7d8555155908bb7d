"""Positions set up by hand, and driving on from them by notation. Money is counted after every step."""

from __future__ import annotations

from parcferme.core.events import Event
from parcferme.core.registry import create
from parcferme.games.rallye_code.rules.game import RallyeCode, RallyeState
from parcferme.games.rallye_code.state import (
    ACTOR,
    ALLOTTED,
    BOX,
    CAR,
    CELL,
    COND,
    GENDARME,
    HOLDER,
    NOW,
    P_TURN,
    PHASE,
    PURSE,
    R_CAR,
    R_GENDARME,
    SEAT,
    TABLE_MONEY,
)
from support import follow, names

DICE = {
    2: "1+1", 3: "1+2", 4: "1+3", 5: "1+4", 6: "1+5", 7: "1+6", 8: "2+6", 9: "3+6", 10: "4+6", 11: "5+6", 12: "6+6",
}  # fmt: skip


class Scene:
    """A game past its first rolls: the last seat is Gendarme, seat 0 is to roll, every car stands at Paris."""

    def __init__(self, edition: str = "A", players: int = 4, **options: object) -> None:
        game = create("rallye_code", {"edition": edition, "players": players, **options})
        assert isinstance(game, RallyeCode)
        self.game = game
        self.state: RallyeState = game.start()
        follow(game, self.state, *["1+1"] * (players - 1), "6+6")

    # Setting up

    def put(self, **cells: str) -> Scene:
        """Cars by name: c1="M5", c2_1="T1S3"."""
        ids = [cell.id for cell in self.game.tables.cells]
        for name, cell in cells.items():
            self.state.v[CELL + self.car(name)] = ids.index(cell)
        return self

    def car(self, name: str) -> int:
        return self.game.ids.car_names.index(name.removeprefix("c").replace("_", "."))

    def condition(self, name: str, bits: int) -> Scene:
        self.state.v[COND + self.car(name)] |= bits
        return self

    def purse(self, seat: int, amount: int) -> Scene:
        self.state.v[PURSE + seat] = amount
        return self

    def box(self, number: int, amount: int = 0, holder: int | None = None) -> Scene:
        """Fill a box; with a holder, as if it had been allotted."""
        self.state.v[BOX + number - 2] = amount
        if holder is not None:
            self.state.v[HOLDER + number - 2] = holder
            self.state.v[ALLOTTED] = 1
        return self

    def turn(self, seat: int) -> Scene:
        """Let it be this seat's turn (with its first car)."""
        v = self.state.v
        v[SEAT] = v[ACTOR] = seat
        v[CAR] = seat * self.game.tables.each
        v[PHASE] = P_TURN
        if self.game.tables.table:
            v[NOW + R_CAR], v[NOW + R_GENDARME] = v[CAR], v[GENDARME]
        return self

    # Driving on

    def go(self, *texts: str) -> list[Event]:
        """Moves and outcomes by notation; all money must still be there after each."""
        events: list[Event] = []
        for text in texts:
            before = self.money()
            events += follow(self.game, self.state, text)
            amounts = self.state.v[PURSE : TABLE_MONEY + 1]
            assert self.money() == before, f"{text} made or lost money"
            assert min(amounts) >= 0
            assert all(amount % 500 == 0 for amount in amounts)
        return events

    def roll(self, total: int, *more: str) -> list[Event]:
        return self.go("roll", DICE[total], *more)

    # Reading

    def money(self) -> int:
        return sum(self.state.v[PURSE : TABLE_MONEY + 1])

    def at(self, name: str) -> str | None:
        cell = self.state.v[CELL + self.car(name)]
        cells = self.game.tables.cells
        return cells[cell].id if cell < len(cells) else None

    def cash(self, seat: int) -> int:
        return self.state.v[PURSE + seat]

    def in_box(self, number: int) -> int:
        return self.state.v[BOX + number - 2]

    def holder(self, number: int) -> int:
        return self.state.v[HOLDER + number - 2]

    def table(self) -> int:
        return self.state.v[TABLE_MONEY]

    def gendarme(self) -> int:
        return self.state.v[GENDARME]

    def shown(self, name: str) -> dict[str, object]:
        """A car as the view tells it."""
        cars = self.state.view(None)["cars"]
        assert isinstance(cars, list)
        found: dict[str, object] = cars[self.car(name)]
        return found

    def choices(self) -> list[str]:
        return names(self.game, self.state)

    def actor(self) -> int:
        return self.state.to_act()[0]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def paid(events: list[Event], kind: str) -> list[int]:
    """Amounts of the payments of one kind."""
    return [int(str(event.args["amount"])) for event in events if event.kind == f"pay_{kind}"]


def clause_of(events: list[Event], kind: str) -> str:
    return next(event.clause for event in events if event.kind == kind)
