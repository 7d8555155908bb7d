"""Three levels of rule-of-thumb bots.

novice    follows the route and takes any speed whose move does no harm at once
clubman   looks at every speed and the turn after it, keeps an eye on the clock
works     drives the exact plan of each section (`strip.py`) and picks cards by what they are worth on the route
"""

from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.analysis import plan_from, preview
from parcferme.games.rally_round.board import BEND, BRIDGE, FORD, GIVE_WAY, GRADIENT, HAZARD, NOWHERE, QUIET, ROUGH
from parcferme.games.rally_round.laid import Laying
from parcferme.games.rally_round.route import TC
from parcferme.games.rally_round.rules.markers import legal_markers
from parcferme.games.rally_round.rules.rally import RallyState
from parcferme.games.rally_round.state import (
    CREW,
    CREWS,
    DISQUALIFIED,
    KIT_AT,
    MISSES,
    N_ALLOWANCE,
    N_APPROACH,
    N_BLOCK,
    N_FORD,
    N_FORK,
    N_KIND,
    N_KIT,
    N_MPH,
    N_PLACE,
    N_PROTEST,
    N_PUSH,
    N_RESOLVE,
    N_ROLL,
    N_SPEED,
    N_SQUARE,
    N_STOP,
    N_WHAT,
    NODE,
    OFF,
    OTHER,
    PCS,
    RUN,
    SCORE,
    SECTION,
    SIZE,
    SPEED_,
    STATUS,
    TURNS,
    WHAT,
)
from parcferme.games.rally_round.strip import Step

NOVICE = 0
CLUBMAN = 1
WORKS = 2
GOOD_LEG = 16  # squares of a leg that leaves room for another five
ENOUGH_CONTROLS = 5  # RR-37
HARMFUL = 900  # seconds: rivals in the way can spoil a plan
CARD_NODES = (N_FORD, N_PROTEST, N_ALLOWANCE, N_PUSH)


