"""One section of a competition: every way a turn can go for a crew that drives alone.

It knows the rules of the road a second time, on plain integers, for the solver: no events, no sheets, no other cars.
The tests drive it side by side with the rules. It can also drive *all kits between two* at once (`kit_families.py`):
where kits differ in what happens to a car, both things happen, so that its best is a bound for each of them.
"""

from __future__ import annotations

from parcferme.games.rally_round.actions import (
    FEWER,
    HOLD,
    MORE,
    ROLL,
    TURN,
    square_base,
)
from parcferme.games.rally_round.board.cards import (
    ACCELERATION,
    BLACK_SPOT,
    DECELERATION,
    FEATHER,
    HIDDEN_TRACK,
    IGNORE_BEND,
    IGNORE_BRIDGE,
    IGNORE_GIVE_WAY,
    IGNORE_QUIET,
    IGNORE_ROUGH,
    PASSAGE,
    START,
    Deck,
    Kit,
)
from parcferme.games.rally_round.board.map import (
    BEND,
    BRIDGE,
    FORD,
    GIVE_WAY,
    GRADIENT,
    HAZARD,
    NOWHERE,
    PLAIN,
    QUIET,
    TOP_SPEED,
)
from parcferme.games.rally_round.board.route import (
    AT_BLACK,
    AT_GOAL,
    AT_LIMIT,
    AT_PC,
    AT_QUIET,
    AT_TRACK,
    ENDLESS,
    JOINS,
    Route,
)
from parcferme.games.rally_round.mechanics.timing import FAULT, ROAD, STAGE
from parcferme.games.rally_round.par.hand_state import Fortunes, Luck
from parcferme.games.rally_round.par.landing import Landing
from parcferme.games.rally_round.par.moves import DRIVING, ROLLED_BACK, ROLLING, End, Move
from parcferme.games.rally_round.par.way_back import Trail, Trails
from parcferme.games.rally_round.rules.features import speed_limit


