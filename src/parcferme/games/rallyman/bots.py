"""Three drivers.

novice   rolls dice one at a time, shifts up when in doubt and stops too early
clubman  knows the road: the best basic move by expected time, but never attacks nor pays
works    also weighs every time attack exactly, locks dice, and keeps Sisu for when it is worth most
"""

# isort: skip_file
from __future__ import annotations

from random import Random

from parcferme.core.bot import Bot, BotMaker
from parcferme.core.contract import Game, State
from parcferme.games.rallyman.actions import (
    ACCEPT, ATTACK, END, FACES, LOCK, PASS, PATHS, PLACE, READY, ROLL, SETS, SISU, SPARE, TYRES_ASPHALT, TYRES_SNOW,
    WHITE, WHITE_HAZARD, WIDE, die_of, path_of,
)  # fmt: skip
from parcferme.games.rallyman.pace import FAR, Pace
from parcferme.games.rallyman.rally import SPECIALS
from parcferme.games.rallyman.road import EFFECT_AT, NODE_AT, RISKY
from parcferme.games.rallyman.rules.choices import place_choices
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.state import (
    ACTOR, CAR, CARS, CUTS_FULL, DIRT, FULL, GEAR, HAZARDS, LEFT, LEFT_BAD, LEFT_CLEAN, LOCKS, NODE, PHASE, PLACING,
    SHOWN, SISU_HELD, SISU_ON, SNOW_ON, SPECIAL, TYRES, USED, WHITES, Position,
)  # fmt: skip

SISU_WORTH = 25.0  # seconds: play the card only for more than this, except late in the rally
SECOND = 1.0  # a second marker is worth one second


class Novice(Bot):
    """Careful and without a plan."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        for simple in (SISU, SPARE, READY, PASS):
            if simple in legal:
                return simple
        if not isinstance(state, Position):
            return self.rng.choice(legal)
        rolls = [a for a in legal if ROLL <= a < LOCK and path_of(a) != WIDE]
        afraid = state.v[HAZARDS] > 1 or (state.v[CARS + seat * CAR + GEAR] >= 3 and self.rng.random() < 0.25)
        if END in legal and (not rolls or afraid):
            return END
        if rolls:
            return max(rolls, key=die_of) if self.rng.random() < 0.6 else self.rng.choice(rolls)
        return self.rng.choice([a for a in legal if a < ATTACK] or legal)


class Clubman(Bot):
    """The basic technique, played by expected time."""

    def __init__(self, game: Game) -> None:
        self.paces: dict[int, Pace] = {}
        if isinstance(game, RallymanGame):  # learn the dry roads before the start
            rally = game.rally
            for special in range(SPECIALS):
                self.paces[special * 2] = Pace(rally.road(special, 0), 0, rally.components)

    def choose(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        if len(legal) == 1 or not isinstance(state, Position):
            return legal[0]
        if SPARE in legal:
            return SPARE
        if TYRES_SNOW in legal:
            snowy = sum(1 for index in range(1, state.road.finish) if state.road.snow[index])
            return TYRES_SNOW if 2 * snowy > state.road.length else TYRES_ASPHALT
        if SISU in legal:
            return self.answer(state, seat)
        if PASS in legal:
            return PASS
        return min(self.candidates(legal), key=lambda action: self.value(state, seat, action))

    def candidates(self, legal: list[int]) -> list[int]:
        return [action for action in legal if action == END or ROLL <= action < LOCK] or legal

    def answer(self, p: Position, seat: int) -> int:
        return SISU

    def pace(self, p: Position, seat: int) -> Pace:
        """The table for this special, its surfaces and the car's tyres; worked out when first needed."""
        special = p.v[SPECIAL]
        key = (special | p.v[SNOW_ON + special] << 2) * 2 + p.v[CARS + seat * CAR + TYRES]
        if key not in self.paces:
            self.paces[key] = Pace(p.road, p.v[CARS + seat * CAR + TYRES], p.rally.components)
        return self.paces[key]

    def value(self, p: Position, seat: int, action: int) -> float:
        """Expected seconds from here to the finish, and what the action costs."""
        v = p.v
        car = CARS + seat * CAR
        pace = self.pace(p, seat)
        gear = v[car + GEAR]
        if action == END:
            return pace.stop(p.road.at[v[car + NODE]], gear)
        die = die_of(action)
        used = v[USED] | 1 << die if die < WHITE else v[USED]
        gear = die + 1 if die < WHITE else gear
        chance, price = pace.chance[min(die, WHITE)], 0.0
        if LOCK <= action < PLACE:
            chance, price = 0.0, SECOND * (v[LOCKS] + 1)
        whites = min(2, v[WHITES] + (die >= WHITE))
        hazards = min(v[HAZARDS], 2)
        return price + pace.step(p.choices.steps[action], die, gear, used, whites, hazards, chance)


