"""Rally Round as the contract asks for it: the position with its verbs, the games, and which one options ask for.

The table of phases (`phases.py`) says what a move does; the chapters of the book stand beside this file.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from mypy_extensions import i64

from parcferme.core.chance import random_outcome
from parcferme.core.contract import CHANCE, DECISION, OVER, Game, View
from parcferme.core.errors import BadOption, BadRecord, Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import Note, flag_at, list_at, number_at, object_at, take
from parcferme.core.result import Result
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.actions import LAY_TC
from parcferme.games.rally_round.board.check import house_board, house_deck, house_route, read_board, read_deck
from parcferme.games.rally_round.board.map import Board
from parcferme.games.rally_round.board.route import Route
from parcferme.games.rally_round.board.route_file import read_route
from parcferme.games.rally_round.board.tables import DEALT, FREE, STANDARD, Tables
from parcferme.games.rally_round.effects import effect
from parcferme.games.rally_round.rules import hazards, kit, laying, offers, scoring, setup
from parcferme.games.rally_round.rules.phases import make_move
from parcferme.games.rally_round.rules.positions import noted, read_position
from parcferme.games.rally_round.rules.possible import settle_rest
from parcferme.games.rally_round.rules.refusals import refuse
from parcferme.games.rally_round.rules.sealed import SealedState
from parcferme.games.rally_round.state import (
    N_CARS,
    N_DEAL,
    N_DRAW,
    N_FORK,
    N_HAZARD,
    N_OVER,
    N_SPEED,
    N_SQUARE,
    N_WHAT,
    NOBODY,
    SEATS,
    UNASKED,
    Position,
    copied_cars,
    new_car,
)
from parcferme.games.rally_round.view import view
from parcferme.lib.reading import int_of
from parcferme.lib.rows import vec

KIT_MODES: Final = ("draft", "deal", "free", "standard")
STEPS_PER_TURN: Final = 120  # announcement, cards, forks, replies


@final
class RallyState(Position):
    """A position with the contract's verbs."""

    __slots__ = ()

    def kind(self) -> int:
        if self.phase == N_OVER:
            return OVER
        return DECISION if self.actor >= 0 else CHANCE  # what the table of phases says, too

    def to_act(self) -> tuple[int, ...]:
        return SEATS[self.actor] if self.actor >= 0 and self.phase != N_OVER else ()

    def legal(self, seat: int) -> list[int]:
        if seat != self.actor or seat < 0 or self.phase == N_OVER:
            return []
        if not self.moves:
            self.moves = offers.legal(self)
        return self.moves

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat):
            return None
        return refuse(self, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        if self.phase == N_CARS:
            return setup.car_chances(self)
        if self.phase == N_DEAL:
            return kit.deal_chances(self)
        return self.t.draws(self.pack.unseen) if self.phase == N_HAZARD else []

    def draw(self, share: float) -> int:
        """As in the contract; a Hazard! card is found without listing all that might turn up."""
        if self.phase != N_HAZARD:
            return random_outcome(self.chance(), share)
        return act.DRAWN + hazards.card_at(self.pack.unseen, share)

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        make_move(self, move, events)

    def default(self, seat: int) -> int:
        """RR-38, RR-R50: keep the speed, follow the route, take the lowest card, refuse what is harmful."""
        moves = self.legal(seat)
        phase = self.phase
        if phase == N_SPEED:
            same = self.car().speed // 10 - 1
            return same if same in moves else moves[0]
        if phase == N_FORK:
            return self._route_ahead(moves)
        if phase == N_DRAW:
            return act.DECLINE  # the card may be adverse
        if phase == N_WHAT and act.LAY_BLACK in moves:
            return act.LAY_BLACK  # RR-R41: no passing; a Black Spot far down the list does least
        return moves[-1] if phase == N_SQUARE else moves[0]

    def _route_ahead(self, moves: list[int]) -> int:
        ahead = self.drives_on().along(self.car().section, self.square(self.crew))
        action = self.t.square_base + ahead
        return action if action in moves else moves[0]

    def effect(self, seat: int, action: int) -> Note:
        return effect(self, seat, action)

    def view(self, seat: int | None) -> View:
        return dict(view(self, seat))

    def resample(self, seat: int, rng: Random) -> RallyState:
        return self.copy()  # the pack is drawn when it is needed: nothing is hidden in a position

    def result(self) -> Result | None:
        return scoring.result(self)

    def dump(self) -> Note:
        return noted(self)

    def copy(self) -> RallyState:
        return RallyState(
            self.t, copied_cars(self), self.order[:], self.pack, self.route, self.lay, self.moves, self.phase,
            self.actor, self.crew, self.minute, self.turn, self.part, self.arrivals, self.picks, self.adopted,
            self.marker, self.spot, self.side, self.forfeits, self.mode, self.said, self.after, self.left, self.depart,
            self.limit_broken, self.rolled, self.must_climb, self.give_way_at, self.drawn, self.blocker, self.taken,
            self.owed,
        )  # fmt: skip


class RallyGame(Game):
    """Rally Round with its options chosen."""

    def __init__(self, options: Options, tables: Tables, version: int) -> None:
        moves, luck = act.action_notation(tables.board, tables.deck), act.outcome_notation(tables.deck)
        super().__init__("rally_round", version, tables.players, options, moves, luck)
        self.tables = tables

    def start(self) -> RallyState:
        state = self._blank()
        setup.begin(state)
        return state

    def _blank(self) -> RallyState:
        t = self.tables
        cars = [new_car(t.deck.standard) for _ in range(t.crews)]
        order = vec[i64](list(range(t.crews)))
        return RallyState(
            t, cars, order, setup.first_pack(t), t.route, None, UNASKED, N_CARS, NOBODY, 0, 0, 0, 0, 0, 0, 0, LAY_TC, 0,
            0, 0, 0, 0, 0, 0, 0, False, False, False, 0, 0, 0, 0, 0,
        )  # fmt: skip

    def restore(self, dump: object) -> RallyState:
        state = self._blank()
        read_position(state, dump)
        settle_rest(state)
        asked = state.legal(state.actor) if state.kind() == DECISION else state.chance()
        if not asked and state.kind() != OVER:
            raise BadRecord("position.phase", "there is nothing to decide here")
        return state

    def bound(self) -> int:
        t = self.tables
        sections = len(t.route.sections) if t.route is not None else t.board.roads // 12 + 1
        drive = t.crews * sections * t.max_turns * STEPS_PER_TURN
        lay = 0 if t.route is not None else 5 * t.board.roads + 5 * laying.MOST_FORFEITS
        return 50 + t.crews * 6 + t.parts * (drive + lay)

    def score_bounds(self) -> tuple[int, int]:
        return -3600, 0  # an hour of penalties and more is all the same


class SealedGame(Game):
    """A competition of several: everybody drives a rally of one's own, unseen by the others (RR-R61)."""

    def __init__(self, options: Options, alone: RallyGame) -> None:
        players = int_of(options["players"])
        super().__init__("rally_round", alone.version, players, options, alone.moves, alone.luck)
        self.alone = alone

    def start(self) -> SealedState:
        rallies: list[Position] = [self.alone.start() for _ in range(self.players)]
        return SealedState(rallies[0].copy(), rallies, [False] * self.players, 0)

    def restore(self, dump: object) -> SealedState:
        known = object_at("position", dump)
        take((), self, "position", known, ("phase", "rallies", "handed_in", "steps"))  # no other names
        rallies = list_at("position.rallies", known.get("rallies"), self.players, self.players)
        driven: list[Position] = [self._rally(number, rally) for number, rally in enumerate(rallies)]
        flags = list_at("position.handed_in", known.get("handed_in"), self.players, self.players)
        handed_in = [flag_at(f"position.handed_in[{number}]", done) for number, done in enumerate(flags)]
        for number, done in enumerate(handed_in):
            if done and driven[number].kind() != OVER:
                raise BadRecord(f"position.handed_in[{number}]", "that rally is not over")
        state = SealedState(
            self.alone.start(), driven, handed_in, number_at("position.steps", known.get("steps"), 0, self.bound())
        )
        if known.get("phase") != state.phase_name():
            raise BadRecord("position.phase", f"is {state.phase_name()}")
        return state

    def _rally(self, number: int, given: object) -> RallyState:
        try:
            return self.alone.restore(given)
        except BadRecord as error:
            raise BadRecord(error.place.replace("position", f"position.rallies[{number}]", 1), error.reason) from error

    def secret(self, action: int) -> bool:
        """RR-R61: all but the moment when a sheet is handed in."""
        return action != act.HAND_IN

    def bound(self) -> int:
        return self.alone.bound() + 1

    def score_bounds(self) -> tuple[int, int]:
        return self.alone.score_bounds()


def create(options: Options, version: int) -> RallyGame | SealedGame:
    """The game with these options; raises BadOption or BadContent."""
    given_map, given_cards = options["map"], options["cards"]
    board = house_board() if given_map is None else read_board(_document(given_map), "map")
    deck = house_deck() if given_cards is None else read_deck(_document(given_cards), "cards")
    _check_together(options)
    competition, competitive = options["mode"] == "competition", options["competitive"] is True
    players = 1 if competition else int_of(options["players"])  # each drives a rally of one's own (RR-14)
    crews = 6 if competitive else 1 if competition else int_of(options["crews"]) or players
    tables = Tables(
        board, deck, _marked(options, board), _kit_mode(options), int_of(options["max_section_turns"]),
        players=players, crews=crews, competition=competition, competitive=competitive,
        stage=options["rally"] == "stage",  # RR-11: the players agree on a Road or a Stage Rally
        parts=int_of(options["parts"]), strict=options["strict"] is True,
        printed=options["printed_regularity"] is True,
    )  # fmt: skip
    alone = RallyGame(options, tables, version)
    return alone if not competition or options["players"] == 1 else SealedGame(options, alone)


def _kit_mode(options: Options) -> int:
    kits = KIT_MODES.index(str(options["kits"]))
    if options["mode"] == "competition":
        return STANDARD if kits == STANDARD else FREE  # RR-48
    return DEALT if options["competitive"] else kits  # RR-105


def _marked(options: Options, board: Board) -> Route | None:
    """The route of a marked map; `None` where the players lay one."""
    if options["mode"] != "competition" and options["route"] != "marked":
        if len(board.chequered) < 2:
            raise BadOption("rally_round", "map", "laying a route needs two chequered squares (RR-16, RR-18)")
        return None
    if options["marked_map"] is None and options["map"] is not None:
        raise BadOption("rally_round", "marked_map", "a map of your own needs a marked map, or route=laid")
    marked = house_route() if options["marked_map"] is None else _document(options["marked_map"])
    return read_route(marked, board, "marked_map", options["printed_regularity"] is True)


def _check_together(options: Options) -> None:
    """Options that exclude each other."""
    alone = options["players"] == 1
    if options["crews"] and not alone:
        raise BadOption("rally_round", "crews", "only a single player drives several crews (RR-104)")
    if options["competitive"] and (not alone or options["mode"] == "competition"):
        raise BadOption("rally_round", "competitive", "is a game for one player at the table (RR-105)")
    if options["crews"] and options["mode"] == "competition":
        raise BadOption("rally_round", "crews", "in a competition everybody drives one car (RR-14)")
    if options["parts"] != 1 and (options["route"] == "marked" or options["mode"] == "competition"):
        raise BadOption("rally_round", "parts", "a longer rally is laid part by part: choose route=laid (RR-103)")


def _document(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value
