"""The games: a rally, and a competition of several who drive sealed from each other."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.contract import Game
from parcferme.core.errors import BadOption
from parcferme.core.options import Options
from parcferme.core.position import list_at, object_at
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.laid import read_laying
from parcferme.games.rally_round.load import house_board, house_deck, house_route, read_board, read_deck
from parcferme.games.rally_round.marked import read_route
from parcferme.games.rally_round.rules import kit, laying, setup
from parcferme.games.rally_round.rules.rally import RallyState
from parcferme.games.rally_round.rules.sealed import SealedState
from parcferme.games.rally_round.state import N_RESOLVE, NODE, Pack
from parcferme.games.rally_round.tables import Tables
from parcferme.lib.rows import vec

KIT_MODES: Final = ("draft", "deal", "free", "standard")
STEPS_PER_TURN: Final = 120  # announcement, cards, forks, replies


class RallyGame(Game):
    """Rally Round with its options chosen."""

    def __init__(self, options: Options, tables: Tables, version: int) -> None:
        moves, luck = act.action_notation(tables.board, tables.deck), act.outcome_notation(tables.deck)
        super().__init__("rally_round", version, tables.players, options, moves, luck)
        self.tables = tables

    def start(self) -> RallyState:
        t = self.tables
        state = RallyState(t, setup.first_numbers(t), [], [], 0, setup.first_packs(t), (), t.route, None)
        state.kits = kit.kits_of(state)
        setup.begin(state)
        return state

    def restore(self, dump: object) -> RallyState:
        t = self.tables
        v, sheets, packs, laid = list_at("position", object_at("position", dump).get("parts"), 4, 4)
        assert isinstance(v, list)
        assert isinstance(sheets, list)
        assert isinstance(packs, list)
        assert isinstance(laid, list)
        piles = tuple([Pack(pile[0], tuple(pile[1])) for pile in packs])
        state = RallyState(t, vec[i64](v), [], [], 0, piles, (), t.route, read_laying(t.board, laid))
        for crew, rows in enumerate(sheets):
            for kind, one, two in rows:
                state.enter_on_sheet(crew, kind, one, two)
        if state.lay is not None and state.lay.complete and v[NODE] != N_RESOLVE:
            state.route = state.lay.route(t.printed)
        state.kits = kit.kits_of(state)
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
        players = _whole(options["players"])
        super().__init__("rally_round", alone.version, players, options, alone.moves, alone.luck)
        self.alone = alone

    def start(self) -> SealedState:
        rallies = [self.alone.start() for _ in range(self.players)]
        return SealedState(rallies[0].copy(), rallies, [False] * self.players, 0)

    def restore(self, dump: object) -> SealedState:
        rallies, handed_in, steps = list_at("position", object_at("position", dump).get("parts"), 3, 3)
        assert isinstance(rallies, list)
        assert isinstance(handed_in, list)
        assert isinstance(steps, int)
        driven = [self.alone.restore(rally) for rally in rallies]
        return SealedState(self.alone.start(), driven, [done == 1 for done in handed_in], steps)

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
    competition = options["mode"] == "competition"
    players = _whole(options["players"])
    competitive = options["competitive"] is True
    crews = 6 if competitive else 1 if competition else _whole(options["crews"]) or players
    kits = KIT_MODES.index(str(options["kits"]))
    if competition:
        kits = 3 if kits == 3 else 2  # RR-48
    elif competitive:
        kits = 1  # RR-105
    printed = options["printed_regularity"] is True
    route = None
    if competition or options["route"] == "marked":
        if options["marked_map"] is None and given_map is not None:
            raise BadOption("rally_round", "marked_map", "a map of your own needs a marked map, or route=laid")
        marked = house_route() if options["marked_map"] is None else _document(options["marked_map"])
        route = read_route(marked, board, "marked_map", printed)
    elif len(board.chequered) < 2:
        raise BadOption("rally_round", "map", "laying a route needs two chequered squares (RR-16, RR-18)")
    if competition:
        players = 1  # each drives a rally of one's own (RR-14)
    tables = Tables(
        board, deck, players, crews, competition, kits, options["rally"] == "stage", competitive,
        _whole(options["parts"]), options["strict"] is True, printed, _whole(options["max_section_turns"]), route,
    )  # fmt: skip
    alone = RallyGame(options, tables, version)
    return alone if not competition or options["players"] == 1 else SealedGame(options, alone)


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


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
