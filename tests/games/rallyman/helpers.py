"""What the Rallyman tests share: short roads, cars put where a test needs them, and turns written in short.

A road is a text of tokens; `|` begins a new zone (A, B, C …). A turn is written die by die: `"1", "2!", "W", "3/in",
"4!/skid", "lock5", "end"`; anything else is taken as a notation of its own.
"""

from __future__ import annotations

import re

from tests.support import follow, names

from parcferme.core.contract import CHANCE
from parcferme.core.events import Event
from parcferme.core.registry import create
from parcferme.games.rallyman.board.spaces import from_token
from parcferme.games.rallyman.rules.begin import begin
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState
from parcferme.games.rallyman.state import DRIVING

STRAIGHT = "Sgg " * 20
FIELDS = (
    "gear", "damage", "flats", "markers", "chrono", "pose", "status", "tyres", "sisu", "spare", "arrival", "times",
)  # fmt: skip


def special(road: str) -> dict[str, object]:
    """An own special `T` from tokens, each part between `|` in a zone of its own."""
    spaces: list[object] = []
    for letter, part in zip("ABCDEF", road.split("|"), strict=False):
        spaces += [{**from_token(token), "zone": letter} for token in part.split()]
    return {"specials": [{"name": "T", "spaces": spaces}]}


def rally(road: str = STRAIGHT, **options: object) -> RallymanGame:
    """A rally over the same road three times; one driver without Sisu unless told otherwise."""
    given: dict[str, object] = {"players": 1, "sisu": False, "stages": ["@T"] * 3, "specials": special(road), **options}
    if given["players"] != 1 and "start_order" not in given:
        given["start_order"] = list(range(int(str(given["players"]))))
    game = create("rallyman", given)
    assert isinstance(game, RallymanGame)
    return game


def start(road: str = STRAIGHT, **options: object) -> tuple[RallymanGame, RallymanState]:
    game = rally(road, **options)
    return game, game.start()


def put(state: RallymanState, seat: int = 0, space: int | str = 0, **fields: object) -> None:
    """Put a car on a space (its number, or `4k` for the shortcut beside it) with the given fields."""
    own, text = state.cars[seat], str(space)
    own.space, own.cut, own.status = int(text.removesuffix("k")), text.endswith("k"), DRIVING
    for name, value in fields.items():
        assert name in FIELDS
        setattr(own, name, value)


def to_play(state: RallymanState, seat: int = 0) -> RallymanState:
    """Begin this seat's turn."""
    begin(state, seat, None)
    return state


def at(road: str = STRAIGHT, space: int | str = 0, gear: int = 0, **more: object) -> tuple[RallymanGame, RallymanState]:
    """A lone car to play from a space in a gear; further fields of the car, and options, by name."""
    fields = {name: value for name, value in more.items() if name in FIELDS and type(value) is int}
    options = {name: value for name, value in more.items() if name not in fields}
    game, state = start(road, **options)
    put(state, 0, space, gear=gear, **fields)
    return game, to_play(state)


def drive(game: RallymanGame, state: RallymanState, *moves: str) -> list[Event]:
    """Play moves written in short."""
    events: list[Event] = []
    for move in moves:
        match = re.fullmatch(r"(lock)?([1-5W])(!?)(?:/(\w+))?", move)
        if match is None or state.kind() == CHANCE:
            events += follow(game, state, move)
            continue
        lock, die, hazard, path = match.groups()
        if lock:
            events += follow(game, state, f"lock:{die}/{path or 'go'}")
        else:
            events += follow(game, state, f"roll:{die}/{path or 'go'}", f"{die}{hazard}")
    return events


def car(state: RallymanState, seat: int = 0) -> dict[str, object]:
    """The seat's car as the view shows it."""
    cars = state.view(None)["cars"]
    assert isinstance(cars, list)
    found: dict[str, object] = cars[seat]
    return found


def field(state: RallymanState, name: str, seat: int = 0) -> int:
    return int(getattr(state.cars[seat], name))


def where(state: RallymanState, seat: int = 0) -> int:
    return int(state.cars[seat].space)


def rolls(game: RallymanGame, state: RallymanState) -> list[str]:
    """The dice and paths that may be rolled now, without `roll:`."""
    return [name.removeprefix("roll:") for name in names(game, state) if name.startswith("roll:")]


def dice_open(game: RallymanGame, state: RallymanState) -> str:
    """The dice that may be rolled now, each once."""
    return "".join(dict.fromkeys(name.partition("/")[0] for name in rolls(game, state)))


def attacks(game: RallymanGame, state: RallymanState) -> list[str]:
    return [name.removeprefix("attack:") for name in names(game, state) if name.startswith("attack:")]


def refused(game: RallymanGame, state: RallymanState, text: str, seat: int | None = None) -> tuple[str, str]:
    """Code and clause of the refusal of an action."""
    refusal = state.explain(state.actor if seat is None else seat, game.parse(text))
    assert refusal is not None, f"{text} is legal"
    return refusal.code, refusal.clause


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def chrono(state: RallymanState, seat: int = 0) -> list[int]:
    pile = car(state, seat)["chrono"]
    assert isinstance(pile, list)
    return [card["seconds"] for card in pile]
