"""Rallyman's door plate: what can be known without loading its rules."""

from __future__ import annotations

from typing import Final

from parcferme.core.meta import Meta
from parcferme.core.options import Choice, Document, Flag, Int, Items, OptionSpec, Text

ROADBOOK: Final = r"[A-Z][0-9]-[A-Z][0-9](?:/[A-Z][0-9]-[A-Z][0-9])*|@[A-Za-z0-9_.-]+"
STAGES: Final[list[object]] = ["C8-C3/J1-J4", "L0-L1/C7-C6/L2-L3/V2-V3/C5-C4", "J1-J4"]

OPTIONS: Final = OptionSpec(
    "rallyman",
    [
        Int("players", 1, 4, 2, "How many drivers (1 to 4); one driver races the clock alone."),  # RM-01
        Text("name", r".{0,60}", "", "The rally's name, for the course sheet."),
        Text("date", r".{0,30}", "", "The rally's date, for the course sheet."),
        Items(
            "drivers",
            Text("driver", r".{1,30}", "Driver", ""),
            0,
            4,
            [],
            "Drivers' names by seat, for the course sheet.",
        ),
        Items(
            "stages",
            Text("roadbook", ROADBOOK, "J1-J4", ""),
            3,
            3,
            STAGES,
            "Roadbooks of the three specials: roads from exit to exit (C8-C3/J1-J4) or an own special (@name).",
        ),
        Document("zones", "Own zone boards; a zone with a house zone's letter replaces it."),
        Document("specials", "Own specials without zones, used in stages as @name."),
        Choice("assistance", ("none", "ss1", "ss2", "both"), "both", "After which specials there is assistance."),
        Items(
            "checkpoints",
            Text("checkpoint", r"[123]:[1-9][0-9]{0,2}", "1:1", ""),
            0,
            24,
            [],
            "Split times: special and space, such as 2:30.",
        ),
        Flag("time_attack", True, "Drivers may roll several dice at once for a second each."),
        Flag("locking", True, "Drivers may pay seconds to play a die without rolling it."),
        Flag("shortcuts", True, "Shortcuts may be taken."),
        Flag("dirt", True, "Dirty shortcut cards lower the notes of their corner."),
        Choice("weather", ("none", "fixed", "variable"), "none", "No weather, snow set by the director, or rolled."),
        Items(
            "snow",
            Text("zones", r"[A-Z]*", "", ""),
            3,
            3,
            ["", "", ""],
            "With fixed weather: the letters of the zones in snow, for each special.",
        ),
        Choice(
            "tyres", ("choose", "asphalt", "snow"), "choose", "With weather: chosen by drivers, or one type for all."
        ),
        Flag("sisu", True, "Each driver holds a Sisu card."),
        Flag("spare_tyre", True, "Each driver holds a spare tyre card."),
        Int("spare_tyre_seconds", 0, 120, 0, "Seconds that changing a tyre costs."),
        Flag("staggered_start", True, "Driver n enters in round n; otherwise all start in round 1."),
        Items("start_order", Int("seat", 0, 3, 0, ""), 0, 4, [], "Start order of SS1 by seat; empty: drawn at random."),
        Flag("attack_pays_on_loc", True, "A time attack earns its seconds even when control is lost."),
        Flag("physical_decks", False, "Cards are drawn without putting them back until the deck is empty."),
        Choice("dice", ("2010", "GT"), "2010", "How many hazard faces the dice have."),
    ],
)

META: Final = Meta(
    title="Rallyman",
    prefix="RM",
    about="Push your luck through the gears of three special stages; the shortest total time wins.",
    year=2009,
    authors="Jean-Christophe Bouvier",
    options=OPTIONS,
)
