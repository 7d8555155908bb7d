"""The end of a turn in the solver's model of a section: the rule of the square a car rests on, cards, missed turns.

Where the kits between `low` and `high` differ in what happens, both things happen (see `kit_families.py`).
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.actions import CARD, CARRY, DECLINE, DRAW, PASS, STOP
from parcferme.games.rally_round.board.cards import (
    BACK,
    BLACK_SPOT,
    CAP,
    DRY,
    FLOOD,
    HALT,
    HIDDEN_TRACK,
    IGNORE_BEND,
    IGNORE_BRIDGE,
    IGNORE_GIVE_WAY,
    IGNORE_QUIET,
    IGNORE_ROUGH,
    MISS,
    NO_ACCELERATION,
    PASSAGE,
    PROTEST,
    PUSH,
    SLOW_START,
    Deck,
    Kit,
)
from parcferme.games.rally_round.board.map import FORD, GIVE_WAY, HAZARD
from parcferme.games.rally_round.board.route import AT_PC, BLACK_OPEN, TRACKS_OPEN, Route
from parcferme.games.rally_round.mechanics.timing import FAULT, ROAD, STAGE, flying
from parcferme.games.rally_round.par.hand_state import Fortunes, Luck
from parcferme.games.rally_round.par.moves import DRIVING, ROLLED_BACK, End, Move
from parcferme.games.rally_round.par.way_back import Trails

# cards that must have done something by the end of the move for which they were declared
SETTLED: Final = (HIDDEN_TRACK, IGNORE_BEND, IGNORE_GIVE_WAY, BLACK_SPOT, IGNORE_BRIDGE, PASSAGE, IGNORE_ROUGH)


class Landing:
    """How turns end on a section, for every kit between `low` and `high`; `ends` gathers them."""

    def __init__(
        self, route: Route, number: int, deck: Deck, low: Kit, high: Kit, fortunes: Fortunes, trails: Trails
    ) -> None:
        self.board = route.board
        self.route = route
        self.section = route.sections[number]
        self.kind = self.section.kind
        self.marks = self.section.marks
        self.deck = deck
        self.low = low
        self.high = high
        self.fortunes = fortunes
        self.trails = trails
        self.settled = sum([deck.having[effect] for effect in SETTLED])
        self.ends: list[End] = []

    def rest(self, move: Move) -> None:
        edge = move.edge()
        square = self.board.head[edge]
        feature = self.route.feature[square]
        halts = move.mode != ROLLED_BACK and self.kind != STAGE
        if halts and self.marks[edge] & AT_PC:
            self.visit(move, edge)
            self._stop(move, self.high.passage, PASSAGE)
        elif halts and feature == GIVE_WAY and self.board.tail[edge] not in self.board.majors[square]:
            self._stop(move, self.high.give_way, IGNORE_GIVE_WAY)
        elif feature == FORD:
            self._ford(move)
        elif feature == HAZARD:
            self._hazard(move)
        else:
            self.finish(move, 1)

    def _hazard(self, move: Move) -> None:
        if self.high.decline_draw:
            self.finish(move.after_doing(DECLINE), 1)
        if self.fortunes.draws:
            self._draw(move.after_doing(DRAW) if self.high.decline_draw else move)

    def _stop(self, move: Move, free: bool, effect: int) -> None:
        """A Starting Speed comes next, unless kit or card let the crew carry on."""
        if free or move.armed & self.deck.having[effect]:
            moving = move.after_doing(CARRY)
            self.use(moving, effect)
            self.finish(moving, 1)
            move.acts.append(STOP)
        move.after = 0
        self.finish(move, 1)

    def _ford(self, move: Move) -> None:
        if self.high.waterproof:
            self.finish(move.copy(), 1)
            if self.low.waterproof:
                return
        dry = move.hand & self.deck.having[DRY]
        for card in range(self.deck.count if dry else 0):
            if dry >> card & 1:
                other = move.copy()
                self.play(other, card)
                self.finish(other, 1)
        if dry:
            move.acts.append(PASS)
        self._stand(move, move.said // 10)

    # --- cards ---

    def _draw(self, move: Move) -> None:
        if not move.queue:
            self.fortunes.used_up = True
            self.finish(move, 1)
            return
        card = move.queue[0]
        move.queue = move.queue[1:]
        if not self.deck.is_adverse(card):
            move.hand |= 1 << card
            self.finish(move, 1)
            return
        protests = move.hand & self.deck.having[PROTEST]
        for other in range(self.deck.count if protests else 0):
            if protests >> other & 1:
                spared = move.copy()
                self.play(spared, other)
                self._return_card(spared, card)
                self.finish(spared, 1)
        if protests:
            move.acts.append(PASS)
        self._obey(move, card)

    def _obey(self, move: Move, card: int) -> None:
        effect, amount, turns = self.deck.effect[card], self.deck.amount[card], self.deck.turns[card]
        self._return_card(move, card)
        if effect == MISS:
            self._stand(move, amount)
            return
        if effect == FLOOD:
            if not self.low.waterproof:
                self._stand(move.copy(), min(amount, move.said // 10))
            if not self.high.waterproof:
                return
        elif effect == HALT:
            move.after = 0
        elif effect == BACK:
            move.send_back(amount)
        elif effect == CAP:
            move.cap_at = amount
            move.cap_for = turns
        elif effect == NO_ACCELERATION:
            move.geared = turns
        elif effect == SLOW_START:
            move.clutch = amount
        self.finish(move, 1)

    # --- the end of a turn ---

    def _stand(self, move: Move, misses: int) -> None:
        """Turns are missed on the spot, then comes a Starting Speed (RR-90)."""
        move.after = 0
        self._serve(move, misses, 1)

    def _serve(self, move: Move, misses: int, turns: int) -> None:
        """A card may cancel missed turns before any of them."""
        pushes = move.hand & self.deck.having[PUSH]
        if misses == 0 or not pushes:
            self.finish(move, turns + misses)
            return
        self._serve(move.after_doing(PASS), misses - 1, turns + 1)
        for card in range(self.deck.count):
            if pushes >> card & 1:
                helped = move.copy()
                self.play(helped, card)
                left = max(0, misses - self.deck.amount[card])
                if left > 0:
                    self._serve(helped, left - 1, turns + 1)
                else:
                    self.finish(helped, turns)

    def finish(self, move: Move, turns: int) -> None:
        if move.armed and self._wasted(move):
            return
        trail = self.trails.onward(move.trail, move.path, move.fell)
        self.ends.append(End(turns, False, 0, trail, move.after, move.pcs, self._luck(move), move.faults, move.acts))

    def arrive(self, move: Move, edge: int) -> None:
        """The due Time Control, from whichever side (RR-R09)."""
        if move.armed and self._wasted(move):
            return
        section = self.section
        seconds = 60
        if self.kind != ROAD and move.mode == DRIVING:
            seconds = flying(len(move.path), move.said // 10)
        if self.board.tail[edge] != section.approach or (self.kind == ROAD and move.left > 0):
            move.faults += FAULT
        move.faults += FAULT * (len(section.pcs) - move.pcs.bit_count())
        entry = self.trails.entry(edge)
        self.ends.append(End(1, True, seconds, entry, 0, 0, self._luck(move), move.faults, move.acts))

    def _wasted(self, move: Move) -> bool:
        """Has a card been declared for nothing? Then the same move without it is at least as good."""
        if self.fortunes.reshuffled:
            return False
        unheard = move.armed & self.deck.having[IGNORE_QUIET] != 0 and not move.hushed
        return unheard or move.armed & self.settled != 0

    def _luck(self, move: Move) -> Luck:
        return self.fortunes.of(move.hand, move.queue, move.cap_at, move.cap_for, move.geared, move.clutch)

    # --- what moves and landings share ---

    def go_off(self, move: Move, excess: int) -> None:
        if self.high.steady:
            if not self.low.steady:
                self._stand(move.copy(), excess // 10)
            self._stand(move, excess // 10 - 1)
        else:
            self._stand(move, excess // 10)

    def visit(self, move: Move, edge: int) -> bool:
        """A Passage Control counts if the direction is right; those after it must then be visited again (RR-R10)."""
        section = self.section
        number = section.pcs.index(self.board.head[edge])
        right = self.board.tail[edge] == section.pc_approach[number]
        if right and not move.pcs >> number & 1:
            move.pcs = move.pcs & ((1 << number) - 1) | 1 << number
        return right

    def use(self, move: Move, effect: int) -> bool:
        found = move.armed & self.deck.having[effect]
        if not found:
            return False
        move.armed &= ~(found & -found)
        if effect in (BLACK_SPOT, HIDDEN_TRACK):
            move.rights = self.high.rights
            self.refresh_rights(move)
        return True

    def refresh_rights(self, move: Move) -> None:
        having = self.deck.having
        if move.armed & having[BLACK_SPOT]:
            move.rights |= BLACK_OPEN
        if move.armed & having[HIDDEN_TRACK]:
            move.rights |= TRACKS_OPEN

    def play(self, move: Move, card: int) -> None:
        move.hand &= ~(1 << card)
        move.acts.append(CARD + card)
        self._return_card(move, card)

    def _return_card(self, move: Move, card: int) -> None:
        if self.fortunes.reshuffled:
            move.queue = (*move.queue, card)
