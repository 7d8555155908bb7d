"""Rally Kit and Hazard! cards: read from a file, checked, and compiled into what a crew may do."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.errors import Fault
from parcferme.games.rally_round.board.map import TOP_SPEED
from parcferme.lib.documents import is_whole
from parcferme.lib.rows import vec

TYPES: Final = ("S", "A", "D", "DR", "N", "E")  # RR-01: the six types, in the order kits are written
PER_TYPE: Final = 6
KIT_CARDS: Final = 36
MOST_HAZARDS: Final = 60  # a hand is one integer: a bit for each card

TABLES: Final = (
    "start",
    "acceleration",
    "deceleration",
    "start_more",
    "acceleration_more",
    "deceleration_more",
    "bend",
)
AMOUNTS: Final = ("bridge", "rough", "quiet", "uphill_start")
RIGHTS: Final = (
    "decline_roll", "no_overtaking", "steady", "hidden_tracks", "black_spots", "passage", "give_way", "decline_draw",
    "waterproof", "free_turn",
)  # fmt: skip

# Hazard! effects: adverse ones are obeyed at once, the others are kept
MISS: Final = 0
BACK: Final = 1
CAP: Final = 2
HALT: Final = 3
NO_ACCELERATION: Final = 4
FLOOD: Final = 5
SLOW_START: Final = 6
DRY: Final = 7
START: Final = 8
HIDDEN_TRACK: Final = 9
IGNORE_BEND: Final = 10
IGNORE_GIVE_WAY: Final = 11
ACCELERATION: Final = 12
BLACK_SPOT: Final = 13
DECELERATION: Final = 14
IGNORE_BRIDGE: Final = 15
PASSAGE: Final = 16
FEATHER: Final = 17
IGNORE_QUIET: Final = 18
IGNORE_ROUGH: Final = 19
PUSH: Final = 20
PROTEST: Final = 21
ALLOWANCE: Final = 22
EFFECTS: Final = (
    "miss", "back", "cap", "stop", "no_acceleration", "flood", "slow_start", "dry", "start", "hidden_track", "bend",
    "give_way", "acceleration", "black_spot", "deceleration", "bridge", "passage", "feather", "quiet", "rough", "push",
    "protest", "allowance",
)  # fmt: skip
FIRST_KEPT: Final = DRY
DECLARED: Final = (  # with any announcement
    HIDDEN_TRACK, IGNORE_BEND, IGNORE_GIVE_WAY, BLACK_SPOT, IGNORE_BRIDGE, PASSAGE, FEATHER, IGNORE_QUIET, IGNORE_ROUGH,
)  # fmt: skip
WITH_AMOUNT: Final = ("miss", "back", "cap", "flood", "slow_start", "start", "acceleration", "push", "allowance")
WITH_TURNS: Final = ("cap", "no_acceleration")
MOST_BACK: Final = 3  # squares a card may send a car back: a trail remembers sixteen


class Kit:
    """What one crew may do: six cards (or none, the standard car of RR-09) added up."""

    def __init__(self) -> None:
        self.start = vec[i64]([10, 10, 10, 10])
        self.acceleration = vec[i64]([10, 10, 10, 10])
        self.deceleration = vec[i64]([10, 10, 10, 10])
        self.bend = vec[i64]([0, 0, 0, 0])
        self.bridge = 0
        self.rough = 0
        self.quiet = 0
        self.uphill_start = 20  # RR-55
        self.decline_roll = False
        self.no_overtaking = False
        self.steady = False
        self.hidden_tracks = False
        self.black_spots = False
        self.passage = False
        self.give_way = False
        self.decline_draw = False
        self.waterproof = False
        self.free_turn = False
        self.rights: i64 = 0  # index of Route.exits: 1 past Black Spots, 2 along Hidden Tracks


class Effects:
    """What one kit card does, read once. A table by colour is empty where the card has none."""

    def __init__(self, card: dict[str, object]) -> None:
        self.start = _table(card, "start")
        self.acceleration = _table(card, "acceleration")
        self.deceleration = _table(card, "deceleration")
        self.start_more = _table(card, "start_more")
        self.acceleration_more = _table(card, "acceleration_more")
        self.deceleration_more = _table(card, "deceleration_more")
        self.bend = _table(card, "bend")
        self.bridge = amount_of(card, "bridge")
        self.rough = amount_of(card, "rough")
        self.quiet = amount_of(card, "quiet")
        self.uphill_start = amount_of(card, "uphill_start")
        self.rights = [right for right in RIGHTS if right in card]


def build_kit(cards: list[dict[str, object]]) -> Kit:
    """Add the effects of some kit cards to the standard car."""
    return add_up([Effects(card) for card in cards])


def add_up(cards: list[Effects]) -> Kit:
    """The standard car with the effects of some kit cards (RR-10). A superset of cards is never worse (RR-R14)."""
    kit = Kit()
    for card in cards:
        _raise(kit.start, card.start)
        _raise(kit.acceleration, card.acceleration)
        _raise(kit.deceleration, card.deceleration)
        kit.bridge += card.bridge
        kit.rough += card.rough
        kit.quiet += card.quiet
        kit.uphill_start = max(kit.uphill_start, card.uphill_start)
        for right in card.rights:
            _grant(kit, right)
    for card in cards:  # on top of the best
        _add(kit.start, card.start_more)
        _add(kit.acceleration, card.acceleration_more)
        _add(kit.deceleration, card.deceleration_more)
        _add(kit.bend, card.bend)
    kit.rights = (1 if kit.black_spots else 0) + (2 if kit.hidden_tracks else 0)
    return kit


def _raise(values: vec[i64], others: vec[i64]) -> None:
    for colour in range(len(others)):
        values[colour] = max(values[colour], others[colour])


def _add(values: vec[i64], more: vec[i64]) -> None:
    for colour in range(len(more)):
        values[colour] = min(values[colour] + more[colour], TOP_SPEED)


def _grant(kit: Kit, right: str) -> None:
    kit.decline_roll |= right == "decline_roll"
    kit.no_overtaking |= right == "no_overtaking"
    kit.steady |= right == "steady"
    kit.hidden_tracks |= right == "hidden_tracks"
    kit.black_spots |= right == "black_spots"
    kit.passage |= right == "passage"
    kit.give_way |= right == "give_way"
    kit.decline_draw |= right == "decline_draw"
    kit.waterproof |= right == "waterproof"
    kit.free_turn |= right == "free_turn"


def _table(card: dict[str, object], name: str) -> vec[i64]:
    values = card.get(name, [])
    assert isinstance(values, list)
    return vec[i64](values)


def amount_of(card: dict[str, object], name: str) -> int:
    value = card.get(name, 0)
    assert isinstance(value, int)
    return value


class Deck:
    """All cards of a game: 36 kit cards in the order of TYPES, and the Hazard! cards."""

    def __init__(self, document: dict[str, object]) -> None:
        kit, hazards = document["kit"], document["hazards"]
        assert isinstance(kit, list)
        assert isinstance(hazards, list)
        self.kit: list[dict[str, object]] = kit
        self.kit_effects = [Effects(card) for card in kit]
        self.kit_ids: list[str] = [str(card["id"]) for card in kit]
        self.kit_names: list[str] = [str(card["name"]) for card in kit]
        self.hazard_ids: list[str] = [str(card["id"]) for card in hazards]
        self.hazard_names: list[str] = [str(card["name"]) for card in hazards]
        self.effect: list[int] = [EFFECTS.index(str(card["effect"])) for card in hazards]
        self.amount: list[int] = [amount_of(card, "amount") for card in hazards]
        self.turns: list[int] = [amount_of(card, "turns") for card in hazards]
        self.count = len(hazards)
        self.having: list[int] = [  # for each effect, the cards that have it, as bits
            sum(1 << number for number, own in enumerate(self.effect) if own == effect)
            for effect in range(len(EFFECTS))
        ]
        any_time = sum([self.having[effect] for effect in DECLARED])
        # the cards that go with an announcement: of a stationary car, of a moving one
        self.declared = [
            any_time | self.having[START],
            any_time | self.having[ACCELERATION] | self.having[DECELERATION],
        ]
        self._kits: dict[tuple[int, ...], Kit] = {}
        self.standard = build_kit([])

    def kit_of(self, numbers: tuple[int, ...]) -> Kit:
        """The kit of these cards (by number); made once and shared."""
        kit = self._kits.get(numbers)
        if kit is None:
            kit = add_up([self.kit_effects[number] for number in numbers])
            self._kits[numbers] = kit
        return kit

    def is_adverse(self, card: int) -> bool:
        return self.effect[card] < FIRST_KEPT

    def cards_in(self, bits: int) -> list[int]:
        """The Hazard! cards of a hand or a pack that is written as bits."""
        return [card for card in range(self.count) if bits >> card & 1] if bits else []


def check_cards(document: dict[str, object]) -> list[Fault]:
    """Everything that is wrong with a card file."""
    if document.get("format") != "rally-round-cards/1":
        return [Fault("format", "is not 'rally-round-cards/1'")]
    faults: list[Fault] = []
    for field in ("name", "source", "licence"):
        if not isinstance(document.get(field), str):
            faults.append(Fault(field, "is missing"))
    kit, hazards = document.get("kit"), document.get("hazards")
    if not isinstance(kit, list) or not all(isinstance(card, dict) for card in kit):
        return [*faults, Fault("kit", "is not a list of cards")]
    if not isinstance(hazards, list) or not all(isinstance(card, dict) for card in hazards):
        return [*faults, Fault("hazards", "is not a list of cards")]
    expected = [f"{kind}{number}" for kind in TYPES for number in range(1, PER_TYPE + 1)]
    if [card.get("id") for card in kit] != expected:
        faults.append(Fault("kit", f"needs these 36 cards in this order: {' '.join(expected)}", "RR-01"))
    if not 1 <= len(hazards) <= MOST_HAZARDS:
        faults.append(Fault("hazards", f"needs between 1 and {MOST_HAZARDS} cards, not {len(hazards)}", "RR-01"))
    if [card.get("id") for card in hazards] != [f"H{number + 1}" for number in range(len(hazards))]:
        faults.append(Fault("hazards", "need the ids H1, H2, … in order", "RR-81"))
    for card in kit:
        faults += _check_kit_card(card)
    for card in hazards:
        faults += _check_hazard(card)
    return faults


def _check_kit_card(card: dict[str, object]) -> list[Fault]:
    place = f"kit card {card.get('id')}"
    faults: list[Fault] = []
    if not isinstance(card.get("name"), str):
        faults.append(Fault(place, "has no name"))
    for name, value in card.items():
        if name in TABLES:
            most = 20 if name.endswith("_more") else 60 if name == "acceleration" else TOP_SPEED
            if not (isinstance(value, list) and len(value) == 4 and all(is_tens(n, 0, most) for n in value)):
                faults.append(Fault(place, f"{name} needs four multiples of 10 from 0 to {most}", "RR-08"))
        elif name in AMOUNTS:
            if not is_tens(value, 0, TOP_SPEED):
                faults.append(Fault(place, f"{name} needs a multiple of 10 from 0 to 100", "RR-08"))
        elif name in RIGHTS:
            if value != 1:  # true is 1
                faults.append(Fault(place, f"{name} needs 1 or true; leave it out where the card does not have it"))
        elif name not in ("id", "name"):
            faults.append(Fault(place, f"{name!r} is no effect; there are {', '.join(TABLES + AMOUNTS + RIGHTS)}"))
    return faults


def _check_hazard(card: dict[str, object]) -> list[Fault]:
    place = f"hazard card {card.get('id')}"
    effect = card.get("effect")
    if effect not in EFFECTS:
        return [Fault(place, f"effect {effect!r} is none of {', '.join(EFFECTS)}")]
    faults: list[Fault] = []
    if not isinstance(card.get("name"), str):
        faults.append(Fault(place, "has no name"))
    if card.get("adverse") is not (EFFECTS.index(str(effect)) < FIRST_KEPT):
        faults.append(Fault(place, f"adverse does not fit the effect {effect}", "RR-80"))
    amount, turns = card.get("amount", 0), card.get("turns", 0)
    if not (is_whole(amount) and is_whole(turns)):
        return [*faults, Fault(place, "amount and turns are whole numbers")]
    most = MOST_BACK if effect == "back" else 20 if effect == "acceleration" else TOP_SPEED
    if effect in WITH_AMOUNT and not (isinstance(amount, int) and 1 <= amount <= most):
        faults.append(Fault(place, f"amount needs a whole number from 1 to {most}"))
    if effect in ("cap", "start", "acceleration", "slow_start") and not is_tens(amount, 10, most):
        faults.append(Fault(place, f"amount needs a multiple of 10 from 10 to {most}", "RR-08"))
    if effect in WITH_TURNS and not (isinstance(turns, int) and 1 <= turns <= 9):
        faults.append(Fault(place, "turns needs a whole number from 1 to 9"))
    return faults


def is_tens(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and is_whole(value, low, high) and value % 10 == 0
