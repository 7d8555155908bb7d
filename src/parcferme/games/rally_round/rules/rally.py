"""The game and its positions: the contract's verbs, each handed on to the phase it belongs to."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import i64

from parcferme.core.chance import random_outcome
from parcferme.core.contract import Game, View
from parcferme.core.errors import BadOption, Refusal
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.position import list_at, object_at
from parcferme.core.result import Result
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.cards import ALLOWANCE, DRY, FEATHER, PROTEST, PUSH
from parcferme.games.rally_round.laid import read_laying
from parcferme.games.rally_round.load import house_board, house_deck, house_route, read_board, read_deck
from parcferme.games.rally_round.marked import read_route
from parcferme.games.rally_round.rules import driving, hazards, kit, laying, scoring, setup
from parcferme.games.rally_round.rules.controls import book
from parcferme.games.rally_round.rules.refusals import refuse
from parcferme.games.rally_round.rules.speeds import legal_speeds
from parcferme.games.rally_round.rules.turns import finish_move, miss_turn, next_crew, take_turn
from parcferme.games.rally_round.state import (
    ACTOR,
    AFTER,
    ARMED,
    CREW,
    CREWS,
    DEPART,
    HAND,
    MISSES,
    N_ADOPT,
    N_ALLOWANCE,
    N_APPROACH,
    N_BLOCK,
    N_CARS,
    N_DEAL,
    N_DRAW,
    N_FEATHER,
    N_FINISH,
    N_FORD,
    N_FORK,
    N_HAZARD,
    N_KIND,
    N_KIT,
    N_MPH,
    N_OVER,
    N_PLACE,
    N_PROTEST,
    N_PUSH,
    N_RESOLVE,
    N_ROLL,
    N_SPEED,
    N_SQUARE,
    N_START,
    N_STOP,
    N_WHAT,
    NODE,
    NODE_KINDS,
    OWED,
    OWNER,
    SEATS,
    SECTION,
    SHORTER,
    SIZE,
    SPEED_,
    Pack,
    Position,
)
from parcferme.games.rally_round.tables import Tables
from parcferme.games.rally_round.view import view
from parcferme.lib.rows import vec

KIT_MODES: Final = ("draft", "deal", "free", "standard")
STEPS_PER_TURN: Final = 120  # announcement, cards, forks, replies


class RallyState(Position):
    """A position with the contract's verbs."""

    __slots__ = ()

    def kind(self) -> int:
        return NODE_KINDS[self.v[NODE]]

    def to_act(self) -> tuple[int, ...]:
        actor: i64 = self.v[ACTOR]
        return SEATS[actor] if actor >= 0 and self.v[NODE] != N_OVER else ()

    def legal(self, seat: int) -> list[int]:
        v = self.v
        if seat != v[ACTOR] or seat < 0 or v[NODE] == N_OVER:
            return []
        if not self.moves:
            self.moves = legal_speeds(self) if v[NODE] == N_SPEED else _legal(self, v[NODE])
        return self.moves

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat):
            return None
        return refuse(self, seat, action)

    def chance(self) -> list[tuple[int, int]]:
        node = self.v[NODE]
        if node == N_CARS:
            return setup.car_chances(self)
        if node == N_DEAL:
            return kit.deal_chances(self)
        if self.v[ACTOR] >= 0 or node == N_OVER:
            return []
        return self.t.draws(self.packs[self.pack_of(self.v[CREW])].unseen)

    def draw(self, share: float) -> int:
        """As in the contract; a Hazard! card is found without listing all that might turn up."""
        if self.v[NODE] != N_HAZARD:
            return random_outcome(self.chance(), share)
        return act.DRAWN + hazards.card_at(self.packs[self.pack_of(self.v[CREW])].unseen, share)

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        node = self.v[NODE]
        if node == N_SPEED and move < act.SPEEDS:
            driving.announce(self, 10 * move + 10, events)
        elif node == N_SPEED:
            _before_a_speed(self, move, events)
        elif node == N_FORK:
            driving.walk(self, self._edge_to(move - self.t.square_base), events)
        elif node in (N_CARS, N_DEAL):
            _before_the_rally(self, node, move, events)
        elif node < N_SPEED:
            _prepare(self, node, move, events)
        elif self.v[ACTOR] < 0:
            hazards.unseen_drawn(self, move - act.DRAWN, events)
        else:
            _reply(self, node, move, events)

    def _edge_to(self, square: int) -> int:
        return self.t.board.edge_between(self.square(self.v[CREW]), square)

    def default(self, seat: int) -> int:
        """RR-R50: keep the speed, follow the route, take the lowest card, refuse what is harmful."""
        moves = self.legal(seat)
        node = self.v[NODE]
        if node == N_SPEED:
            speed = self.v[CREWS + self.v[CREW] * SIZE + SPEED_]
            return speed // 10 - 1 if speed // 10 - 1 in moves else moves[0]
        if node == N_FORK:
            return self._route_ahead(moves)
        if node == N_DRAW:
            return act.DECLINE  # the card may be adverse
        if node == N_WHAT and act.LAY_BLACK in moves:
            return act.LAY_BLACK  # RR-R41: no passing; a Black Spot far down the list does least
        if node in (N_SQUARE, N_BLOCK):
            return moves[-1] if node == N_SQUARE else moves[0]
        return moves[0]

    def _route_ahead(self, moves: list[int]) -> int:
        crew = self.v[CREW]
        ahead = self.drives_on().along(self.v[CREWS + crew * SIZE + SECTION], self.square(crew))
        action = self.t.square_base + ahead
        return action if action in moves else moves[0]

    def view(self, seat: int | None) -> View:
        return view(self, seat)

    def resample(self, seat: int, rng: Random) -> RallyState:
        return self.copy()  # the pack is drawn when it is needed: nothing is hidden in a position

    def result(self) -> Result | None:
        return scoring.result(self)

    def copy(self) -> RallyState:
        return RallyState(
            self.t, self.v[:], self.moves, self.log, self.logged, self.packs, self.kits, self.route, self.lay
        )


