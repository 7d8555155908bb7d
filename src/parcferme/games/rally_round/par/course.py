"""One section of a competition: every way a turn can go for a crew that drives alone.

It asks the same mechanics as the rules do, without events, sheets and other cars; where a crew may choose, it tries
everything, and notes the actions. The tests drive it side by side with the rules. It can also drive *all kits between
two* at once (`kit_families.py`): where kits differ in what happens to a car, both things happen, so that its best is a
bound for each of them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.games.rally_round.actions import FEWER, HOLD, MORE, ROLL, TURN, square_base
from parcferme.games.rally_round.board.cards import ACCELERATION, DECELERATION, FEATHER, START
from parcferme.games.rally_round.board.map import GRADIENT, NOWHERE, QUIET, TOP_SPEED
from parcferme.games.rally_round.board.route import AT_GOAL, ENDLESS, JOINS
from parcferme.games.rally_round.mechanics.controls import is_out_of_reach, pass_by
from parcferme.games.rally_round.mechanics.crew import Crew
from parcferme.games.rally_round.mechanics.driving import (
    ASKED,
    CLOSED,
    LIMIT,
    UNDECIDED,
    asked_on_entering,
    drive_on,
    first_asked,
)
from parcferme.games.rally_round.mechanics.features import ignores_limit, may_enter, may_join
from parcferme.games.rally_round.mechanics.speeds import fits, flat_start, must_climb, speed_range, squares_driven
from parcferme.games.rally_round.mechanics.timing import FAULT, STAGE
from parcferme.games.rally_round.mechanics.ways import (
    ROLLED_BACK,
    ROLLING,
    ROLLS_BACK,
    STAYS,
    open_ways,
    rights_of,
    roll_way,
)
from parcferme.games.rally_round.par.landing import Landing
from parcferme.games.rally_round.par.moves import End, Move, Standing, Task, begun
from parcferme.lib.rows import vec

ALONE: Final = vec[i64]()  # no squares are taken by others


class Course(Landing):
    """A section for every kit between `low` and `high` (twice the same: for one kit)."""

    def __init__(self, task: Task, number: int) -> None:
        super().__init__(task, number)
        self.task = task
        self.square_base = square_base(task.deck)

    def turn(self, at: Standing) -> list[End]:
        """Every way a turn can go that begins like this."""
        self.ends = []
        edge = at.trail.edge
        self._declare(begun(at, self.high), 0)
        if self.low.rights != self.high.rights and self.section.room(self.low.rights, edge) < ENDLESS:
            self._declare(begun(at, self.task.kits.barred), 0)
        move = begun(at, self.high)
        if self._may_turn(move):
            about = self._turned(move)
            if not self.low.free_turn:
                self.end(about, 1, about.trail)
            if self.high.free_turn:
                self._turn_free(about)
        return self.ends

    def _may_turn(self, move: Move) -> bool:
        return self.task.strays and move.trail.edge < self.board.first_put and not move.turned_round

    def _turned(self, move: Move) -> Move:
        """RR-92: the car faces the other way."""
        about = move.after_doing(TURN)
        about.trail = self.task.trails.turned(move.trail, self.board.turned[move.trail.edge])
        about.speed = 0
        return about

    def _turn_free(self, about: Move) -> None:
        """The same turn goes on."""
        about.turned_round = True
        self._declare(about, 0)

    # --- the announcement ---

    def _declare(self, move: Move, first: int) -> None:
        """Announce with the cards declared so far, then with one more. In order, unless the pack is run through."""
        self._announce(move)
        if move.declared and self.fortunes.reshuffled and self.high.free_turn and self._may_turn(move):
            self._turn_free(self._turned(move))
        if not move.hand:
            return
        for card in self.deck.cards_in(move.declarable(self.deck)):
            if card >= first or self.fortunes.reshuffled:
                self._declare_one(move, card)

    def _declare_one(self, move: Move, card: int) -> None:
        more = move.copy()
        self.play(more, card)
        more.declared |= 1 << card
        if self.deck.effect[card] != FEATHER:
            self._declare(more, card + 1)
            return
        for feather, act in ((1, MORE), (-1, FEWER)):
            other = more.after_doing(act)
            other.feather = feather
            self._declare(other, card + 1)

    def _announce(self, move: Move) -> None:
        edge = move.trail.edge
        low, high = speed_range(move, self.deck, self.board.paint[edge], self.route.hill_ahead[edge])
        room = self.section.room(rights_of(move, self.deck, move.mode), edge)
        announced = False
        for said in range(low, high + 10, 10):
            if fits(said, move.feather, room):
                announced = True
                self._say(move, said)
        if not announced and low <= high and (move.turned_round or edge >= self.board.first_put):
            self._say(move, low)  # nowhere to go: it announces and stays

    def _say(self, before: Move, said: int) -> None:
        edge = before.trail.edge
        colour: i64 = self.board.paint[edge]
        if before.declared and not self.fortunes.reshuffled and self._idle(before, said, colour):
            return
        move = before.after_doing(said // 10 - 1)
        move.must_climb = must_climb(move, self.deck, colour, self.route.hill_ahead[edge], said)
        move.burden = move.burden.after_announcing(move.speed)
        move.said = said
        move.after = said
        if said > TOP_SPEED:
            self.go_off(move, said - TOP_SPEED)
            return
        move.left = squares_driven(said, move.feather)
        self._walk(move, NOWHERE)

    def _idle(self, move: Move, said: int, colour: i64) -> bool:
        """Is a card declared that this speed does not need?"""
        bare = Crew(move.kit, move.speed, 0, 0, move.burden)
        if move.speed == 0:
            return move.has(self.deck, START) and said <= flat_start(bare, self.deck, colour)
        low, high = speed_range(bare, self.deck, colour, False)
        if move.has(self.deck, ACCELERATION) and said <= high:
            return True
        return move.has(self.deck, DECELERATION) and said >= low

    # --- driving ---

    def _walk(self, move: Move, chosen: i64) -> None:
        """Square by square to the end of the move; every way at a fork."""
        way = chosen
        while True:
            rights = rights_of(move, self.deck, move.mode)
            ended = drive_on(move, self.route, self.section, rights, way, move.left, ALONE)
            way = NOWHERE
            if ended == ASKED:
                if self._meet(move, move.edge()):
                    return
            elif ended == UNDECIDED:
                climbs = move.must_climb and not move.path
                ways = open_ways(self.route, self.section, rights, move.edge(), move.left - 1, climbs)
                if len(ways) > 1:
                    self._fork(move, ways)
                    return
                if not ways:
                    break
                way = ways[0]
            else:
                break
        move.left = 0
        self._land(move)

    def _fork(self, move: Move, ways: list[int]) -> None:
        for way in ways:
            if self.task.strays or self.section.leads_on(self.board.tail[way], self.board.head[way]):
                self._walk(move.after_doing(self.square_base + self.board.head[way]), way)

    def _meet(self, move: Move, edge: i64) -> bool:
        """A square that asks something; True if the move goes no further (or its ends are known)."""
        mark = self.section.marks[edge]
        asked = asked_on_entering(mark, False, move.limit_broken)
        while asked:
            question = first_asked(asked)
            asked &= ~question
            if question == JOINS:
                move.faults += 0 if may_join(move, self.deck, len(move.path) == 1) else FAULT
            elif question == AT_GOAL:
                self._reach_goal(move, edge)
                return True
            elif question == CLOSED:
                if not may_enter(move, self.deck, mark):
                    return True
            elif question == LIMIT:
                if self._limit(move, self.board.head[edge]):
                    return True
            else:
                self._pass_control(move, edge)
        return False

    def _reach_goal(self, move: Move, edge: i64) -> None:
        if is_out_of_reach(self.section, move.mode, len(move.path), move.said):
            move.path.pop()
            move.left = 0
            self._land(move)
        else:
            self.arrive(move, edge)

    def _limit(self, move: Move, square: i64) -> bool:
        """A limit is met. Kits for which the car goes off and kits for which it does not each get their way."""
        least, most = self.task.least[square], self.task.most[square]
        if move.said <= least:
            return False
        feature = self.route.feature[square]
        surely = move.said > most
        if feature == QUIET:
            self._disturb(move, surely)
            return False
        if surely and ignores_limit(move, self.deck, feature):
            return False
        for limit in range(least, min(most, move.said - 10) + 10, 10):
            self.go_off(move.copy(), move.said - limit)
        return surely

    def _disturb(self, move: Move, surely: bool) -> None:
        """Too fast for a Quiet Zone (RR-84): 30 marks, and no other limit counts in this move (RR-R23)."""
        if ignores_limit(move, self.deck, QUIET):
            move.hushed = True
            return
        loud = move if surely else move.copy()
        loud.faults += FAULT
        loud.limit_broken = True
        if not surely:
            self._walk(loud, NOWHERE)

    def _pass_control(self, move: Move, edge: i64) -> None:
        if self.high.passage and not self.low.passage and self.section.kind != STAGE and move.left > 0:
            self._walk(move.copy(), NOWHERE)  # a kit for which it was no visit
        pass_by(move, self.deck, self.section, self.board, edge, move.left)

    # --- coming to rest ---

    def _land(self, move: Move) -> None:
        if not move.path:
            self.finish(move, 1)
            return
        edge = move.path[-1]
        if self.route.feature[self.board.head[edge]] != GRADIENT or move.rolled:
            self.rest(move)
        elif self.high.decline_roll:
            self.rest(move.after_doing(HOLD))
            self._roll(move.after_doing(ROLL), edge)
        else:
            self._roll(move, edge)

    def _roll(self, move: Move, edge: int) -> None:
        squares = self.board.value[self.board.head[edge]]
        way = roll_way(self.route, edge)
        move.rolled = True
        if way == ROLLS_BACK:
            for _ in range(squares):
                if not self.route.is_black[self.board.head[move.edge_behind()]]:  # RR-R28
                    move.send_back(1)
            move.mode = ROLLED_BACK
            self.rest(move)
        elif way == STAYS:
            self.rest(move)
        else:
            move.mode = ROLLING
            move.left = squares
            self._walk(move, way)
