"""A rally as its director organised it: three specials, dice, cards and options, all checked and compiled (RM-17)."""

from __future__ import annotations

import re
from typing import Final, final

from parcferme.core.errors import BadContent, BadOption, Fault
from parcferme.core.options import Options
from parcferme.games.rallyman.actions import DRY, K_GOOD, LOC_SPIN, ORDER, ORDERS_FROM, SETS, SNOW
from parcferme.games.rallyman.board.components import Components, texts, whole_number, whole_numbers
from parcferme.games.rallyman.board.road import Road
from parcferme.games.rallyman.board.spaces import Space
from parcferme.games.rallyman.board.zones import drive, must_be_sound, own_special, roads_of
from parcferme.lib.odds import Odds

SPECIALS: Final = 3
WEATHER_NONE: Final = 0
WEATHER_FIXED: Final = 1
WEATHER_VARIABLE: Final = 2

NO_ODDS: Final = Odds([])


@final
class Rally:
    """Everything about a rally that does not change while it is driven, as its director chose it (RM-17)."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.players = whole_number(options["players"])
        self.components = Components(str(options["dice"]))
        self.attack = options["time_attack"] is True
        self.locking = options["locking"] is True
        self.dirt = options["dirt"] is True
        self.sisu = options["sisu"] is True
        self.spare = options["spare_tyre"] is True
        self.spare_seconds = whole_number(options["spare_tyre_seconds"])
        self.staggered = options["staggered_start"] is True
        self.pays_on_loc = options["attack_pays_on_loc"] is True
        self.physical = options["physical_decks"] is True
        self.weather = ("none", "fixed", "variable").index(str(options["weather"]))
        self.chooses_tyres = self.weather != WEATHER_NONE and options["tyres"] == "choose"
        self.first_tyres = 1 if options["tyres"] == "snow" else 0
        self.assisted = [False, options["assistance"] in ("ss1", "both"), options["assistance"] in ("ss2", "both")]
        self.roadbooks = texts(options["stages"])
        self.spaces = _specials(options)
        self.zones = ["".join(dict.fromkeys(space.zone for space in spaces)) for spaces in self.spaces]
        self.fixed_snow = _fixed_snow(options, self.zones)
        self.start_order = _start_order(options)
        self.checkpoints = _checkpoints(options, self.spaces)
        self.timed = any(self.checkpoints)
        _check_names(options)
        self.rolls = [Odds(self.components.roll(die)) for die in range(6)]
        self.attack_rolls = [Odds(self.components.roll_all(mask, whites)) for mask, whites in SETS]
        self.weather_roll = Odds(  # RM-79, RM-R35: the 3rd-gear die
            [(DRY, self.components.faces - self.components.hazards[2]), (SNOW, self.components.hazards[2])]
        )
        self.cards = Odds(list(zip(range(K_GOOD, K_GOOD + 3), self.components.deck, strict=True)))
        self.backs = [NO_ODDS] + [  # by gear
            Odds(list(zip(range(LOC_SPIN, LOC_SPIN + 3), counts, strict=True))) for counts in self.components.backs
        ]
        self.orders = self._orders()
        self._roads: dict[int, Road] = {}
        for special in range(SPECIALS):
            self.road(special, 0)

    def road(self, special: int, snow: int) -> Road:
        """Special 0–2 with a mask of its zones in snow."""
        key = special | snow << 2
        found = self._roads.get(key)
        if found is None:
            snowy = "".join(zone for index, zone in enumerate(self.zones[special]) if snow >> index & 1)
            shortcuts = self.options["shortcuts"] is True
            found = Road(self.roadbooks[special], self.spaces[special], snowy, shortcuts, self.components.damage)
            self._roads[key] = found
        return found

    def _orders(self) -> Odds:
        """Every start order of SS1, all alike (RM-R36)."""
        first = ORDER + ORDERS_FROM.get(self.players, 0)
        count = (0, 1, 2, 6, 24)[self.players]
        return Odds([(first + number, 1) for number in range(count)])

    def driver(self, seat: int) -> str:
        """The name on the course sheet."""
        names = texts(self.options["drivers"])
        return names[seat] if seat < len(names) else f"Driver {seat + 1}"


def _specials(options: Options) -> list[list[Space]]:
    zones, own = options["zones"], options["specials"]
    if isinstance(own, dict):
        must_be_sound(own, "specials")
    roads = roads_of(zones if isinstance(zones, dict) else None)
    found: list[list[Space]] = []
    for number, roadbook in enumerate(texts(options["stages"]), 1):
        if not roadbook.startswith("@"):
            found.append(drive(roads, roadbook, f"stage {number}"))
        elif isinstance(own, dict):
            found.append(own_special(own, roadbook[1:]))
        else:
            raise BadContent("stages", [Fault(f"stage {number}", f"{roadbook} needs the option specials", "RM-18")])
    return found


def _fixed_snow(options: Options, zones: list[str]) -> list[int]:
    """RM-R35: with fixed weather the director sets the surface of every zone."""
    listed = texts(options["snow"])
    if options["weather"] != "fixed" and any(listed):
        raise BadOption("rallyman", "snow", "is only for weather=fixed")
    if options["weather"] == "none" and options["tyres"] != "choose":
        raise BadOption("rallyman", "tyres", "without weather every car has asphalt tyres: leave it at choose")
    for special, zone in unknown_snow(listed, zones):
        reason = f"special {special + 1} has no zone {zone}; its zones are {', '.join(zones[special])}"
        raise BadOption("rallyman", "snow", reason)
    return [
        sum(1 << index for index, zone in enumerate(known) if zone in snowy)
        for snowy, known in zip(listed, zones, strict=True)
    ]


def unknown_snow(listed: list[str], zones: list[str]) -> list[tuple[int, str]]:
    """Snow where there is no zone: the special, from 0, and the letter."""
    return [(number, zone) for number, snowy in enumerate(listed) for zone in snowy if zone not in zones[number]]


def _start_order(options: Options) -> list[int]:
    order = options["start_order"]
    seats = whole_numbers(order)
    if seats and sorted(seats) != list(range(whole_number(options["players"]))):
        raise BadOption("rallyman", "start_order", f"{order} does not name each of the {options['players']} seats once")
    return seats


def _checkpoints(options: Options, spaces: list[list[Space]]) -> list[list[int]]:
    """RM-106: for each special the progress of its checkpoints, in driving order."""
    found: list[list[int]] = [[], [], []]
    for text in texts(options["checkpoints"]):
        match = re.fullmatch(r"([123]):(\d+)", text)
        special, space = (int(match.group(1)) - 1, int(match.group(2))) if match else (0, 0)
        if not 1 <= space <= len(spaces[special]):
            raise BadOption(
                "rallyman", "checkpoints", f"{text}: special {special + 1} has spaces 1 to {len(spaces[special])}"
            )
        if space in found[special]:
            raise BadOption("rallyman", "checkpoints", f"{text} is given twice")
        found[special].append(space)
    return [sorted(points) for points in found]


def _check_names(options: Options) -> None:
    names, players = texts(options["drivers"]), whole_number(options["players"])
    if len(names) > players:
        raise BadOption("rallyman", "drivers", f"names {len(names)} drivers, but {players} take part")
    names += [f"Driver {seat + 1}" for seat in range(len(names), players)]
    if len(set(names)) != players:
        raise BadOption("rallyman", "drivers", "two drivers have the same name")
