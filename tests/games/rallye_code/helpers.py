"""Positions set up by hand, and driving on from them by notation. Money is counted after every step."""

from __future__ import annotations

import copy
from typing import Any

from tests.support import follow, names

from parcferme.core.contract import State
from parcferme.core.events import Event
from parcferme.core.registry import create
from parcferme.games.rallye_code.board.read import house_board
from parcferme.games.rallye_code.mechanics.dice import DICE_NAMES, OUTCOME_OF
from parcferme.games.rallye_code.rules.game import RallyeCode, RallyeState
from parcferme.games.rallye_code.state import P_TURN, Blow, Position

DICE = {total: DICE_NAMES[OUTCOME_OF[total]] for total in range(2, 13)}


def look(state: State, seat: int | None = None) -> Any:
    """A seat's view, to be picked to pieces."""
    return state.view(seat)


def house_with(**kinds: str) -> dict[str, object]:
    """The house board with other signs: M4="hotel"."""
    document: Any = copy.deepcopy(house_board())
    for cell in document["cells"]:
        cell["kind"] = kinds.get(cell["id"], cell["kind"])
    return dict(document)


def amounts(state: Position) -> list[int]:
    """All the money there is: purses, boxes, the table."""
    return [*state.purses, *state.boxes, int(state.table_money)]


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
            self.state.cars[self.car(name)].cell = ids.index(cell)
        return self

    def car(self, name: str) -> int:
        return self.game.tables.ids.car_names.index(name.removeprefix("c").replace("_", "."))

    def bind(self, name: str, *bonds: str) -> Scene:
        """A car in a garage, a hotel, …: by the names of its fields."""
        for bond in bonds:
            setattr(self.state.cars[self.car(name)], bond, True)
        return self

    def hit(self, name: str, *blows: tuple[int, int]) -> Scene:
        """A car hit by these seats, at these rates."""
        self.state.cars[self.car(name)].blows = tuple([Blow(by, rate) for by, rate in blows])
        return self

    def purse(self, seat: int, amount: int) -> Scene:
        self.state.purses[seat] = amount
        return self

    def box(self, number: int, amount: int = 0, holder: int | None = None) -> Scene:
        """Fill a box; with a holder, as if it had been allotted."""
        self.state.boxes[number - 2] = amount
        if holder is not None:
            self.state.holders[number - 2] = holder
            self.state.allotted = True
        return self

    def turn(self, seat: int) -> Scene:
        """Let it be this seat's turn (with its first car)."""
        state = self.state
        state.seat = state.actor = seat
        state.car = seat * self.game.tables.each
        state.phase = P_TURN
        if self.game.tables.table:
            state.now.car, state.now.gendarme = state.car, state.gendarme
        return self

    # Driving on

    def go(self, *texts: str) -> list[Event]:
        """Moves and outcomes by notation; all money must still be there after each."""
        events: list[Event] = []
        for text in texts:
            before = self.money()
            events += follow(self.game, self.state, text)
            assert self.money() == before, f"{text} made or lost money"
            assert min(amounts(self.state)) >= 0
            assert all(amount % 500 == 0 for amount in amounts(self.state))
        return events

    def roll(self, total: int, *more: str) -> list[Event]:
        return self.go("roll", DICE[total], *more)

    # Reading

    def money(self) -> int:
        return sum(amounts(self.state))

    def at(self, name: str) -> str | None:
        cell = self.state.cars[self.car(name)].cell
        cells = self.game.tables.cells
        return cells[cell].id if cell < len(cells) else None

    def cash(self, seat: int) -> int:
        return self.state.purses[seat]

    def in_box(self, number: int) -> int:
        return self.state.boxes[number - 2]

    def holder(self, number: int) -> int:
        return self.state.holders[number - 2]

    def table(self) -> int:
        return self.state.table_money

    def gendarme(self) -> int:
        return self.state.gendarme

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
