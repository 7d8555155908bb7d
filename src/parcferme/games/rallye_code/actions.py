"""Actions and outcomes: dense ids, one notation each, and the parts a board can match with a click."""

from __future__ import annotations

from typing import Final

from parcferme.core.notation import Notation
from parcferme.games.rallye_code.mechanics.dice import DICE, DICE_NAMES

ROLL: Final = 0
ROLL_CAR: Final = 1  # + 0 or 1: the player's car, where he may choose (RC-R03)
PLACE_RIGHT: Final = 3
PLACE_LEFT: Final = 4
PLACE_NO_ENTRY: Final = 5
ACCEPT: Final = 6
REFUSE: Final = 7
HALF: Final = 8  # + 0 to 3: gérance 2 to 5
GIVE_UP: Final = 12
BELL: Final = 13
PASS: Final = 14
FINE: Final = 15  # + car; then collect, challenge and claim follow, see `Ids`

GERANCES: Final = 4
BOX_NAMES: Final = ("garages", "first_aid", "petrol", "hotels")


class Ids:
    """The ids that depend on how many cars, seats and cards there are."""

    def __init__(self, players: int, each: int, cards: int) -> None:
        self.cars = players * each
        self.collect = FINE + self.cars
        self.challenge = self.collect + self.cars
        self.claim = self.challenge + self.cars  # + gérance × cars + car
        self.card = DICE  # outcomes: + card
        self.lot = DICE + cards  # outcomes: + seat
        self.car_names = [car_name(car, each) for car in range(self.cars)]
        self.actions = _action_notation(self.car_names)
        self.outcomes = Notation(
            "an outcome of Rallye-Code (3+4, card:7, lot:1)",
            list(DICE_NAMES)
            + [f"card:{card + 1}" for card in range(cards)]
            + [f"lot:{seat + 1}" for seat in range(players)],
        )


def car_name(car: int, each: int) -> str:
    """As painted on its roof: the player's number, and .1 or .2 where he has two cars."""
    return str(car + 1) if each == 1 else f"{car // 2 + 1}.{car % 2 + 1}"


def _action_notation(cars: list[str]) -> Notation:
    forms: list[tuple[str, dict[str, object]]] = [("roll", {"kind": "roll"})]
    forms += [(f"roll:{number}", {"kind": "roll_car", "number": number}) for number in (1, 2)]
    for side in ("right", "left", "no_entry"):
        forms.append((f"place:{side.replace('_', '-')}", {"kind": f"place_{side}", "side": side}))
    forms += [("accept", {"kind": "accept"}), ("refuse", {"kind": "refuse"})]
    forms += [(f"half:{gerance}", {"kind": "half", "gerance": gerance}) for gerance in range(2, 6)]
    forms += [("give-up", {"kind": "give_up"}), ("bell", {"kind": "bell"}), ("pass", {"kind": "pass"})]
    for kind in ("fine", "collect", "challenge"):
        forms += [(f"{kind}:{car}", {"kind": kind, "car": car}) for car in cars]
    for gerance in range(2, 6):
        forms += [(f"claim:{gerance}/{car}", {"kind": "claim", "gerance": gerance, "car": car}) for car in cars]
    what = "an action of Rallye-Code (roll, refuse, half:2, fine:3)"
    return Notation(what, [text for text, _ in forms], [form for _, form in forms])
