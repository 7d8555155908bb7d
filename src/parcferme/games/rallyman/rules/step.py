"""One die driven: the car moves, cards are drawn, control is kept or lost, and the turn goes on or ends.

    take_step → card_drawn on a shortcut → judged: control kept, Sisu asked, or lost (loc_drawn)
              → the next choice, the next die of a time attack, or the gear card that ends the turn

Every function leaves the position at the next node: the end of a turn begins the next one (`stage.next_turn`).
"""

# isort: skip_file
from __future__ import annotations

from typing import Final

from parcferme.core.chance import Odds
from parcferme.core.events import Event
from parcferme.games.rallyman.actions import (
    ACCEPT, CUT, DICE, DIE_NAMES, GO, K_DIRTY, K_GOOD, K_PUNCTURE, LOC_LEFT, LOC_SPIN, PATHS, PATH_NAMES, PLACE,
    SISU, WAYS, WHITE, WHITE_HAZARD,
)  # fmt: skip
from parcferme.games.rallyman.rules.cache import NOT_ASKED, NO_CHOICES, Choices, Leg
from parcferme.games.rallyman.load import BUMP, CORNER
from parcferme.games.rallyman.chrono_log import CARD_FLIPPED, IN_SPECIAL, SEAT, SPLIT, entry
from parcferme.games.rallyman.board.rally import GRAVEST
from parcferme.games.rallyman.board.road import EFFECT_AT, LOST, NODE_AT, POSE_AT, RISKY, Road, near, notes, step_on
from parcferme.games.rallyman.rules.begin import Events, tell
from parcferme.games.rallyman.rules.choices import (
    BLACKS, CHAIN_LOCK, OPEN_DICE, OPEN_WHITES, chain_choices, leg_of, place_choices, without,
)  # fmt: skip
from parcferme.games.rallyman.rules.stage import next_turn
from parcferme.games.rallyman.state import (
    ARRIVAL, CARD_DUE, CHAIN, CHRONO, DAMAGE, DIRT, FINISHED, FLATS, FROM, GEAR, LOC_DUE, MARKERS, NODE, OFF_LEFT,
    OFF_RIGHT, PLACING, POSE, POSE_NAMES, RETIRED, SISU_ASKED, SISU_HELD, SPECIAL, SPUN, STATUS,
    STEP, STEP_HAZARD, TYRES, Position, decks_at,
)  # fmt: skip

SISU_CHOICES: Final = Choices([SISU, ACCEPT])
PATH_AND_EFFECT: Final = (1 << POSE_AT) - 1  # of a step: below CUT for go, in and skid without any effect

MOVE_CLAUSES = ("RM-27", "RM-48", "RM-49", "RM-50", "RM-61")  # by path
BUMP_CLAUSES = ("RM-56", "RM-57", "RM-58", "RM-59")  # below its note, at it, one and two above

# ------------------------------------------------------------------ the move


