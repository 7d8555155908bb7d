"""Rally Round's door plate."""

from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Choice, Document, Flag, Int, OptionSpec

META = Meta(
    title="Rally Round",
    prefix="RR",
    about="Plan a route on a road map, choose crew and car, and drive every section as close to its time as you can.",
    year=1986,
    authors="designer not named in the rulebook; rules version 2 of 2004",
    options=OptionSpec(
        "rally_round",
        [
            Int("players", 1, 6, 2, "Players at the table."),  # RR-02
            Choice(
                "mode", ("table", "competition"), "table", "A table shares the road; in a competition all drive alone."
            ),
            Choice("route", ("marked", "laid"), "marked", "Drive a marked map, or lay the route together first."),
            Choice("rally", ("road", "stage"), "road", "The type of a laid rally."),
            Choice("kits", ("draft", "deal", "free", "standard"), "draft", "How the Rally Kit cards are given out."),
            Int("crews", 0, 6, 0, "Crews of a single player (0: one per player)."),
            Flag("competitive", False, "A single player adopts one of six dealt crews and must beat the others."),
            Int("parts", 1, 4, 1, "Parts of a longer, laid rally."),
            Flag("strict", False, "Accept mistakes and punish them as the book says, instead of refusing them."),
            Flag("printed_regularity", False, "Use the ten misprinted target times of the book."),
            Int("max_section_turns", 10, 200, 60, "Turns on one section after which a crew retires."),
            Document("map", "A map of your own."),
            Document("marked_map", "A marked map of your own."),
            Document("cards", "Rally Kit and Hazard! cards of your own."),
        ],
    ),
)