def _legal(p: Position, node: int) -> list[int]:
    """The legal list of every node but an announcement."""
    if node == N_FORK:
        head, first = p.t.board.head, p.t.square_base
        return [first + head[way] for way in driving.open_ways(p, p.v[CREW])]
    if node >= N_SPEED:
        return _legal_reply(p, node)
    if node == N_KIT:
        return kit.legal_kit(p)
    if node == N_ADOPT:
        return list(range(act.ADOPT, act.ADOPT + p.t.crews))
    if node == N_WHAT:
        return laying.legal_what(p)
    if node == N_SQUARE:
        return laying.legal_square(p)
    if node == N_APPROACH:
        return laying.legal_approach(p)
    if node == N_KIND:
        return laying.legal_kind(p)
    if node == N_MPH:
        return laying.legal_mph(p)
    if node == N_RESOLVE:
        return laying.legal_resolve(p)
    return laying.legal_start(p) if node == N_START else laying.legal_finish(p)


_TWO_WAYS: Final = {
    N_FEATHER: [act.MORE, act.FEWER],
    N_BLOCK: [act.BLOCK, act.LET],
    N_PLACE: [act.ADVANCE, act.RETREAT],
    N_ROLL: [act.ROLL, act.HOLD],
    N_STOP: [act.STOP, act.CARRY],
    N_DRAW: [act.DRAW, act.DECLINE],
}
_ANSWERED_BY: Final = {N_FORD: DRY, N_PROTEST: PROTEST, N_ALLOWANCE: ALLOWANCE, N_PUSH: PUSH}


def _legal_reply(p: Position, node: int) -> list[int]:
    if node in _TWO_WAYS:
        return _TWO_WAYS[node]
    cards = p.v[CREWS + p.v[CREW] * SIZE + HAND] & p.t.deck.having[_ANSWERED_BY[node]]
    return [act.PASS] + [act.CARD + card for card in range(p.t.deck.count) if cards >> card & 1]


def _before_a_speed(p: Position, move: int, events: list[Event] | None) -> None:
    """Turning round instead of an announcement, or a card declared before it."""
    if move == act.TURN:
        driving.turn_round(p, events)
    else:
        card, crew = move - act.CARD, p.v[CREW]
        hazards.play(p, crew, card, events)
        armed = CREWS + crew * SIZE + ARMED
        p.v[armed] = p.v[armed] | 1 << card
        p.ask(N_FEATHER if p.t.deck.effect[card] == FEATHER else N_SPEED, p.v[OWNER + crew])