def step_of(p: Position, action: int) -> int:
    """The step that a legal roll, lock or placing takes; straight from the road's table where nothing is near."""
    road, die, cell = p.road, DICE[action], p.cell
    if die < WHITE:
        cell += die + 1 - cell % 6
    nearby = near(cell // 6, p.v[DIRT], p.full, p.cuts_full) if p.crowded else 0
    found = 0 if nearby else road.steps[cell * PATHS + WAYS[action]]
    return found or step_on(road, cell // 6, cell % 6, WAYS[action], nearby)


def take_step(p: Position, taken: int, die: int, hazard: int, events: Events) -> bool:
    """Move the car: die used, gear engaged, one space or what path and bump make of it. Does it drive on from there?"""
    v, car = p.v, p.car
    if die < WHITE:
        p.used = p.used | 1 << die  # RM-31
        v[car + GEAR] = die + 1
    else:
        p.whites = p.whites + 1  # RM-30: the gear stays
    if events is not None:
        _tell_move(p, taken, events)
    node = taken >> NODE_AT
    p.arrivals = p.arrivals + 1
    p.cell = p.road.at[node] * 6 + v[car + GEAR]
    v[car + NODE] = node
    v[car + POSE] = taken >> POSE_AT & 3
    v[car + ARRIVAL] = p.arrivals
    if taken & PATH_AND_EFFECT < CUT and not hazard and node != p.road.finish:
        return True  # nothing has happened but the move
    if taken & 7 == CUT:
        v[STEP] = taken
        v[STEP_HAZARD] = hazard
        draw(p)
        return False
    if not _keeps_control(p, taken >> EFFECT_AT & 3, hazard, events):
        return False
    if node == p.road.finish:
        take_card(p, events)
        return False
    return True


def _tell_move(p: Position, taken: int, events: list[Event]) -> None:
    path, pose, gear = taken & 7, taken >> POSE_AT & 3, p.v[p.car + GEAR]
    ahead = p.road.at[p.v[p.car + NODE]] + 1
    clause = MOVE_CLAUSES[path]
    if p.road.kind[ahead] == BUMP:
        clause = BUMP_CLAUSES[min(max(gear - p.road.note[ahead], -1), 2) + 1]
    elif path == GO and p.attacking:
        clause = "RM-39"
    args: dict[str, object] = {"space": p.road.ids[taken >> NODE_AT], "gear": gear, "pose": POSE_NAMES[pose]}
    tell(p, events, f"move_{PATH_NAMES[path]}", clause, args)


# ------------------------------------------------------------------ shortcut cards


def draw(p: Position) -> None:
    """RM-51: one K card for every car that enters a shortcut."""
    p.phase = CARD_DUE
    p.choices = NO_CHOICES
    p.odds = _deck(p, 5, K_GOOD) if p.rally.physical else p.rally.cards


def _deck(p: Position, deck: int, first: int) -> Odds:
    """RM-R42: what is left in a deck."""
    at = decks_at(p.rally.players) + 3 * deck
    return Odds([(first + i, p.v[at + i]) for i in range(3) if p.v[at + i]])


def _remove_card(p: Position, deck: int, card: int, fresh: list[int]) -> None:
    """Take a card out of its deck; an empty deck is shuffled anew."""
    at = decks_at(p.rally.players) + 3 * deck
    p.v[at + card] -= 1
    if p.v[at] + p.v[at + 1] + p.v[at + 2] == 0:
        p.v[at : at + 3] = fresh


def card_drawn(p: Position, outcome: int, events: Events) -> None:
    """Good, dirty or puncture; only then does the step go on (RM-52 to RM-55, RM-R21)."""
    v, car = p.v, p.car
    corner = p.road.at[v[car + NODE]]
    if p.rally.physical:
        _remove_card(p, 5, outcome - K_GOOD, p.rally.components.deck)
    if events is not None:
        card = ("good", "dirty" if p.rally.dirt else "dirty_spared", "puncture")[outcome - K_GOOD]
        tell(p, events, f"card_{card}", ("RM-52", "RM-53", "RM-54")[outcome - K_GOOD], {"space": p.road.ids[corner]})
    if outcome == K_DIRTY and p.rally.dirt:
        v[DIRT] |= 1 << corner  # RM-R20: one marker per corner
    elif outcome == K_PUNCTURE:
        v[car + FLATS] += 1
        if v[car + FLATS] >= 3:
            retire(p, "RM-55", "flats", events)
            return
    if _keeps_control(p, v[STEP] >> EFFECT_AT & 3, v[STEP_HAZARD], events):
        _go_on(p, events)


def retire(p: Position, clause: str, why: str, events: Events) -> None:
    """The car leaves the road and the rally (RM-R39)."""
    p.v[p.car + STATUS] = RETIRED
    if events is not None:
        tell(p, events, f"retired_{why}", clause, {})
    next_turn(p, events)


# ------------------------------------------------------------------ control kept or lost


def _keeps_control(p: Position, effect: int, hazard: int, events: Events) -> bool:
    """Or is control lost by an error (RM-61, RM-62), or in doubt by the hazard that is one too many (RM-60)?"""
    if effect == LOST or (effect == RISKY and hazard):
        if events is not None:
            tell(p, events, "too_fast", "RM-61" if _above_notes(p) else "RM-62", {})
        _lose(p, events)
        return False
    if hazard and not p.sisu_on:
        p.hazards = p.hazards + 1
        v, car = p.v, p.car
        limit = hazard_limit(p.road, v[car + NODE], v[car + TYRES])
        if events is not None:
            tell(p, events, "hazard", "RM-33", {"count": p.hazards, "limit": limit})
        if p.hazards >= limit:
            if v[car + SISU_HELD]:
                p.phase = SISU_ASKED
                p.choices = SISU_CHOICES
            else:
                _lose(p, events)
            return False
    return True


def _above_notes(p: Position) -> bool:
    """Does the car stand on a corner that its gear was too high for?"""
    v, road, car = p.v, p.road, p.car
    progress, gear = road.at[v[car + NODE]], v[car + GEAR]
    if road.kind[progress] != CORNER:
        return False
    inside, outside = notes(road, progress, v[DIRT] >> progress & 1)
    return gear > inside and gear != outside


def hazard_limit(road: Road, node: int, tyres: int) -> int:
    """How many hazards lose control on this space (RM-33, RM-82, RM-R08, RM-R10)."""
    return 2 if tyres == 0 and road.snow[road.at[node]] else 3


def answer(p: Position, action: int, events: Events) -> None:
    """Sisu played or not (RM-88, RM-89, RM-R28)."""
    if action == ACCEPT:
        _lose(p, events)
        return
    p.v[p.car + SISU_HELD] = 0
    p.sisu_on = 1
    p.hazards = 0
    if events is not None:
        tell(p, events, "sisu", "RM-89", {})
    _go_on(p, events)


def _go_on(p: Position, events: Events) -> None:
    """Control is kept: across the line, the next die of the attack, or the next choice."""
    if p.v[p.car + NODE] == p.road.finish:
        take_card(p, events)
    elif p.attacking:
        go_on_placing(p, events)
    else:
        offer_chain(p, events)


def offer_chain(p: Position, events: Events) -> None:
    """The next die or the end; without a legal die the turn ends by itself (RM-34)."""
    v, car = p.v, p.car
    cell = p.cell
    slot = OPEN_DICE[(v[car + DAMAGE] * 6 + cell % 6) * 32 + p.used] + OPEN_WHITES[v[car + FLATS] * 3 + p.whites]
    if v[car + MARKERS] > p.locks and p.rally.locking:  # RM-45: the next one costs LOCKS + 1
        slot += CHAIN_LOCK
    found = p.kept.chains.free[cell][slot]
    if p.crowded or found is NOT_ASKED:
        found = chain_choices(p.road, v[car + TYRES], cell, slot, v[DIRT], p.full, p.cuts_full)
    if len(found.ids) == 1:
        if events is not None:
            tell(p, events, "no_die", "RM-34", {})
        take_card(p, events)
        return
    p.choices = found
    p.phase = CHAIN


def _lose(p: Position, events: Events) -> None:
    """Loss of control: on the finish line it only damages the car (RM-103 to RM-105), else a card decides (RM-64)."""
    v, car = p.v, p.car
    across = v[car + NODE] == p.road.finish
    if events is not None:
        args: dict[str, object] = {"space": p.road.ids[v[car + NODE]], "gear": v[car + GEAR]}
        tell(p, events, "lost", "RM-103" if across else "RM-63", args)
    if not p.rally.pays_on_loc:
        p.earned = 0  # RM-R07
    if across:
        v[car + DAMAGE] = min(GRAVEST, v[car + DAMAGE] + 1)
        if events is not None:
            tell(p, events, "damage", "RM-105", {"dice": 1, "damage": v[car + DAMAGE]})
        take_card(p, events, "RM-104")
        return
    flip(p)


def flip(p: Position) -> None:
    """The card of the last gear is turned over."""
    gear = p.v[p.car + GEAR]
    p.phase = LOC_DUE
    p.choices = NO_CHOICES
    p.odds = _deck(p, gear - 1, LOC_SPIN) if p.rally.physical else p.rally.backs[gear]


def loc_drawn(p: Position, outcome: int, events: Events) -> None:
    """The back of the gear card: a spin, or off the road into what grows there (RM-65 to RM-70)."""
    v, car = p.v, p.car
    gear, progress = v[car + GEAR], p.road.at[v[car + NODE]]
    if p.rally.physical:
        _remove_card(p, gear - 1, outcome - LOC_SPIN, p.rally.components.backs[gear - 1])
    hurt = 0
    if outcome == LOC_SPIN:
        v[car + POSE] = SPUN
    elif outcome == LOC_LEFT:
        v[car + POSE] = OFF_LEFT
        hurt = p.road.left[progress]
    else:
        v[car + POSE] = OFF_RIGHT
        hurt = p.road.right[progress]
    if events is not None:
        pose = POSE_NAMES[v[car + POSE]]
        tell(p, events, pose.replace("-", "_"), "RM-65" if outcome == LOC_SPIN else "RM-66", {})
    seconds = p.rally.components.lost
    v[car + CHRONO] = v[car + CHRONO] + seconds
    v[car + GEAR] = 0  # RM-67, RM-R25
    p.note(entry(CARD_FLIPPED, p.actor, v[SPECIAL], gear, seconds))
    if events is not None:
        tell(p, events, "card_flipped", "RM-64", {"gear": gear, "seconds": seconds, "total": v[car + CHRONO]})
    v[car + MARKERS] += p.earned
    p.earned = 0
    if hurt:
        _damage(p, car, hurt, events)
    if v[car + DAMAGE] >= GRAVEST:
        retire(p, "RM-R23", "damage", events)
        return
    if p.rally.timed:
        _announce_splits(p, car, events)
    next_turn(p, events)


def _damage(p: Position, car: int, hurt: int, events: Events) -> None:
    p.v[car + DAMAGE] = min(GRAVEST, p.v[car + DAMAGE] + hurt)
    if events is not None:
        clause = "RM-69" if hurt == 1 else "RM-70"
        tell(p, events, "damage", clause, {"dice": hurt, "damage": p.v[car + DAMAGE]})


# ------------------------------------------------------------------ time attack


def go_on_placing(p: Position, events: Events) -> None:
    """The next die of the attack; a die whose place is forced is placed at once."""
    p.phase = PLACING
    found = _places(p)
    p.choices = found
    if not found.ids:
        take_card(p, events)
    elif len(found.ids) == 1:
        place(p, found.ids[0], events)


def _places(p: Position) -> Choices:
    """The dice that may be placed next; none when all have been."""
    found = p.kept.places.free[p.cell][p.left]
    if p.crowded or found is NOT_ASKED:
        found = place_choices(p.road, p.v[p.car + TYRES], p.cell, p.left, p.v[DIRT], p.full, p.cuts_full)
    return found


def place(p: Position, action: int, events: Events) -> None:
    """Dice of the attack are driven, this one and those that follow from it, until there is a choice or the end."""
    while True:
        found = p.choices
        leg = found.legs[action - PLACE]
        if leg is None and found.free and WAYS[action] != CUT:
            leg = leg_of(p.road, p.v[p.car + TYRES], p.cell, p.left, action)
            found.keep_leg(action, leg)
        if leg is not None and events is None and _drive_leg(p, leg):
            found = leg.then
        elif _place_one(p, action, events):
            found = _places(p)
        else:
            return
        p.choices = found
        if len(found.ids) > 1:
            return
        if not found.ids:
            take_card(p, events)
            return
        action = found.ids[0]


def _drive_leg(p: Position, leg: Leg) -> bool:
    """All dice of a leg at once, if their hazards cannot lose control on the way (RM-33, RM-41, RM-58)."""
    v, car = p.v, p.car
    shown = p.shown & leg.blacks
    hazards = p.hazards + BLACKS[shown] + leg.bad
    if hazards:
        if hazards >= p.road.lowest_limit[v[car + TYRES]] or shown & leg.risky or p.sisu_on:
            return False
        p.hazards = hazards
    p.used = p.used | leg.blacks
    if leg.whites:
        p.whites = p.whites + leg.whites
    p.left = leg.left
    p.cell = leg.cell
    p.arrivals = p.arrivals + leg.dice
    v[car + NODE] = leg.node
    v[car + POSE] = leg.pose
    v[car + GEAR] = leg.gear
    v[car + ARRIVAL] = p.arrivals
    return True


def _place_one(p: Position, action: int, events: Events) -> bool:
    """One die of the attack (RM-38, RM-39); hazards count in the order of placing (RM-41). Does the car drive on?"""
    die, hazard = DICE[action], 0
    p.left = without(p.left, die, p.v[p.car + TYRES])
    if die < WHITE:
        hazard = p.shown >> die & 1
    elif die == WHITE_HAZARD:
        die, hazard = WHITE, 1
    if events is not None:
        tell(p, events, "place_hazard" if hazard else "place", "RM-38", {"die": DIE_NAMES[die]})
    return take_step(p, step_of(p, action), die, hazard, events)


# ------------------------------------------------------------------ the end of a turn


def take_card(p: Position, events: Events, clause: str = "RM-35") -> None:
    """The card of the last engaged gear goes on the chrono pile (RM-35, RM-36)."""
    v, car, rally = p.v, p.car, p.rally
    gear, cards = v[car + GEAR], rally.components
    seconds = cards.seconds[gear]
    v[car + CHRONO] = v[car + CHRONO] + seconds
    p.past = (cards.taken[gear] + p.actor * SEAT + v[SPECIAL] * IN_SPECIAL, p.past)
    if p.earned:
        v[car + MARKERS] = v[car + MARKERS] + p.earned
        p.earned = 0
    if events is not None:
        tell(p, events, "card", clause, {"gear": gear, "seconds": seconds, "total": v[car + CHRONO]})
    if rally.timed:
        _announce_splits(p, car, events)
    if v[car + NODE] == p.road.finish:
        _finish(p, car, events)
    next_turn(p, events)


def _finish(p: Position, car: int, events: Events) -> None:
    """The car has driven the special to its end (RM-R44)."""
    v = p.v
    v[car + STATUS] = FINISHED
    if events is not None:
        seconds = v[car + CHRONO] - v[car + MARKERS]
        tell(p, events, "finished", "RM-98", {"seconds": seconds, "markers": v[car + MARKERS]})


def _announce_splits(p: Position, car: int, events: Events) -> None:
    """RM-107, RM-R40: the time so far at every checkpoint reached or passed in this turn."""
    v = p.v
    for number, point in enumerate(p.rally.checkpoints[v[SPECIAL]]):
        if v[FROM] < point <= p.road.at[v[car + NODE]]:
            seconds = v[car + CHRONO] - v[car + MARKERS]
            p.note(entry(SPLIT, p.actor, v[SPECIAL], number, seconds))
            if events is not None:
                args: dict[str, object] = {"checkpoint": number + 1, "space": p.road.ids[point], "seconds": seconds}
                tell(p, events, "split", "RM-107", args)
