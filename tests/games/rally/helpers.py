"""What RALLY's tests share: own roads, positions ready to drive, and short ways to say what happens."""

from __future__ import annotations

from tests.support import follow, names

from parcferme.core import registry
from parcferme.core.contract import CHANCE, JOINT
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.games.rally.mechanics.driving import RESTART
from parcferme.games.rally.mechanics.standings import StageResult
from parcferme.games.rally.rules.game import RallyGame, RallyState
from parcferme.games.rally.state import GEAR, Car

STABLE, FAST, PROTOTYPE = 0, 1, 2
NORMAL, RAIN, SNOW = 0, 1, 2
CLEAR_SECTOR, OVERCAST_SECTOR, RAIN_SECTOR, STORM_SECTOR, SNOW_SECTOR = 0, 2, 3, 5, 8  # of the ring E.C.


def make(**options: object) -> RallyGame:
    game = registry.create("rally", options)
    assert isinstance(game, RallyGame)
    return game


def card(no: int, squares: str, exit: str = "S", first: int | None = None, **more: object) -> dict[str, object]:
    return {"no": no, "name": f"Card {no}", "exit": exit, "squares": squares, "first": first or 100 * no, **more}


def road(squares: str, players: int = 2, **options: object) -> RallyGame:
    """A single stage on one card with these squares, numbered from 100."""
    cards = {"kind": "rally-cards", "cards": [card(1, squares)]}
    return make(players=players, scope="stage", route="1", cards=cards, **options)


def together(game: RallyGame, state: RallyState, *texts: str) -> list[Event]:
    """One joint move, by notation, seat by seat."""
    assert state.kind() == JOINT, "nothing is sealed now"
    moves = [game.parse(text) for text in texts]
    for seat, move in enumerate(moves):
        assert state.explain(seat, move) is None, f"{texts[seat]}: {state.explain(seat, move)}"
    events: list[Event] = []
    state.apply_joint(moves, events)
    return events


def sealed(game: RallyGame, state: RallyState, texts: list[str]) -> list[Event]:
    """A sealed choice of all seats; alone it is an ordinary one."""
    return follow(game, state, texts[0]) if game.players == 1 else together(game, state, *texts)


def draw_order(game: RallyGame, state: RallyState, order: list[int] | None = None) -> None:
    """Chance draws the start order: by default seat 0, 1, 2 …"""
    for seat in order if order is not None else range(game.players):
        if state.kind() == CHANCE and game.parse_outcome(f"draw:{seat}") in [o for o, _ in state.chance()]:
            follow(game, state, f"draw:{seat}")


def ready(
    game: RallyGame,
    setups: list[str] | None = None,
    mark: int = 1,
    mechanics: list[list[int]] | None = None,
    order: list[int] | None = None,
) -> RallyState:
    """The first car about to fit tyres, on a fixed road. Mechanics stand on squares of it, by default on the last."""
    state = game.start()
    draw_order(game, state, order)
    sealed(game, state, [f"setup:{setup}" for setup in setups or ["stable"] * game.players])
    follow(game, state, f"die:{mark}")
    note(game, state, mechanics)
    return state


def note(game: RallyGame, state: RallyState, mechanics: list[list[int]] | None = None) -> None:
    """All mechanics, three rounds."""
    last = state.route.length
    places = mechanics or [[last, last, last]] * game.players
    for turn in range(3):
        sealed(game, state, [f"mechanic:{number(game, state, squares[turn])}" for squares in places])


def number(game: RallyGame, state: RallyState, square: int) -> int:
    """The number printed on a square of the road."""
    return game.tables.deck.numbers[state.route.squares[square]]


def put(
    state: RallyState,
    seat: int,
    square: int,
    gear: int = 3,
    setup: int = STABLE,
    tyres: int = NORMAL,
    on_road: bool = True,
    card: bool = True,
) -> None:
    """Set a car down on the road."""
    crew = state.cars[seat].crew
    road, box = (square, gear) if on_road else (0, RESTART)
    state.cars[seat] = Car(setup, square, road, box, card, tyres, 0, 0, crew)


def to_move(state: RallyState, seat: int, turn: int = 10, sector: int = CLEAR_SECTOR) -> None:
    """Make it this car's turn to set a gear; its start number is its seat plus one."""
    state.phase = GEAR
    state.seat = seat
    state.turn = turn
    state.sector = sector


def squares_of(state: RallyState, seat: int) -> list[int]:
    """Where this seat's mechanics stand."""
    return state.cars[seat].crew.squares


def row(race: int, stage: int, *scores: int) -> StageResult:
    """A finished stage of two."""
    return StageResult(race, stage, list(scores), [9] * len(scores))


def alone(squares: str, **options: object) -> tuple[RallyGame, RallyState]:
    """One car on square 1 of an own road, about to set a gear, in clear weather, mechanics far away."""
    game = road(f"0 {squares}", players=1, **options)
    state = ready(game)
    put(state, 0, 1)
    to_move(state, 0)
    return game, state


def factors(events: list[Event]) -> list[object]:
    """The factors of the squares entered."""
    return [event.args["factor"] for event in events if event.kind in ("enters", "overtakes", "brakes")]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def of(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def why(game: RallyGame, state: RallyState, text: str, seat: int | None = None) -> tuple[str, str]:
    """Code and clause of the refusal of an action."""
    asked = state.to_act()[0] if seat is None else seat
    refusal = state.explain(asked, game.parse(text))
    assert isinstance(refusal, Refusal), f"{text} is legal"
    return refusal.code, refusal.clause


def legal(game: RallyGame, state: RallyState, seat: int | None = None) -> list[str]:
    return names(game, state, seat)