def _before_the_rally(p: Position, node: int, move: int, events: list[Event] | None) -> None:
    if node == N_CARS:
        setup.draw_car(p, move - act.CAR, events)
    else:
        kit.take(p, move - act.DEAL, events)


def _prepare(p: Position, node: int, move: int, events: list[Event] | None) -> None:
    """Route and kits."""
    square = move - p.t.square_base
    if node == N_KIT:
        kit.take(p, move - act.TAKE, events)
    elif node == N_ADOPT:
        kit.adopt(p, move - act.ADOPT, events)
    elif node == N_START:
        laying.choose_start(p, square, events)
    elif node == N_FINISH:
        laying.choose_finish(p, square, events)
    elif node == N_WHAT:
        laying.choose_what(p, move, events)
    elif node == N_SQUARE:
        laying.choose_square(p, square, events)
    elif node == N_APPROACH:
        laying.choose_approach(p, move - p.t.from_base, events)
    elif node == N_KIND:
        laying.choose_kind(p, move - act.KIND, events)
    elif node == N_MPH:
        laying.choose_mph(p, move - act.MPH + 20, events)
    else:
        laying.resolve_black(p, square, events)


def _reply(p: Position, node: int, move: int, events: list[Event] | None) -> None:
    """A choice in the middle of a move."""
    v = p.v
    if move >= act.CARD:
        hazards.play(p, v[CREW], move - act.CARD, events)
    if node == N_PLACE:
        if move == act.ADVANCE:
            driving.advance(p, events)
        else:
            driving.retreat(p, events)
    elif node == N_BLOCK:
        if move == act.BLOCK:
            driving.be_blocked(p, events)
        else:
            driving.be_let_past(p, events)
    elif node == N_ROLL:
        if move == act.ROLL:
            driving.roll(p, events)
        else:
            driving.rest(p, events)
    elif node == N_STOP:
        driving.stop(p, False, events) if move == act.STOP else finish_move(p, events)
    elif node == N_DRAW:
        hazards.draw(p, events) if move == act.DRAW else finish_move(p, events)
    else:
        _reply_with_card(p, node, move, events)


def _reply_with_card(p: Position, node: int, move: int, events: list[Event] | None) -> None:
    """The cards that are played at the event, or not."""
    v = p.v
    crew = v[CREW]
    base = CREWS + crew * SIZE
    played = move != act.PASS
    if node == N_FEATHER:
        v[base + SHORTER] = 1 if move == act.MORE else -1
        p.ask(N_SPEED, v[OWNER + crew])
    elif node == N_FORD:
        finish_move(p, events) if played else driving.flood(p, events)
    elif node == N_PROTEST:
        hazards.cancel_drawn(p, events) if played else hazards.obey(p, events)
    elif node == N_ALLOWANCE:
        if played:
            v[OWED] = max(0, v[OWED] - p.t.deck.amount[move - act.CARD])
        book(p, events)
    else:
        if played:
            v[base + MISSES] = max(0, v[base + MISSES] - p.t.deck.amount[move - act.CARD])
        if v[base + MISSES] > 0:
            miss_turn(p, crew, events)
            next_crew(p, events)
        else:
            v[AFTER], v[DEPART] = 0, 0
            take_turn(p, crew)


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


def create(options: Options, version: int) -> RallyGame:
    """The game with these options; raises BadOption or BadContent."""
    given_map, given_cards = options["map"], options["cards"]
    board = house_board() if given_map is None else read_board(_document(given_map), "map")
    deck = house_deck() if given_cards is None else read_deck(_document(given_cards), "cards")
    _check_together(options)
    competition = options["mode"] == "competition"
    players = _whole(options["players"])
    competitive = options["competitive"] is True
    crews = 6 if competitive else _whole(options["crews"]) or players
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
    tables = Tables(
        board, deck, players, crews, competition, kits, options["rally"] == "stage", competitive,
        _whole(options["parts"]), options["strict"] is True, printed, _whole(options["max_section_turns"]), route,
    )  # fmt: skip
    return RallyGame(options, tables, version)


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