class Works(Clubman):
    """Everything: attacks weighed exactly against the pace table."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.attacks: dict[tuple[int, ...], float] = {}

    def candidates(self, legal: list[int]) -> list[int]:
        return [action for action in legal if action == END or action >= ROLL]

    def answer(self, p: Position, seat: int) -> int:
        """Play Sisu when it saves enough, and always in the last special."""
        car = CARS + seat * CAR
        pace = self.pace(p, seat)
        there, gear = p.road.at[p.v[car + NODE]], p.v[car + GEAR]
        saved = pace.loss(there, gear) - pace.after(there, gear, 31, 2, 0)
        return SISU if p.v[SPECIAL] == 2 or saved > SISU_WORTH else ACCEPT

    def value(self, p: Position, seat: int, action: int) -> float:
        if action >= ATTACK:
            return self.attack_value(p, seat, action - ATTACK)
        if p.v[PHASE] == PLACING:
            return _Arrangement(p, seat, self.pace(p, seat)).first(action)
        return super().value(p, seat, action)

    def attack_value(self, p: Position, seat: int, number: int) -> float:
        """Expected seconds of a time attack, each fall of the dice arranged at its best."""
        v = p.v
        car = CARS + seat * CAR
        mask, whites = SETS[number]
        place = (v[SPECIAL], v[SNOW_ON + v[SPECIAL]], v[car + NODE], v[car + GEAR])
        key = (number, *place, v[car + TYRES], v[car + SISU_HELD], v[DIRT], v[FULL], v[CUTS_FULL])
        if key not in self.attacks:
            arrangement = _Arrangement(p, seat, self.pace(p, seat))
            total = weights = 0.0
            for outcome, weight in p.rally.faces(mask, whites):
                faces = outcome - FACES
                arrangement.show(faces // 3)
                best = arrangement.best(v[car + NODE], v[car + GEAR], 0, 0, mask, whites - faces % 3, faces % 3, 0)
                weights += weight
                total += weight * best
            self.attacks[key] = total / weights - SECOND * (mask.bit_count() + whites)
        return self.attacks[key]


class _Arrangement:
    """The best order and route for the dice of an attack, given what they show."""

    def __init__(self, p: Position, seat: int, pace: Pace) -> None:
        self.p = p
        self.pace = pace
        self.tyres = p.v[CARS + seat * CAR + TYRES]
        self.sisu = p.v[CARS + seat * CAR + SISU_HELD]
        self.shown = p.v[SHOWN]
        self.known: dict[int, float] = {}

    def show(self, shown: int) -> None:
        self.shown = shown
        self.known = {}

    def first(self, action: int) -> float:
        """The value of placing this die now."""
        v = self.p.v
        car = CARS + v[ACTOR] * CAR
        hazards = -9 if v[SISU_ON] else v[HAZARDS]
        taken = self.p.choices.steps[action]
        return self._with(
            action, taken, v[car + GEAR], 1 if v[USED] else 0, v[WHITES], v[LEFT], v[LEFT_CLEAN], v[LEFT_BAD], hazards
        )

    def best(
        self, node: int, gear: int, started: int, whites: int, left: int, clean: int, bad: int, hazards: int
    ) -> float:
        progress = self.p.road.at[node]
        if left == 0 and clean + bad == 0:
            return self.pace.card[gear] + self.pace.start[progress * 6 + gear]
        key = ((((progress * 6 + gear) * 2 + started) * 32 + left) * 9 + clean * 3 + bad) * 16 + hazards + 9
        found = self.known.get(key)
        if found is None:
            v = self.p.v
            masks = v[DIRT], v[FULL], v[CUTS_FULL]
            choices = place_choices(self.p.road, progress, gear, started, whites, self.tyres, left, clean, bad, *masks)
            found = FAR
            for action, taken in choices.steps.items():
                found = min(found, self._with(action, taken, gear, started, whites, left, clean, bad, hazards))
            self.known[key] = found
        return found

    def _with(
        self,
        action: int,
        taken: int,
        gear: int,
        started: int,
        whites: int,
        left: int,
        clean: int,
        bad: int,
        hazards: int,
    ) -> float:
        die = (action - PLACE) // PATHS
        hazard = die == WHITE_HAZARD
        if die < WHITE:
            gear, started, left = die + 1, 1, left & ~(1 << die)
            hazard = self.shown >> die & 1 == 1
        elif hazard:
            whites, bad = whites + 1, bad - 1
        else:
            whites, clean = whites + 1, clean - 1
        node = taken >> NODE_AT
        there = self.p.road.at[node]
        saved = 0.0
        if hazard:
            hazards += 1
            if taken >> EFFECT_AT & 3 == RISKY:
                return self.pace.loss(there, gear)
            if hazards >= self.pace.limit[there]:
                if not self.sisu:
                    return self.pace.loss(there, gear)
                saved, hazards = SISU_WORTH, -9
        lost = self.pace.loss(there, gear)
        onward = saved + self.best(node, gear, started, whites, left, clean, bad, hazards)
        return min(lost, onward) if saved else onward


def _novice(game: Game, rng: Random) -> Bot:
    return Novice(rng)


def _clubman(game: Game, rng: Random) -> Bot:
    return Clubman(game)


def _works(game: Game, rng: Random) -> Bot:
    return Works(game)


BOTS: dict[str, BotMaker] = {"novice": _novice, "clubman": _clubman, "works": _works}