class RoundBot(Bot):
    """One driver; `skill` says how far it thinks."""

    def __init__(self, rng: Random, skill: int) -> None:
        self.rng = rng
        self.skill = skill
        self.steps: dict[int, Step] = {}  # the step of its plan that each crew is driving

    def choose(self, state: State, seat: int) -> int:
        assert isinstance(state, RallyState)
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        node = state.v[NODE]
        if node == N_SPEED:
            return self._speed(state, seat, legal)
        if node == N_KIT:
            return self._card(state, legal)
        if node < N_SPEED:
            return self._lay(state, seat, legal)
        if node in CARD_NODES:
            return legal[1]  # play it: what has happened is never better later
        if node in (N_ROLL, N_STOP) and self.skill == WORKS:
            return self._as_planned(state, node, legal)
        if node == N_PLACE and self.skill > NOVICE:
            return self._least_harm(state, seat, legal)
        if node == N_FORK:
            return self._way(state, legal)
        return legal[0] if node == N_BLOCK else state.default(seat)

    # --- driving ---

    def _speed(self, state: RallyState, seat: int, legal: list[int]) -> int:
        speeds = [action for action in legal if action < act.SPEEDS]
        if not speeds:
            return act.TURN if act.TURN in legal else legal[0]
        crew = state.v[CREW]
        if self.skill == WORKS:
            plan = plan_from(state, crew)
            first = plan.steps[0].speed // 10 - 1 if plan is not None and plan.steps else act.TURN
            if plan is not None and first in speeds and self._harm(state, first, 0) < HARMFUL:
                self.steps[crew] = plan.steps[0]
                return first
        if self.skill == NOVICE:
            safe = [action for action in speeds if self._harm(state, action, 0) < 60]
            return self.rng.choice(safe) if safe else speeds[0]
        return min(speeds, key=lambda action: (self._harm(state, action, 1), -action))

    def _harm(self, state: RallyState, action: int, deeper: int) -> int:
        """Seconds that a move costs: marks, missed turns, and falling behind the clock."""
        crew = state.v[CREW]
        base = CREWS + crew * SIZE
        after, _ = preview(state, action)
        v, old = after.v, state.v
        if v[base + STATUS] == DISQUALIFIED:
            return 100_000
        cost = v[base + SCORE] + v[base + OTHER] - old[base + SCORE] - old[base + OTHER]
        missed = v[base + TURNS] - old[base + TURNS] - 1  # turns the crew has missed meanwhile
        if v[base + SECTION] != old[base + SECTION] or v[base + STATUS] > 1:
            return cost
        cost += 60 * max(0, missed) + 60 * v[base + MISSES] + (60 if v[base + OFF] else 0)
        if self.skill == NOVICE:
            return cost
        cost += self._lag(after, base)
        if deeper and cost < 900 and v[NODE] == N_SPEED and v[CREW] == crew:
            seat = after.to_act()[0]
            speeds = [next_one for next_one in after.legal(seat) if next_one < act.SPEEDS]
            if speeds:
                cost += min(self._harm(after, next_one, 0) for next_one in speeds[:6])
        return cost

    def _lag(self, state: RallyState, base: int) -> int:
        """Seconds behind (or, where that hurts, ahead of) an even drive to the next control."""
        v = state.v
        section = state.drives_on().sections[v[base + SECTION]]
        place = section.place[state.t.board.head[state.edge((base - CREWS) // SIZE)]]
        done = v[base + RUN] if place == NOWHERE else place - section.place[section.path[0]]
        due = section.target * done // section.squares
        late = v[base + TURNS] * 60 - due
        unvisited = sum(1 for n, at in enumerate(section.pc_at) if at < done and not v[base + PCS] >> n & 1)
        slow = 20 if v[base + SPEED_] == 0 else 0
        return (late if late > 0 else -late // 4) + 1800 * unvisited + slow

    def _least_harm(self, state: RallyState, seat: int, legal: list[int]) -> int:
        return min(legal, key=lambda action: self._harm(state, action, 0))

    def _as_planned(self, state: RallyState, node: int, legal: list[int]) -> int:
        step = self.steps.get(state.v[CREW])
        other = step is not None and (step.hold if node == N_ROLL else step.carry)
        return legal[1] if other else legal[0]

    def _way(self, state: RallyState, legal: list[int]) -> int:
        """Along the route; off it, by the shortest road to the next control."""
        crew = state.v[CREW]
        section = state.v[CREWS + crew * SIZE + SECTION]
        ahead = state.drives_on().along(section, state.square(crew))
        if state.t.square_base + ahead in legal:
            return state.t.square_base + ahead
        far = state.t.board.distances(state.drives_on().sections[section].goal)
        return min(legal, key=lambda action: far[action - state.t.square_base])

    # --- kit ---

    def _card(self, state: RallyState, legal: list[int]) -> int:
        if self.skill == NOVICE:
            return self.rng.choice(legal)
        worth = card_values(state) if self.skill == WORKS else [0] * 36
        base = CREWS + state.v[CREW] * SIZE + KIT_AT
        kit = state.t.deck.kit

        def value(action: int) -> tuple[int, int]:
            card = action - act.TAKE
            plain = sum(sum(v) for v in kit[card].values() if isinstance(v, list))
            return (worth[card], plain if state.v[base + card // 6] < 0 else 0)

        return max(legal, key=value)

    # --- route ---

    def _lay(self, state: RallyState, seat: int, legal: list[int]) -> int:
        node = state.v[NODE]
        if self.skill == NOVICE and node not in (N_WHAT,):
            return self.rng.choice(legal)
        if node == N_WHAT:
            return self._marker(state, legal)
        if node == N_SQUARE:
            return self._square(state, legal)
        if node in (N_KIND, N_MPH, N_APPROACH, N_RESOLVE):
            return self.rng.choice(legal)
        return self.rng.choice(legal)

    def _marker(self, state: RallyState, legal: list[int]) -> int:
        """Five Time Controls or so, a Passage Control now and then, then home."""
        times = sum(1 for control in state.laying().controls if control.type == TC)
        if times >= ENOUGH_CONTROLS and act.LAY_CLOSE in legal:
            return act.LAY_CLOSE
        wanted = act.LAY_PC if self.rng.random() < 0.25 else act.LAY_TC
        if wanted in legal:
            return wanted
        return act.LAY_CLOSE if act.LAY_CLOSE in legal else legal[0]

    def _square(self, state: RallyState, legal: list[int]) -> int:
        lay = state.laying()
        if state.v[WHAT] == act.LAY_BLACK:
            return self.rng.choice(legal)
        far = distances_from_end(lay)
        fitting = legal_markers(lay).tc if state.v[WHAT] == act.LAY_TC else legal_markers(lay).pc
        good = [action for action in legal if action - state.t.square_base in fitting]
        return min(good, key=lambda action: (abs(far[action - state.t.square_base] - GOOD_LEG), self.rng.random()))


def distances_from_end(lay: Laying) -> list[int]:
    return lay.board.distances(lay.candidates[0][-1])


def card_values(state: RallyState) -> list[int]:
    """What each kit card is worth on the route: the colours it helps on and the features it softens."""
    route = state.drives_on()
    board = route.board
    squares = route.path
    colours = [sum(1 for square in squares if board.colour[square] == colour) for colour in range(4)]
    features = [route.feature[square] for square in squares]
    stops = features.count(GIVE_WAY) + len(route.controls)
    weights = {
        "start": 4 * stops, "acceleration": 120, "deceleration": 90, "start_more": 4 * stops, "acceleration_more": 120,
        "deceleration_more": 90,
    }  # fmt: skip
    counts = {
        "bridge": features.count(BRIDGE), "rough": features.count(ROUGH), "quiet": features.count(QUIET) // 2,
        "decline_roll": 10 * features.count(GRADIENT), "waterproof": 40 * features.count(FORD),
        "give_way": 90 * features.count(GIVE_WAY), "decline_draw": 25 * features.count(HAZARD),
        "passage": 90 * (len(route.controls) - len(route.sections) - 1), "no_overtaking": 20, "steady": 30,
        "hidden_tracks": 10, "black_spots": 10, "free_turn": 1,
    }  # fmt: skip
    values: list[int] = []
    for card in state.t.deck.kit:
        value = 0
        for name, effect in card.items():
            if name in weights and isinstance(effect, list):
                value += sum(c * e for c, e in zip(colours, effect, strict=True)) * weights[name] // len(squares)
            elif name == "bend" and isinstance(effect, list):
                value += 60 * features.count(BEND) * max(effect) // 10
            elif name in ("bridge", "rough", "quiet") and isinstance(effect, int):
                value += 30 * counts[name] * effect // 10
            elif name in counts:
                value += counts[name]
        values.append(value)
    return values


def _novice(game: Game, rng: Random) -> Bot:
    return RoundBot(rng, NOVICE)


def _clubman(game: Game, rng: Random) -> Bot:
    return RoundBot(rng, CLUBMAN)


def _works(game: Game, rng: Random) -> Bot:
    return RoundBot(rng, WORKS)


BOTS: dict[str, BotMaker] = {"novice": _novice, "clubman": _clubman, "works": _works}