class Course:
    """A section for every kit between `low` and `high` (twice the same: for one kit)."""

    def __init__(
        self, route: Route, number: int, deck: Deck, low: Kit, high: Kit, fortunes: Fortunes, trails: Trails
    ) -> None:
        self.board = route.board
        self.route = route
        self.section = route.sections[number]
        self.kind = self.section.kind
        self.deck = deck
        self.low = low
        self.high = high
        self.fortunes = fortunes
        self.trails = trails
        self.marks = self.section.marks
        self.square_base = square_base(deck)
        self.least = limits(route, low)  # of a square for the weakest kit, and for the strongest
        self.most = limits(route, high)
        self.landing = Landing(route, number, deck, low, high, fortunes, trails)

    def turn(self, trail: Trail, speed: int, pcs: int, luck: Luck) -> list[End]:
        """Every way a turn can go that begins like this."""
        self.landing.ends = []
        high, low = self.high, self.low
        self._declare(Move(trail, speed, pcs, luck, high.rights), 0)
        if low.rights != high.rights and self.section.depth[low.rights][trail.edge] < ENDLESS:
            self._declare(Move(trail, speed, pcs, luck, low.rights), 0)
        if trail.edge < self.board.first_put:
            back = self.trails.turned(trail, self.board.turned[trail.edge])
            if high.free_turn:
                self._turn_free(Move(trail, speed, pcs, luck, high.rights))
            if not low.free_turn:
                self.landing.ends.append(End(1, False, 0, back, 0, pcs, luck, 0, [TURN]))
        return self.landing.ends

    def _turn_free(self, move: Move) -> None:
        """RR-92, for a kit that turns round in the same turn."""
        if move.trail.edge < self.board.first_put:
            about = move.after_doing(TURN)
            about.trail = self.trails.turned(move.trail, self.board.turned[move.trail.edge])
            about.speed = 0
            about.about = True
            self._declare(about, 0)

    # --- the announcement ---

    def _declare(self, move: Move, first: int) -> None:
        """Announce with the cards declared so far, then with one more. In order, unless the pack is run through."""
        self._announce(move)
        if move.armed and self.fortunes.reshuffled and self.high.free_turn and not move.about:
            self._turn_free(move)
        if not move.hand:
            return
        having = self.deck.having
        cards = self.landing.settled | having[IGNORE_QUIET]
        if move.shorter == 0:
            cards |= having[FEATHER]
        cards |= having[START] if move.speed == 0 else having[ACCELERATION] | having[DECELERATION]
        cards &= move.hand
        for card in range(0 if self.fortunes.reshuffled else first, self.deck.count if cards else 0):
            if cards >> card & 1:
                self._declare_one(move, card)

    def _declare_one(self, move: Move, card: int) -> None:
        more = move.copy()
        self.landing.play(more, card)
        more.armed |= 1 << card
        self.landing.refresh_rights(more)
        if self.deck.effect[card] != FEATHER:
            self._declare(more, card + 1)
            return
        for shorter, act in ((1, MORE), (-1, FEWER)):
            other = more.after_doing(act)
            other.shorter = shorter
            self._declare(other, card + 1)

    def _announce(self, move: Move) -> None:
        edge = move.trail.edge
        flat = self._flat_start(move, move.armed)
        if move.speed == 0:
            low, high = 10, flat
            if self.route.hill_ahead[edge]:
                high = max(high, 20 if move.clutch > 0 else self.high.uphill_start)
        else:
            low, high = self._moving_range(move)
        if move.cap_for > 0:
            high = min(high, move.cap_at)
            low = min(low, high)
        room = self.section.depth[move.rights][edge]
        announced = False
        for said in range(low, high + 10, 10):
            if said > TOP_SPEED or max(1, said // 10 + move.shorter) <= room:
                announced = True
                self._say(move, said, flat)
        if not announced and low <= high and (move.about or edge >= self.board.first_put):
            self._say(move, low, flat)  # nowhere to go: it announces and stays

    def _flat_start(self, move: Move, armed: int) -> int:
        high = self.high.start[self.board.colour[self.board.head[move.trail.edge]]]
        if move.clutch > 0:
            high = move.clutch
        rockets = armed & self.deck.having[START]
        for card in range(self.deck.count if rockets else 0):
            if rockets >> card & 1:
                high = max(high, self.deck.amount[card])
        return high

    def _moving_range(self, move: Move) -> tuple[int, int]:
        colour = self.board.colour[self.board.head[move.trail.edge]]
        low = move.speed - self.high.deceleration[colour]
        high = move.speed + self.high.acceleration[colour]
        having = self.deck.having
        if move.armed & having[DECELERATION]:
            low = 10
        boosts = move.armed & having[ACCELERATION]
        for card in range(self.deck.count if boosts else 0):
            if boosts >> card & 1:
                high += self.deck.amount[card]
        if move.geared > 0:
            high = move.speed
        return max(low, 10), high

    def _say(self, before: Move, said: int, flat: int) -> None:
        if before.armed and not self.fortunes.reshuffled and self._idle(before, said):
            return
        move = before.after_doing(said // 10 - 1)
        if move.speed == 0:
            move.climbs = self.route.hill_ahead[move.trail.edge] and said > flat
            move.clutch = 0
        if move.cap_for > 0:
            move.cap_for -= 1
        if move.geared > 0:
            move.geared -= 1
        move.said = said
        move.after = said
        if said > TOP_SPEED:
            self.landing.go_off(move, said - TOP_SPEED)
            return
        move.left = max(1, said // 10 + move.shorter)
        self._walk(move, NOWHERE)

    def _idle(self, move: Move, said: int) -> bool:
        """Is a card declared that this speed does not need?"""
        having = self.deck.having
        colour = self.board.colour[self.board.head[move.trail.edge]]
        if move.armed & having[START] and said <= self._flat_start(move, 0):
            return True
        if move.armed & having[ACCELERATION] and said <= move.speed + self.high.acceleration[colour]:
            return True
        return move.armed & having[DECELERATION] != 0 and said >= move.speed - self.high.deceleration[colour]

    # --- driving ---

    def _walk(self, move: Move, chosen: int) -> None:
        """Square by square to the end of the move; every way at a fork."""
        marks, path = self.marks, move.path
        exits = self.route.exits[0 if move.mode == ROLLING else move.rights]
        edge = move.edge()
        while move.left > 0:
            if chosen != NOWHERE:
                edge = chosen
                chosen = NOWHERE
            else:
                ways = exits[edge]
                if len(ways) != 1:
                    ways = self._open_ways(move, edge)
                    if len(ways) > 1:
                        self._fork(move, ways)
                        return
                    if not ways:
                        break
                edge = ways[0]
            path.append(edge)
            move.left -= 1
            mark = marks[edge]
            if mark:
                if self._meet(move, edge, mark):
                    return
                if move.armed:
                    exits = self.route.exits[0 if move.mode == ROLLING else move.rights]
        move.left = 0
        self._land(move)

    def _fork(self, move: Move, ways: list[int]) -> None:
        for way in ways:
            self._walk(move.after_doing(self.square_base + self.board.head[way]), way)

    def _open_ways(self, move: Move, edge: int) -> list[int]:
        rights = 0 if move.mode == ROLLING else move.rights
        ways = self.route.exits[rights][edge]
        if move.climbs and not move.path:
            ways = [way for way in ways if self.route.uphill[way]]
        depth = self.section.depth[rights]
        long_enough = [way for way in ways if depth[way] >= move.left - 1]
        return long_enough if long_enough else ways

    def _meet(self, move: Move, edge: int, mark: int) -> bool:
        """A square that asks something; True if the move goes no further (or its ends are known)."""
        if (
            mark & JOINS
            and len(move.path) > 1
            and not self.high.give_way
            and not self.landing.use(move, IGNORE_GIVE_WAY)
        ):
            move.faults += FAULT
        if mark & AT_GOAL:
            if move.mode == DRIVING and len(move.path) > move.said // 10 and self.kind != ROAD:
                move.path.pop()
                move.left = 0
                self._land(move)
            else:
                self.landing.arrive(move, edge)
            return True
        if mark & AT_BLACK and not self.high.black_spots and not self.landing.use(move, BLACK_SPOT):
            return True  # disqualified
        if mark & AT_TRACK and not self.high.hidden_tracks and not self.landing.use(move, HIDDEN_TRACK):
            return True
        if mark & (AT_LIMIT | AT_QUIET) and not move.broken and self._limit(move, self.board.head[edge]):
            return True
        if mark & AT_PC:
            self._pass_control(move, edge)
        return False

    def _limit(self, move: Move, square: int) -> bool:
        """A limit is met. Kits for which the car goes off and kits for which it does not each get their way."""
        least, most = self.least[square], self.most[square]
        if move.said <= least:
            return False
        feature = self.route.feature[square]
        surely = move.said > most
        if feature == QUIET:
            self._disturb(move, surely)
            return False
        ignoring = IGNORE_BEND if feature == BEND else IGNORE_BRIDGE if feature == BRIDGE else IGNORE_ROUGH
        if surely and self.landing.use(move, ignoring):
            return False
        for limit in range(least, min(most, move.said - 10) + 10, 10):
            self.landing.go_off(move.copy(), move.said - limit)
        return surely

    def _disturb(self, move: Move, surely: bool) -> None:
        """Too fast for a Quiet Zone (RR-84): 30 marks, and no other limit counts in this move (RR-R23)."""
        if move.armed & self.deck.having[IGNORE_QUIET]:
            move.hushed = True
            return
        loud = move if surely else move.copy()
        loud.faults += FAULT
        loud.broken = True
        if not surely:
            self._walk(loud, NOWHERE)

    def _pass_control(self, move: Move, edge: int) -> None:
        if self.kind == STAGE:
            self.landing.visit(move, edge)
        elif move.left > 0 and self.high.passage:
            if not self.low.passage:
                self._walk(move.copy(), NOWHERE)
            self.landing.visit(move, edge)
        elif move.left > 0 and move.armed & self.deck.having[PASSAGE] and self.landing.visit(move, edge):
            self.landing.use(move, PASSAGE)

    # --- coming to rest ---

    def _land(self, move: Move) -> None:
        if not move.path:
            self.landing.finish(move, 1)
            return
        edge = move.path[-1]
        if self.route.feature[self.board.head[edge]] != GRADIENT or move.rolled:
            self.landing.rest(move)
        elif self.high.decline_roll:
            self.landing.rest(move.after_doing(HOLD))
            self._roll(move.after_doing(ROLL), edge)
        else:
            self._roll(move, edge)

    def _roll(self, move: Move, edge: int) -> None:
        board = self.board
        square = board.head[edge]
        down = board.arrow[square]
        move.rolled = True
        if down == board.tail[edge]:
            for _ in range(board.value[square]):
                if not self.route.is_black[board.head[move.edge_behind()]]:  # RR-R28
                    move.send_back(1)
            move.mode = ROLLED_BACK
            self.landing.rest(move)
        elif self.route.is_black[down]:
            self.landing.rest(move)
        else:
            move.mode = ROLLING
            move.left = board.value[square]
            self._walk(move, board.edge_between(square, down))


def limits(route: Route, kit: Kit) -> list[int]:
    """The speed limit of every square for a kit."""
    free = (PLAIN, FORD, GIVE_WAY, GRADIENT, HAZARD)
    return [
        TOP_SPEED if route.feature[square] in free else speed_limit(route, kit, square)
        for square in range(route.board.count)
    ]
