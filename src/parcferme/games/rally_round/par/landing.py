"""The end of a turn that the solver tries out: the rule of the square a car rests on, cards, missed turns.

Where the kits between `low` and `high` differ in what happens, both things happen (see `kit_families.py`).
"""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.actions import CARD, CARRY, DECLINE, DRAW, PASS, STOP
from parcferme.games.rally_round.board.cards import (
    BACK,
    BLACK_SPOT,
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
    PASSAGE,
    PROTEST,
    PUSH,
)
from parcferme.games.rally_round.mechanics import features
from parcferme.games.rally_round.mechanics.controls import arrival_fault, last_minute, visit
from parcferme.games.rally_round.mechanics.crew import turns_in_water, turns_to_miss
from parcferme.games.rally_round.mechanics.features import STOP_AT_CONTROL, STOP_AT_GIVE_WAY, WATER
from parcferme.games.rally_round.mechanics.timing import FAULT, NO_FAULT
from parcferme.games.rally_round.par.moves import End, Move, Task
from parcferme.games.rally_round.par.way_back import Trail

# cards that must have done something by the end of the move for which they were declared
SETTLED: Final = (HIDDEN_TRACK, IGNORE_BEND, IGNORE_GIVE_WAY, BLACK_SPOT, IGNORE_BRIDGE, PASSAGE, IGNORE_ROUGH)


class Landing:
    """How turns end on a section; `ends` gathers them."""

    def __init__(self, task: Task, number: int) -> None:
        self.board = task.route.board
        self.route = task.route
        self.section = task.route.sections[number]
        self.deck = task.deck
        self.low = task.kits.low
        self.high = task.kits.high
        self.fortunes = task.fortunes
        self.trails = task.trails
        self.settled = sum([task.deck.having[effect] for effect in SETTLED])
        self.ends: list[End] = []

    def rest(self, move: Move) -> None:
        edge = move.edge()
        asked = features.asked_at_rest(self.route, self.section, edge, move.mode)
        if asked == STOP_AT_CONTROL:
            visit(move, self.section, self.board, edge)
            self._stop(move, asked, PASSAGE)
        elif asked == STOP_AT_GIVE_WAY:
            self._stop(move, asked, IGNORE_GIVE_WAY)
        elif asked == WATER:
            self._ford(move)
        elif asked == features.CARD:
            self._hazard(move)
        else:
            self.finish(move, 1)

    def _stop(self, move: Move, stop: int, effect: int) -> None:
        """A Starting Speed comes next, unless kit or card let the crew carry on."""
        if features.may_carry_on(move, self.deck, stop):
            moving = move.after_doing(CARRY)
            moving.use(self.deck, effect)
            self.finish(moving, 1)
            move.acts.append(STOP)
        move.after = 0
        self.finish(move, 1)

    def _ford(self, move: Move) -> None:
        if self.high.waterproof:
            self.finish(move.copy(), 1)
            if self.low.waterproof:
                return
        self._answer(move, DRY, ())
        self._stand(move, turns_in_water(move.said))

    def _answer(self, move: Move, effect: int, drawn: tuple[int, ...]) -> None:
        """Every card that cancels what has happened (what was drawn) is played in a move of its own; this one goes on
        without."""
        answers = self.deck.cards_in(move.hand & self.deck.having[effect])
        for answer in answers:
            spared = move.copy()
            self.play(spared, answer)
            for card in drawn:
                spared.queue = self.fortunes.returned(spared.queue, card)
            self.finish(spared, 1)
        if answers:
            move.acts.append(PASS)

    # --- cards ---

    def _hazard(self, move: Move) -> None:
        if self.high.decline_draw:
            self.finish(move.after_doing(DECLINE), 1)
        if self.fortunes.draws:
            self._draw(move.after_doing(DRAW) if self.high.decline_draw else move)

    def _draw(self, move: Move) -> None:
        if not move.queue:
            self.fortunes.used_up = True
            self.finish(move, 1)
            return
        card = move.queue[0]
        move.queue = move.queue[1:]
        if self.deck.is_adverse(card):
            self._answer(move, PROTEST, (card,))
            self._obey(move, card)
        else:
            move.hand |= 1 << card
            self.finish(move, 1)

    def _obey(self, move: Move, card: int) -> None:
        effect = self.deck.effect[card]
        turns = turns_to_miss(self.deck, card, move.said)
        move.queue = self.fortunes.returned(move.queue, card)
        move.burden = move.burden.with_card(self.deck, card)
        if effect == MISS or (effect == FLOOD and not self.high.waterproof):
            self._stand(move, turns)
            return
        if effect == FLOOD and not self.low.waterproof:
            self._stand(move.copy(), turns)
        elif effect == HALT:
            move.after = 0
        elif effect == BACK:
            move.send_back(self.deck.amount[card])
        self.finish(move, 1)

    def play(self, move: Move, card: int) -> None:
        """A kept card goes back to the pack."""
        move.hand &= ~(1 << card)
        move.acts.append(CARD + card)
        move.queue = self.fortunes.returned(move.queue, card)

    # --- the end of a turn ---

    def go_off(self, move: Move, excess: int) -> None:
        if self.high.steady and not self.low.steady:
            self._stand(move.copy(), features.turns_off(excess, False))
        self._stand(move, features.turns_off(excess, self.high.steady))

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
        for card in self.deck.cards_in(pushes):
            helped = move.copy()
            self.play(helped, card)
            left = max(0, misses - self.deck.amount[card])
            if left > 0:
                self._serve(helped, left - 1, turns + 1)
            else:
                self.finish(helped, turns)

    def finish(self, move: Move, turns: int) -> None:
        if not (move.declared and self._wasted(move)):
            self.end(move, turns, self.trails.onward(move.trail, move.path, move.fell))

    def end(self, move: Move, turns: int, trail: Trail) -> End:
        end = End(move, turns, trail, self.fortunes.of(move.hand, move.queue, move.burden))
        self.ends.append(end)
        return end

    def arrive(self, move: Move, edge: int) -> None:
        """The due Time Control, from whichever side (RR-R09)."""
        if move.declared and self._wasted(move):
            return
        section = self.section
        if arrival_fault(section, self.board, edge, move.left) != NO_FAULT:
            move.faults += FAULT
        move.faults += FAULT * (len(section.pcs) - move.visited.bit_count())
        move.after, move.visited = 0, 0
        end = self.end(move, 1, self.trails.entry(edge))
        end.seconds = last_minute(section, move.mode, len(move.path), move.said)

    def _wasted(self, move: Move) -> bool:
        """Has a card been declared for nothing? Then the same move without it is at least as good."""
        if self.fortunes.reshuffled:
            return False
        unheard = move.has(self.deck, IGNORE_QUIET) and not move.hushed
        return unheard or move.declared & self.settled != 0
