"""RALLY's door plate: title, seats and options."""

from __future__ import annotations

from typing import Final

from parcferme.core.meta import Meta
from parcferme.core.options import Choice, Document, Flag, Int, Items, OptionSpec, Text

RACES: Final = (
    "montecarlo",
    "svezia",
    "italia",
    "safari",
    "marocco",
    "alpi-austriache",
    "coppa-delle-alpi",
    "gran-bretagna",
)  # the calendar, in order

ROUTE: Final = r"(\d{1,3}(-\d{1,3}){0,11})?"

META: Final = Meta(
    title="RALLY",
    prefix="RA",
    about="A world championship of road rallies: set a gear, roll the risk, drive as far as you dare.",
    year=1980,
    authors="Marco Donadoni (International Team)",
    options=OptionSpec(
        "rally",
        [
            Int("players", 1, 6, 2, "cars at the start; one car drives a time trial"),  # RA-01
            Choice("scope", ("stage", "race", "championship"), "race", "how much is played"),
            Items(
                "races",
                Choice("race", RACES, "montecarlo", "a race of the calendar"),
                0,
                8,
                [],
                "races of a championship in calendar order (none: all eight); a single race or stage takes the first",
            ),
            Flag("specials", False, "races also run their special stage"),
            Choice("stage", ("normal", "special"), "normal", "the kind of a single stage"),
            Choice("layer", ("last", "auto"), "last", "who lays the road cards: the last starter, or chance"),
            Text("route", ROUTE, "", "the road of a single stage as card numbers, 1-12-6; empty: laid in play"),
            Choice("surcharge", ("after", "occupied"), "after", "which square overtaking makes harder"),
            Choice("tyre_cost", ("weather", "type"), "weather", "what sets the squares special tyres cost when dry"),
            Choice("tyre_match", ("same", "any"), "same", "which special tyres help in which bad weather"),
            Document("cards", "your own road cards instead of the house's"),
            Document("tables", "your own gear, risk and damage tables instead of the house's"),
            Document("weather", "your own weather rings instead of the house's"),
        ],
    ),
)
