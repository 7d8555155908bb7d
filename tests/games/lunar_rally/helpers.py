"""Open ground, positions in axial coordinates, and one phase run by itself."""

from __future__ import annotations

from typing import Any

from parcferme.core import registry
from parcferme.core.contract import CHANCE, DECISION
from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.hexes import FACINGS, HEXES, LABELS, cell_of
from parcferme.games.lunar_rally.mechanics.programs import BY_TEXT
from parcferme.games.lunar_rally.rules.execution import execute
from parcferme.games.lunar_rally.rules.game import LunarGame, LunarState
from parcferme.games.lunar_rally.state import Rover
from parcferme.lib.hexgrid import Hex

START = [f"A{row}" for row in range(1, 9)]
FINISH = [f"X{row}" for row in range(1, 9)]
COLOURS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}


def label(at: Hex) -> str:
    return LABELS[cell_of(at)]


def scenario(**parts: Any) -> dict[str, object]:
    """A board of three sections with nothing on it but the two lines, and what is given."""
    empty: dict[str, object] = {
        "title": "open ground", "sections": 3, "start": START, "finish": FINISH,
        "craters": [], "dust": [], "repair": [], "caches": [],
    }  # fmt: skip
    return {**empty, **parts}


def lunar(**options: Any) -> LunarGame:
    game = registry.create("lunar_rally", options)
    assert isinstance(game, LunarGame)
    return game


def open_ground(players: int = 4, *, craters: list[Hex] = [], dust: list[Hex] = [], repair: list[Hex] = [],  # noqa: B006
                caches: list[Hex] = [], finish: list[Hex] = [], **options: Any) -> LunarGame:  # noqa: B006  # fmt: skip
    """A game on open ground, features in axial coordinates. Dust comes in lines of three southwards from each hex."""
    parts: dict[str, Any] = {
        "craters": [[label(at)] for at in craters],
        "dust": [[label((q, r + n)) for n in range(3)] for q, r in dust],
        "repair": [label(at) for at in repair],
        "caches": [label(at) for at in caches],
    }
    if finish:
        parts["finish"] = [label(at) for at in finish] + FINISH[len(finish) :]
    return lunar(players=players, map=scenario(**parts), **options)


def rover(at: Hex, facing: str = "N", health: str = "", armed: bool | None = None) -> dict[str, object]:
    """A Rover's description; health as `P2 S0 M1`, what is left out is full."""
    names = {"P": "phases", "S": "shields", "M": "missiles"}
    described: dict[str, object] = {names[part[0]]: int(part[1:]) for part in health.split()}
    if described.get("phases", 3) != 3:
        described.setdefault("shields", 0)  # they are lost first
    described["armed"] = label(at) not in START if armed is None else armed
    return {"hex": label(at), "facing": facing, **described}


def position(game: LunarGame, rovers: dict[str, dict[str, object]], **more: Any) -> LunarState:
    """Before the Rovers numbered `due` are programmed, those of the first Rover named if nothing is said."""
    due = more.pop("due", int(next(iter(rovers))[1]))
    course = {"phase": f"program_{due}", "moon": due, "first": 0, "round": 1}
    return game.restore({**course, "rovers": rovers, **more})


def rover_of(state: LunarState, name: str) -> Rover:
    return next(rover for rover in state.position.rovers if rover.name == name)


def run(game: LunarGame, state: LunarState, cards: dict[str, str], phase: int = 1) -> list[Event]:
    """Give each named Rover one card in one phase and let all Rovers of its number act."""
    numbers = {int(name[1]) for name in cards}
    assert len(numbers) == 1, "only Rovers of one number act together"
    give(game, state, {name: ".".join(["--"] * (phase - 1) + [card]) for name, card in cards.items()})
    events: list[Event] = []
    execute(state.position, numbers.pop(), events)
    return events


def give(game: LunarGame, state: LunarState, programs: dict[str, str]) -> None:
    """Lay whole programs on Control Boards."""
    for name, text in programs.items():
        rover_of(state, name).program = BY_TEXT[int(name[1])][text]


def where(game: LunarGame, state: LunarState) -> dict[str, Hex]:
    """The hex of every Rover on the board."""
    return {rover.name: HEXES[rover.cell] for rover in state.position.rovers if rover.cell >= 0}


def facing(game: LunarGame, state: LunarState, name: str) -> str:
    return FACINGS[rover_of(state, name).facing]


def health(game: LunarGame, state: LunarState, name: str) -> str:
    """`P3 S1 M1`; empty for a Rover that is not on the board."""
    found = rover_of(state, name)
    return f"P{found.phases} S{found.shields} M{found.missiles}" if found.cell >= 0 else ""


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def first(events: list[Event], kind: str) -> Event:
    return next(event for event in events if event.kind == kind)


def placed(game: LunarGame, throw: str = "BG/BR") -> LunarState:
    """A race up to its initial programming: the throw, then everyone on the first free hex and facing."""
    state = game.start()
    while state.kind() == CHANCE:
        state.apply(game.parse_outcome(throw))
    while state.kind() == DECISION:
        state.apply(state.legal(state.to_act()[0])[0])
    return state


def program(game: LunarGame, state: LunarState, *texts: str) -> list[Event]:
    """A sealed program for each seat that is asked, in order; the Rover number may be left out."""
    number = game.format(state.legal(state.to_act()[0])[0])[0]
    actions = [game.parse(text if ":" in text else f"{number}:{text}") for text in texts]
    for seat, action in zip(state.to_act(), actions, strict=True):
        assert state.explain(seat, action) is None, state.explain(seat, action)
    events: list[Event] = []
    state.apply_joint(actions, events)
    return events


def idle(state: LunarState) -> list[Event]:
    """Everybody who is asked seals the harmless program."""
    events: list[Event] = []
    state.apply_joint([state.default(seat) for seat in state.to_act()], events)
    return events


def refused(game: LunarGame, state: LunarState, seat: int, text: str) -> tuple[str, str]:
    """(code, clause) of the refusal."""
    found = state.explain(seat, game.parse(text))
    assert found is not None, f"{text} is allowed"
    return found.code, found.clause


def rover_view(state: LunarState, name: str, seat: int | None = None) -> dict[str, Any]:
    rovers = state.view(seat)["rovers"]
    assert isinstance(rovers, list)
    return next(described for described in rovers if described["id"] == name)
