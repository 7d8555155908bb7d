"""What must be known of Rallye-Code without loading its rules."""

from __future__ import annotations

from parcferme.core.meta import Meta
from parcferme.core.options import Choice, Document, Flag, Int, OptionSpec

META = Meta(
    title="Rallye-Code",
    prefix="RC",
    about="Round France with two dice, a highway code, a Gendarme and four tills: the richest at the bell wins.",
    options=OptionSpec(
        "rallye_code",
        [
            Int("players", 2, 6, 4, "players; two cars each with 2 or 3 (RC-01, RC-02)"),
            Choice("edition", ("A", "B"), "A", "which of the two printed rule sheets (RC-R01)"),
            Choice("limit", ("rounds", "clock", "survivor"), "rounds", "how the end is appointed (RC-08, RC-09)"),
            Int("rounds", 1, 120, 30, "turns per car when the limit is rounds"),
            Int(
                "minutes",
                5,
                600,
                60,
                "playing time announced when the limit is clock; kept by the players or the table",
            ),
            Int("cap", 1, 500, 400, "turns per car after which clock and survivor games are scored all the same"),
            Choice(
                "enforcement", ("auto", "table"), "auto", "fines and charges by themselves, or by vigilance (RC-25)"
            ),
            Choice("crossing_scope", ("any", "other_roads"), "any", "which cars count near a crossing (RC-R21)"),
            Choice("immobilised_below", ("8", "6"), "8", "B's unreadable figure in RC-35: 8, or 6 (RC-R05)"),
            Choice("car_order", ("alternate", "free"), "alternate", "with two cars: in turn, or as one likes (RC-R03)"),
            Flag("open_cash", True, "purses are shown to everybody"),
            Flag("big_notes", True, "the box has 10,000 notes (RC-05, RC-06)"),
            Document("board", "a board of your own; null for the house board"),
            Document("deck", "a Contravention deck of your own; null for the house deck"),
        ],
    ),
)
