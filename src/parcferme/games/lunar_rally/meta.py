"""Lunar Rally's door plate and its options."""

from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Choice, Document, Flag, Int, Items, OptionSpec

COLOURS = ("blue", "green", "red", "yellow")  # LR-12

OPTIONS = OptionSpec(
    "lunar_rally",
    [
        Int("players", 1, 4, 2, "How many players race, with two Rovers each (LR-01); one drives alone (LR-R43)."),
        Items(
            "colours",
            Choice("colour", COLOURS, "blue", "A colour."),
            0,
            4,
            [],
            "The colours of the seats in order, all different (LR-13); a seat without one takes the next that is free.",
        ),
        Choice(
            "scenario",
            (*COLOURS, "tokens"),
            "blue",
            "The map agreed on, or the one the Start Tokens choose (LR-20). Blue and Green suit beginners (LR-21).",
        ),
        Document("map", "A scenario of your own (LR-23), used instead of the house maps."),
        Choice(
            "first",
            ("tokens", "agreed"),
            "tokens",
            "Who places first: the Start Tokens decide (LR-25), or it is agreed that the first seat does.",
        ),
        Flag("replacement", True, "Whoever has lost both Rovers may enter a new Rover 1 (LR-82)."),
        Int("replacement_limit", 0, 20, 0, "Replacement Rovers per player; 0 sets no limit (LR-R34)."),
        Flag("push_finish", True, "A Rover pushed onto the Finish Line has reached it (LR-R22)."),
        Flag("play_on", False, "The last player with Rovers must still drive to the finish (LR-R36)."),
        Flag(
            "loose_cards", False, "Free play: wrong-deck cards and empty phases are accepted and do nothing (LR-R38)."
        ),
        Int("round_cap", 1, 200, 60, "After so many rounds the race is a draw (LR-R39)."),
    ],
)

META = Meta(
    title="Lunar Rally",
    prefix="LR",
    about="Program two armed rovers a turn ahead and bring one of them across the Moon first.",
    authors="Gilt Games",
    options=OPTIONS,
)
